"""The cache of machine code."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import rooftop

PLAY = "import rooftop; match = rooftop.Match('skyliners', seed=1); match.play(match.legal[0]); print(rooftop.__file__)"


def test_equal_clones_share_their_machine_code(tmp_path: Path) -> None:
    clone = shutil.copytree(Path(rooftop.__file__).parent, tmp_path / "rooftop", ignore=shutil.ignore_patterns("web"))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_DEBUG_CACHE": "1"}
    run = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=True)
    assert str(clone) in run.stdout
    assert "[cache] data loaded" in run.stdout
    assert "[cache] data saved" not in run.stdout
