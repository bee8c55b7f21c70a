"""The OpenAPI document tells a stranger what each request does."""

import pytest

from rooftop.server.api.app import create_app
from rooftop.server.settings import Settings

OPERATIONS = {
    f"{method.upper()} {path}": operation
    for path, methods in create_app(Settings("")).openapi()["paths"].items()
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
