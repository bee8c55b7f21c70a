"""The OpenAPI document tells a stranger what each request does."""

import pytest

import rooftop
from rooftop.server.api.app import create_app
from rooftop.server.settings import Settings

DOCUMENT = create_app(Settings("")).openapi()
OPERATIONS = {
    f"{method.upper()} {path}": operation
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_has_a_summary_of_several_words_and_a_description(operation: str) -> None:
    described = OPERATIONS[operation]
    assert len(described["summary"].split()) > 1
    assert not described["summary"].istitle(), "made of the name of a function"
    assert described["description"].endswith(".")


def test_no_two_operations_have_the_same_summary() -> None:
    summaries = [operation["summary"] for operation in OPERATIONS.values()]
    assert len(set(summaries)) == len(summaries) > 20


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_parameter_is_described(operation: str) -> None:
    parameters = OPERATIONS[operation].get("parameters", [])
    assert [each["name"] for each in parameters if not each.get("description")] == []


def test_the_version_is_that_of_rooftop() -> None:
    assert DOCUMENT["info"]["version"] == rooftop.__version__
