"""Record declarations: memory layout, validation, and access to fields."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rooftop.core.rule import rule
from rooftop.core.state import Array, Record, Records, f4, i1, i1s, i2, i2s, i4


class Sample(Record):
    far: i4
    scores: Array[i2s, 2]
    player: i1
    height: Array[i1s, 3]
    owner: Array[i1s, 2, 2]


SAMPLE = Sample.dtype


def build(sample: Sample, site: int) -> int:
    """Read and write fields as rules do."""
    sample.player, sample.far = 1, 70_000
    sample.height[site] += 2
    sample.owner[sample.player, :] = 3
    sample.scores[0] -= int(sample.owner.sum())
    return int(sample.far) + int(sample.height[site])


def make(site: int) -> int:
    """Create and fill records inside a rule."""
    samples: Records[Sample] = np.zeros(3, SAMPLE)
    samples[1] = samples[0]
    samples[2].height[site] = 5
    return int(samples[2].height[site]) + int(samples[1].height[site])


def sample() -> Any:
    return np.zeros(1, Sample.dtype)[0]


def test_fields_lie_in_the_order_in_which_they_are_declared() -> None:
    offsets = {name: Sample.dtype.fields[name][1] for name in Sample.dtype.names}  # type: ignore[index, union-attr]
    assert list(offsets.items()) == [("far", 0), ("scores", 4), ("player", 8), ("height", 9), ("owner", 12)]
    assert (Sample.dtype.itemsize, Sample.dtype.isalignedstruct) == (16, True)
    assert Sample.dtype["scores"] == np.dtype(("i2", 2))
    assert Sample.dtype["owner"] == np.dtype(("i1", (2, 2)))


def test_what_an_array_holds_is_of_the_class_that_declares_it() -> None:
    assert type(sample()) is Sample
    assert sample().dtype is Sample.dtype
    restored = pickle.loads(pickle.dumps(np.zeros(2, Sample.dtype)))
    assert type(restored[1]) is Sample
    assert restored.dtype == Sample.dtype


@pytest.mark.parametrize("compiled", [build, rule(build)])
def test_fields_are_read_and_written_as_attributes(compiled: Callable[[Sample, int], int]) -> None:
    record = sample()
    assert compiled(record, 2) == 70_002
    assert (record.far, record.player) == (record["far"], record["player"]) == (70_000, 1)
    assert record.scores.tolist() == record["scores"].tolist() == [-6, 0]
    assert record.height.tolist() == [0, 0, 2]
    assert record.owner.tolist() == [[0, 0], [3, 3]]


@pytest.mark.parametrize("compiled", [make, rule(make)])
def test_rules_make_records(compiled: Callable[[int], int]) -> None:
    assert compiled(1) == 5


def test_a_misspelt_field_is_never_written() -> None:
    with pytest.raises(ValueError, match="no field of name palyer"):
        sample().palyer = 1
    with pytest.raises(AttributeError, match="palyer"):
        _ = sample().palyer


@pytest.mark.parametrize("name", ["round", "all", "put", "dtype", "data"])
def test_a_field_cannot_have_the_name_of_a_method_of_numpy(name: str) -> None:
    with pytest.raises(TypeError, match=f"cannot be called {name}"):
        declare(**{name: i1})


@pytest.mark.parametrize(
    "fields",
    [
        {"small": i1, "large": i4},
        {"large": i4, "small": i1},
        {"small": Array[i1s, 3], "large": i2, "last": i1},
        {"large": f4, "small": Array[i1s, 2]},
    ],
)
def test_a_record_has_no_gaps(fields: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="has gaps"):
        declare(**fields)


@pytest.mark.parametrize("hint", [int, i1s, Array[i1, 3], np.int8, "i1"])
def test_a_field_is_a_number_or_an_array_of_some_shape(hint: Any) -> None:
    with pytest.raises(TypeError, match="neither a number"):
        declare(field=hint)


def declare(**fields: Any) -> type:
    return type("Declared", (Record,), {"__annotations__": fields})
