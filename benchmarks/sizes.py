"""What each extra installs: packages and megabytes, of the wheel in an empty environment. For docs/install.md."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXTRAS = ("", "[server]", "[postgresql]", "[arena]", "[plots]", "[ray]", "[env]", "[render]", "[openspiel]", "[all]")
UV = [sys.executable, "-m", "uv"]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder]
        subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
        [wheel] = Path(folder).glob("*.whl")
        print("| installed | packages | MB |\n|---|---|---|")
        for number, extra in enumerate(EXTRAS):
            packages, size = measure(Path(folder, str(number)), f"{wheel}{extra}")
            print(f"| `rooftop{extra}` | {packages} | {size:,.0f} |", flush=True)


def measure(folder: Path, requirement: str) -> tuple[int, float]:
    subprocess.run([*UV, "venv", "--quiet", str(folder)], check=True)
    into = ["--python", str(folder / "bin" / "python")]
    locked = ["--constraints", str(ROOT / "requirements.lock")]
    subprocess.run([*UV, "pip", "install", "--quiet", *into, *locked, requirement], check=True)
    listed = subprocess.run([*UV, "pip", "list", "--quiet", "--format", "json", *into], check=True, capture_output=True)
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    return len(json.loads(listed.stdout)), size / 1e6


if __name__ == "__main__":
    main()
