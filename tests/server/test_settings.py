"""Settings of `rooftop serve`: options and environment variables."""

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from commands import run
from rooftop.server.settings import Settings
from server.serving import Server, serving

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


@pytest.mark.parametrize(
    ("variable", "value", "problem"),
    [
        ("ROOFTOP_PORT", "70000", "0 to 65535"),
        ("ROOFTOP_PORT", "http", "a whole number, not “http”"),
        ("ROOFTOP_WORKERS", "0", "at least 1"),
        ("ROOFTOP_CONNECTIONS", "many", "a whole number, not “many”"),
        ("ROOFTOP_CONNECTIONS_EACH", "-1", "at least 0"),
        (
            "ROOFTOP_ALLOW_HOSTS",
            "a.example, https://b.example",
            "a name such as play.example.org, not “https://b.example”",
        ),
        ("ROOFTOP_ALLOW_HOSTS", "b.example:8000", "a name such as play.example.org, not “b.example:8000”"),
        ("FORWARDED_ALLOW_IPS", "10.0.0.1/24", "an address or a network such as 10.0.0.0/24, not “10.0.0.1/24”"),
        ("FORWARDED_ALLOW_IPS", "10.0.0.1, proxy", "an address or a network such as 10.0.0.0/24, not “proxy”"),
    ],
)
def test_a_bad_value_is_refused_by_the_name_of_its_variable(variable: str, value: str, problem: str) -> None:
    result = run("serve", **{variable: value})
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"rooftop: {variable}: {problem}\n"


def test_variables_of_the_server_do_not_concern_other_commands() -> None:
    result = run("games", ROOFTOP_PORT="nonsense", ROOFTOP_CONNECTIONS="nonsense")
    assert (result.returncode, result.stderr) == (0, "")


def test_a_bad_database_in_the_environment_is_named() -> None:
    assert "mysql://x is not a database" in run("serve", ROOFTOP_DATABASE="mysql://x").stderr


def test_variables_set_what_options_do_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options win: `serving` gives port, database and workers as options."""
    for name, value in {
        "HOST": "127.0.0.1",
        "PORT": "1",
        "DATABASE": "sqlite:////no/such/folder/x",
        "WORKERS": "99",
        "ALLOW_HOSTS": "play.example.org, rooftop.example",
        "CONNECTIONS_EACH": "",
    }.items():
        monkeypatch.setenv(f"ROOFTOP_{name}", value)
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.0/24")
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as server:
        assert server.port != 1
        for host, status in {"play.example.org": 200, "rooftop.example": 200, "elsewhere.example": 421}.items():
            assert _status(server, host) == status
        proxied = {"X-Forwarded-Proto": "https"}
        welcome = httpx.post(f"{server.address}/api/people", json={"name": "Ann"}, headers=proxied)
        assert "Secure" in welcome.headers["set-cookie"], "a network of proxies is trusted"
        server.stop()
        server.options = ["--allow-host", "elsewhere.example"]
        server.start()
        assert _status(server, "elsewhere.example") == 200
        assert _status(server, "play.example.org") == 421


@pytest.mark.parametrize("proxies", ["", "10.0.0.0/8"])
def test_a_proxy_on_the_same_machine_is_trusted_besides_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxies: str
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", proxies)
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as server:
        proxied = {"X-Forwarded-Proto": "https"}
        welcome = httpx.post(f"{server.address}/api/people", json={"name": "Ann"}, headers=proxied)
        assert "Secure" in welcome.headers["set-cookie"]


def _status(server: Server, host: str) -> int:
    return httpx.get(f"{server.address}/health", headers={"Host": host}).status_code


def test_every_setting_can_be_given_in_the_environment(tmp_path: Path) -> None:
    """What the parser makes of the environment is what the server is started with."""
    code = (
        "import sys; from rooftop import commands; from rooftop.cli import main;"
        "commands.serve = lambda o: print(o.host, o.port, o.database, o.workers, o.allow_host, o.connections,"
        " o.connections_each, o.proxies) or 0; sys.exit(main(['serve']))"
    )
    variables = {
        "ROOFTOP_HOST": "::1",
        "ROOFTOP_PORT": "81",
        "ROOFTOP_DATABASE": "sqlite:///x",
        "ROOFTOP_WORKERS": "3",
        "ROOFTOP_ALLOW_HOSTS": "a.example,b.example",
        "ROOFTOP_CONNECTIONS": "50",
        "ROOFTOP_CONNECTIONS_EACH": "0",
        "FORWARDED_ALLOW_IPS": "10.0.0.1, fd00::/8",
    }
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **variables}
    )
    assert result.stdout == "::1 81 sqlite:///x 3 ['a.example', 'b.example'] 50 0 ['10.0.0.1/32', 'fd00::/8']\n", (
        result.stderr
    )


def test_the_docs_list_every_setting() -> None:
    rows = re.findall(r"^\| `(ROOFTOP_\w+)` \| `(--[\w-]+)` \|", HOSTING.read_text("utf-8"), re.MULTILINE)
    options = set(re.findall(r"--[\w-]+", run("serve", "--help").stdout)) - {"--help", "--language"}
    assert {option for _, option in rows} == options
    source = (Path(__file__).parents[2] / "src/rooftop/cli.py").read_text("utf-8")
    assert {variable for variable, _ in rows} == set(re.findall(r'"(ROOFTOP_\w+)"', source))


def test_workers_read_what_the_parent_wrote(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE", "ALLOW_HOSTS", "CONNECTIONS", "CONNECTIONS_EACH"):
        monkeypatch.setenv(f"ROOFTOP_{name}", "")
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "")
    for settings in (Settings("sqlite:///x"), Settings("x", ("a", "b"), 7, 0, ("10.0.0.1", "fd00::/8"))):
        settings.write()
        assert Settings.read() == settings
