"""The OpenAPI document tells a stranger what each request does."""

from typing import Any

import pytest

import rooftop


@pytest.fixture
def operations(document: dict[str, Any]) -> dict[str, Any]:
    """Each by its method and path."""
    return {
        f"{method.upper()} {path}": operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }


def test_every_operation_has_a_summary_of_several_words_and_a_description(operations: dict[str, Any]) -> None:
    for operation, described in operations.items():
        assert len(described["summary"].split()) > 1, operation
        assert not described["summary"].istitle(), f"{operation}: made of the name of a function"
        assert described["description"].endswith("."), operation


def test_no_two_operations_have_the_same_summary(operations: dict[str, Any]) -> None:
    summaries = [operation["summary"] for operation in operations.values()]
    assert len(set(summaries)) == len(summaries) > 20


def test_every_parameter_is_described(operations: dict[str, Any]) -> None:
    for operation, described in operations.items():
        parameters = described.get("parameters", [])
        assert [each["name"] for each in parameters if not each.get("description")] == [], operation


def test_the_version_is_that_of_rooftop(document: dict[str, Any]) -> None:
    assert document["info"]["version"] == rooftop.__version__
