"""Missing optional dependencies are reported with the command that installs them."""

import subprocess
import sys

import pytest

WITHOUT = """
import sys
sys.modules[sys.argv[1]] = None
import rooftop.env
try:
    {use}
except rooftop.env.MissingExtra as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("library", "extra", "use"),
    [
        ("pettingzoo", "env", "rooftop.env.aec('skyliners')"),
        ("gymnasium", "env", "rooftop.env.aec('skyliners')"),
        ("pyspiel", "openspiel", "import rooftop.env.openspiel"),
    ],
)
def test_a_missing_extra_is_named(library: str, extra: str, use: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(use=use), library], capture_output=True, text=True, check=True
    )
    assert f'pip install "rooftop[{extra}]"' in run.stdout
