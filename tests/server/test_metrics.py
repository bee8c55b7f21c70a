"""The list of metrics, the dashboard and the alerts name what the server exports, and the list names all of it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from server.serving import Server, Visitor, serving

ROOT = Path(__file__).parents[2]
HOSTING = (ROOT / "docs/hosting.md").read_text("utf-8")
DASHBOARD = json.loads((ROOT / "deploy/grafana.json").read_text("utf-8"))
ALERTS = yaml.safe_load((ROOT / "deploy/alerts.yaml").read_text("utf-8"))
RULES = [rule for group in ALERTS["groups"] for rule in group["rules"]]

pytestmark = pytest.mark.xdist_group("test_metrics.py")  # in one process: they share servers


@pytest.fixture(scope="module", params=[1, 2], ids=["one worker", "two workers"])
def exported(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What a server exports after something of each kind has happened."""
    database = f"sqlite:///{tmp_path_factory.mktemp('metrics') / 'tables.sqlite'}"
    with serving(database, workers=request.param) as server:
        _make_every_kind_of_sample(server)
        yield server.ask("/metrics")[1]


def _make_every_kind_of_sample(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    table = ann.create("me", "random", open=True, first=1)
    with ann.live(table) as live:
        ann.start(table)
        live.await_update(lambda update: update["view"] and update["view"]["moves"])
        live.move()
    with ann.http.stream("GET", "/", headers={"X-Long": "x" * 20_000}) as refused:
        assert refused.status_code == 431


def families(exported: str) -> dict[str, str]:
    """The metrics of ours by name, with their types."""
    found = dict(re.findall(r"^# TYPE (rooftop_\w+) (\w+)$", exported, re.MULTILINE))
    return {name: kind for name, kind in found.items() if not name.endswith("_created")}


def test_the_docs_list_exactly_the_exported_metrics(exported: str) -> None:
    listed = re.findall(r"^\| `(rooftop_\w+)(?:{(\w+)})?` \|", HOSTING, re.MULTILINE)
    assert {name for name, _ in listed} == families(exported).keys()
    for name, label in listed:
        samples = re.findall(rf"^{name}(?:_count)?(?:{{(\w+)=.*}})? ", exported, re.MULTILINE)
        assert set(samples) == {label}, name


def names_in(expression: str) -> set[str]:
    return set(re.findall(r"rooftop_\w+", expression))


def samples(exported: str) -> set[str]:
    return set(re.findall(r"^(rooftop_\w+?)(?:{| )", exported, re.MULTILINE))


def of_panels() -> list[str]:
    return [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]


def expressions() -> list[str]:
    of_variables = [variable["query"] for variable in DASHBOARD["templating"]["list"]]
    return of_panels() + of_variables + [rule["expr"] for rule in RULES]


def test_every_query_names_exported_samples(exported: str) -> None:
    for expression in expressions():
        unknown = names_in(expression) - samples(exported)
        assert not unknown, f"{unknown} in {expression}"
        assert expression.count("(") == expression.count(")")


def test_every_label_in_a_query_exists(exported: str) -> None:
    for expression in expressions():
        for name, matchers in re.findall(r"(rooftop_\w+){([^}]*)}", expression):
            for label in re.findall(r"(\w+)=", matchers):
                known = re.search(rf"^{name}{{.*\b{label}=", exported, re.MULTILINE)
                assert label == "instance" or known, f"{label} of {name}"


def test_the_dashboard_shows_every_metric(exported: str) -> None:
    shown = set().union(*map(names_in, of_panels()))
    for name, kind in families(exported).items():
        assert (f"{name}_bucket" if kind == "histogram" else name) in shown, name


def test_every_alert_is_explained() -> None:
    assert len(RULES) > 5
    rows = [re.split(r" \|", line) for line in HOSTING.splitlines() if line.startswith("| `rooftop_")]
    explained = {name for metric, _, why, *_ in rows for name in names_in(metric) if why.strip()}
    alerted = set().union(*(names_in(rule["expr"]) for rule in RULES))
    assert {name.removesuffix("_bucket") for name in alerted} == explained
    assert all(rule["annotations"]["summary"] for rule in RULES)
