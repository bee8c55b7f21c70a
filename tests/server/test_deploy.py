"""The files of deploy/ name only what exists: paths, options, settings, commands. Proxies have tests of their own."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from commands import run

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CONTEXT = [line for line in (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines() if line]
"""What the image is built from: everything is ignored but what a line with ! names."""
SETTINGS = set(re.findall(r'"(ROOFTOP_\w+)"', (ROOT / "src/rooftop/cli.py").read_text("utf-8"))) | {"ROOFTOP_CACHE"}


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile and their arguments, with continued lines joined."""
    lines = [line for line in (DEPLOY / "Dockerfile").read_text("utf-8").splitlines() if not line.startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [(line.split()[0], line.split(None, 1)[1]) for line in joined.splitlines() if line.strip()]


def of_image(instruction: str) -> list[str]:
    return [arguments for name, arguments in instructions() if name == instruction]


def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return loaded


def unit() -> list[tuple[str, str]]:
    """The settings of the systemd unit in order; a name may occur several times."""
    lines = (DEPLOY / "rooftop.service").read_text("utf-8").splitlines()
    parts = [line.partition("=") for line in lines if "=" in line and not line.startswith("#")]
    return [(name, value) for name, _, value in parts]


def help_of(*command: str) -> str:
    asked = run(*command, "--help")
    assert asked.returncode == 0, asked.stderr
    return asked.stdout


# --- the commands and settings that they name ----------------------------------------------------------------


def commands() -> set[tuple[str, ...]]:
    """Every call of `rooftop` in the files: in the image, in the unit, and in the comments of the proxies."""
    image = [shlex.split(line) for line in of_image("RUN")] + [json.loads(line) for line in of_image("CMD")]
    service = [shlex.split(line) for name, line in unit() if name.startswith("ExecStart")]
    return {tuple(call[1:]) for call in image + service if Path(call[0]).name == "rooftop"}


def test_the_image_and_the_unit_warm_and_serve() -> None:
    assert {call[0] for call in commands()} == {"warm", "serve"}


@pytest.mark.parametrize("call", sorted(commands()), ids=" ".join)
def test_every_command_and_option_exists(call: tuple[str, ...]) -> None:
    command, *options = call
    assert re.search(rf"^ +{command} ", help_of(), re.MULTILINE)
    known = help_of(command)
    assert [option for option in options if option not in known] == []


def test_every_option_in_comments_exists() -> None:
    known = help_of("serve")
    for file in ("Caddyfile", "nginx.conf", "haproxy.cfg"):
        found = re.findall(r"--[\w-]+", (DEPLOY / file).read_text("utf-8"))
        assert found == ["--connections-each"], file
        assert all(option in known for option in found)


def test_every_variable_is_a_setting() -> None:
    of_containers = {"ROOFTOP_SITE", "ROOFTOP_SERVERS"}  # of Caddy, not of the server
    for file in ("Dockerfile", "compose.yaml", "rooftop.service", "Caddyfile"):
        named = set(re.findall(r"ROOFTOP_\w+", (DEPLOY / file).read_text("utf-8")))
        assert named <= SETTINGS | of_containers, file
        assert named, file


# --- the image -----------------------------------------------------------------------------------------------


def test_what_the_image_copies_exists_and_is_not_ignored() -> None:
    stages = re.findall(r" AS (\w+)", "\n".join(of_image("FROM")))
    allowed = [line.removeprefix("!") for line in CONTEXT if line.startswith("!")]
    for arguments in of_image("COPY"):
        *sources, _ = arguments.split()
        if sources[0].startswith("--from="):
            assert sources[0].removeprefix("--from=") in stages
            continue
        for source in sources:
            assert (ROOT / source).exists(), source
            assert any(source == name or source.startswith(f"{name}/") for name in allowed), f"{source} is ignored"


def test_everything_the_client_imports_is_in_its_stage() -> None:
    copied = [arguments.split()[0] for arguments in of_image("COPY")]
    sources = [path for path in (ROOT / "web/src").rglob("*.ts*") if "testing" not in path.parts]
    outside = {target for path in sources for target in _imported_from_outside(path)}
    assert outside, "the texts and the rules are outside of web"
    assert [path for path in outside if not any(path.is_relative_to(ROOT / name) for name in copied)] == []


def _imported_from_outside(path: Path) -> list[Path]:
    targets = re.findall(r"""(?:from|import|glob[^(]*)[\s(]*["'](\.\.?/[^"']+)["']""", path.read_text("utf-8"))
    found = [Path(os.path.normpath(path.parent / target)) for target in targets]
    return [target for target in found if not target.is_relative_to(ROOT / "web")]


def test_the_image_runs_as_nobody_special_and_checks_its_health(tmp_path: Path) -> None:
    names = [name for name, _ in instructions()]
    assert of_image("USER") == ["1000"]
    assert names.index("USER") < len(names) - 1 - names[::-1].index("RUN"), "it warms as the user who serves"
    [check] = of_image("HEALTHCHECK")
    command = json.loads(check[check.index("CMD") + 3 :])
    assert command[0] == "python"
    environment = {**os.environ, "ROOFTOP_PORT": "1"}
    failed = subprocess.run([sys.executable, *command[1:]], env=environment, capture_output=True, text=True)
    assert failed.returncode == 1, "nobody serves there"
    assert "Connection refused" in failed.stderr


def test_the_image_is_built_with_the_uv_that_the_tests_ran_with() -> None:
    [pinned] = re.findall(r"^UV := (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert [line for line in of_image("RUN") if line.endswith(f"pip install --no-cache-dir {pinned}")]


# --- several containers --------------------------------------------------------------------------------------


def test_the_proxy_of_the_containers_knows_both_servers() -> None:
    services = compose()["services"]
    proxy = services["proxy"]
    servers = [server.split(":")[0] for server in proxy["environment"]["ROOFTOP_SERVERS"].split()]
    assert servers == ["rooftop-1", "rooftop-2"]
    for server in servers:
        described = services[server]
        assert described["hostname"] == server, "the health check of the proxy uses this name"
        assert (DEPLOY / described["build"]["context"]).resolve() == ROOT
        assert (ROOT / described["build"]["dockerfile"]).exists()
        assert "@database/" in described["environment"]["ROOFTOP_DATABASE"]
    assert set(described["depends_on"]) <= set(services)
    subnet = compose()["networks"]["default"]["ipam"]["config"][0]["subnet"]
    assert described["environment"]["FORWARDED_ALLOW_IPS"] == subnet
    [config] = [volume.split(":")[0] for volume in proxy["volumes"] if volume.startswith("./")]
    assert (DEPLOY / config).exists()
    named = {volume.split(":")[0] for each in services.values() for volume in each.get("volumes", [])} - {config}
    assert named == set(compose()["volumes"])


# --- systemd -------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "rooftop.service").read_text("utf-8")
    assert "/opt/rooftop/bin/rooftop" in text
    file = tmp_path / "rooftop.service"
    file.write_text(text.replace("/opt/rooftop/bin/rooftop", str(Path(sys.executable).parent / "rooftop")), "utf-8")
    checked = subprocess.run(["systemd-analyze", "verify", str(file)], capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")
    file.write_text(text + "\n[Service]\nNonsense=yes\n", "utf-8")
    checked = subprocess.run(["systemd-analyze", "verify", str(file)], capture_output=True, text=True)
    assert "Nonsense" in checked.stderr, "mistakes are found"
