"""What is not installed is named with the extra that brings it."""

import subprocess
import sys

import pytest

WITHOUT = """
import sys
sys.modules[sys.argv[1]] = None
import rooftop.env
from rooftop.cli import main
try:
    sys.exit({use})
except rooftop.env.MissingExtra as error:
    print(error, file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("library", "extra", "use"),
    [
        ("pettingzoo", "env", "rooftop.env.aec('skyliners')"),
        ("gymnasium", "env", "rooftop.env.aec('skyliners')"),
        ("pyspiel", "openspiel", "__import__('rooftop.env.openspiel')"),
        ("scipy", "arena", "main(['arena', 'skyliners', 'greedy', 'random'])"),
        ("ray", "ray", "main(['arena', 'skyliners', 'greedy', 'random', '--ray'])"),
        ("uvicorn", "server", "main(['serve'])"),
        ("sqlalchemy", "server", "main(['serve'])"),
        ("sqlalchemy", "server", "main(['admin', 'tables'])"),
        ("orjson", "server", "main(['admin', 'tables'])"),
        ("resvg_py", "render", "main(['serve'])"),
        ("alembic", "server", "main(['backup', 'x'])"),
        ("sqlalchemy", "server", "main(['restore', 'x'])"),
        ("psycopg", "postgresql", "main(['serve', '--database', 'postgresql://nobody@127.0.0.1:1/none'])"),
    ],
)
def test_a_missing_extra_is_named(library: str, extra: str, use: str) -> None:
    run = subprocess.run([sys.executable, "-c", WITHOUT.format(use=use), library], capture_output=True, text=True)
    assert f'{library} is not installed: pip install "rooftop[{extra}]"' in run.stderr
