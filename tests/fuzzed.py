"""Mutated JSON data, to fuzz its readers."""

import copy
from typing import Any

from hypothesis import strategies as st

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 30),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.builds(list),
    st.builds(dict),
    st.builds(lambda: ["a1", 0, None]),
)


def places(value: Any) -> list[tuple[Any, ...]]:
    """The path of every nested value."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(name, *rest) for name, child in children for rest in [(), *places(child)]]


@st.composite
def mutated(draw: st.DrawFn, value: Any) -> Any:
    """The value with one to three places changed, removed or duplicated."""
    changed = copy.deepcopy(value)
    for _ in range(draw(st.integers(1, 3))):
        ways = places(changed)
        if not ways:
            break
        *way, last = draw(st.sampled_from(ways))
        parent = changed
        for name in way:
            parent = parent[name]
        action = draw(st.sampled_from(["change", "remove", "copy"]))
        if action == "remove":
            del parent[last]
        elif action == "change":
            parent[last] = draw(VALUES)
        elif isinstance(parent, list):
            parent.append(copy.deepcopy(parent[last]))
    return changed
