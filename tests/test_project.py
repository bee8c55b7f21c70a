"""The files that outsiders expect of a project are there, agree with each other, and call only what exists."""

import re
import shlex
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml

from test_docs import commands, wrong_with

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
WORKFLOWS = sorted(ROOT.glob(".github/workflows/*.yml"))
FORMS = sorted(ROOT.glob(".github/ISSUE_TEMPLATE/*.yml"))
SPDX_MIT = "MIT"


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def jobs(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = read(path)["jobs"]
    return found


def steps(path: Path) -> list[dict[str, Any]]:
    return list(chain.from_iterable(job["steps"] for job in jobs(path).values()))


# --- workflows -----------------------------------------------------------------------------------------------


def test_the_tests_run_on_all_systems_with_all_supported_pythons() -> None:
    supported = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d+$", line)]
    assert PROJECT["requires-python"] == f">={supported[0]}"
    tested = jobs(ROOT / ".github/workflows/ci.yml")
    assert tested["test"]["strategy"]["matrix"] == {"os": ["ubuntu-latest", "macos-latest"], "python": supported}
    assert tested["windows"]["strategy"]["matrix"] == {"python": supported}
    assert tested["windows"]["runs-on"] == "windows-latest"
    others = {
        step["with"]["python-version"] for path in WORKFLOWS for step in steps(path) if "python-version" in str(step)
    }
    assert others == {supported[-1], "${{ matrix.python }}"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_calls_what_exists(path: Path) -> None:
    for step in steps(path):
        assert ("run" in step) != ("uses" in step)
        if "uses" in step:
            assert re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|release/v\d+)", step["uses"])
        elif "\n" not in step["run"]:
            [words] = commands(step["run"])
            assert not wrong_with(words), f"{step['run']}: {wrong_with(words)}"


def test_the_proxies_are_tested_on_linux() -> None:
    """`make browsers` cannot install them there: what runs a workflow is not root."""
    tested = jobs(ROOT / ".github/workflows/ci.yml")["test"]["steps"]
    [installing] = [step for step in tested if "apt-get" in step.get("run", "")]
    assert installing["if"] == "runner.os == 'Linux'"
    assert {"caddy", "haproxy", "nginx"} <= set(installing["run"].split())


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_do_no_more_than_it_needs(path: Path) -> None:
    """Only the jobs that sign, publish or announce may write, and no job keeps the token of the checkout."""
    assert read(path)["permissions"] == {"contents": "read"}
    for job in jobs(path).values():
        checkouts = [step for step in job["steps"] if step.get("uses", "").startswith("actions/checkout")]
        assert all(step["with"] == {"persist-credentials": False} for step in checkouts)
        assert set(job.get("needs", [])) <= jobs(path).keys()


def test_a_release_is_signed_and_published_without_a_password() -> None:
    release = jobs(ROOT / ".github/workflows/release.yml")
    assert release["publish"]["permissions"] == {"id-token": "write"}
    for building, built in (("build", "dist/*"), ("platform", "platform/*")):
        assert release[building]["permissions"]["attestations"] == "write"
        signed = [step["with"] for step in release[building]["steps"] if "attest" in step.get("uses", "")]
        assert signed == [{"subject-path": built}]
    assert "secrets." not in str(release)
    assert release["publish"]["needs"] == ["build"]
    assert release["announce"]["needs"] == ["platform", "publish"]


def test_the_tools_of_pre_commit_are_the_projects_own() -> None:
    """As locked: a version of its own would drift from theirs."""
    [local] = read(ROOT / ".pre-commit-config.yaml")["repos"]
    assert local["repo"] == "local"
    locked = set(re.findall(r"^([\w-]+)==", (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE))
    for hook in local["hooks"]:
        assert hook["language"] == "system"
        program, *rest = shlex.split(hook["entry"])
        assert program.removeprefix(".venv/bin/") in locked | {"make"}
        assert program != "make" or not wrong_with([program, *rest])


# --- templates -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [path for path in FORMS if path.stem != "config"], ids=lambda path: path.stem)
def test_a_form_asks_something_that_must_be_answered(path: Path) -> None:
    form = read(path)
    assert all(form[key] for key in ("name", "description", "labels"))
    for field in form["body"]:
        assert field["type"] in ("input", "textarea")
        assert field["attributes"]["label"]
    names = [field["id"] for field in form["body"]]
    assert len(set(names)) == len(names)
    assert any(field.get("validations") == {"required": True} for field in form["body"])


# --- the version ---------------------------------------------------------------------------------------------

SECTIONS = re.findall(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", CHANGELOG, re.MULTILINE)


def test_the_changelog_ends_at_this_version() -> None:
    (unreleased, no_date), *released = SECTIONS
    assert (unreleased, no_date) == ("Unreleased", "")
    assert released[0][0] == PROJECT["version"]
    assert [date for _, date in released] == sorted((date for _, date in released), reverse=True)
    kinds = set(re.findall(r"^### (.+)$", CHANGELOG, re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_citation_names_this_version() -> None:
    citation = read(ROOT / "CITATION.cff")
    assert {"cff-version", "message", "title", "authors", "type"} <= citation.keys()
    assert (citation["version"], str(citation["date-released"])) == SECTIONS[1]
    assert citation["license"] == PROJECT["license"] == SPDX_MIT
    assert all(author["name"] for author in citation["authors"])


@pytest.mark.parametrize("name", ["SECURITY.md", "CODE_OF_CONDUCT.md"])
def test_reports_go_to_private_advisories(name: str) -> None:
    text = " ".join((ROOT / name).read_text("utf-8").split())
    assert "*Report a vulnerability*" in text
    assert "@" not in text, "an address that nobody reads"
