"""Options: defaults, bounds, one pointer for each fault, and their JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.kernel.errors import BadOptions, Refusal
from games.kernel.options import Options, choice, either, flag, keyed, number, optional_number, whole, word, wrong
from games.kernel.rng import policy_draws
from tests.games.harness.option_coverage import covering_options, values
from tests.kernel.toy import GAME


@dataclass(frozen=True)
class Sample(Options):
    edition: str = choice("old", "new")
    rounds: int = number(5, 1, 9)
    clock: int | None = optional_number(None, 10, 60)
    until: Any = either("turns", word("turns", "cards"), keyed("hands", whole(1, 20)))
    friendly: bool = flag(False)

    @classmethod
    def defaults(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"rounds": 7} if values.get("edition") == "new" else {}

    def refusals(self, seats: int) -> list[Refusal]:
        return [wrong("rounds", "too many")] if self.rounds > 2 * seats else []


def test_a_missing_option_has_its_default() -> None:
    assert Sample.from_json({}, 4) == Sample("old", 5, None, "turns", False)


def test_a_default_may_depend_on_other_options() -> None:
    assert Sample.from_json({"edition": "new"}, 4).rounds == 7
    assert Sample.from_json({"edition": "new", "rounds": 2}, 4).rounds == 2


@pytest.mark.parametrize(
    ("options", "pointer", "code"),
    [
        ({"rounds": 0}, "/options/rounds", "not_an_option"),
        ({"rounds": 1.5}, "/options/rounds", "not_an_option"),
        ({"rounds": "5"}, "/options/rounds", "not_an_option"),
        ({"rounds": True}, "/options/rounds", "not_an_option"),
        ({"edition": "middle"}, "/options/edition", "not_an_option"),
        ({"until": {"hands": 0}}, "/options/until", "not_an_option"),
        ({"until": {"hands": 3, "x": 1}}, "/options/until", "not_an_option"),
        ({"clock": 5}, "/options/clock", "not_an_option"),
        ({"friendly": 1}, "/options/friendly", "not_an_option"),
        ({"colour": 1}, "/options/colour", "unknown_field"),
        ({"rounds": 9}, "/options/rounds", "does_not_fit"),
    ],
)
def test_a_wrong_option_is_refused_with_its_pointer(options: Any, pointer: str, code: str) -> None:
    with pytest.raises(BadOptions) as error:
        Sample.from_json(options, 2)
    assert [(refusal.pointer, refusal.code) for refusal in error.value.errors] == [(pointer, code)]


def test_all_faults_are_reported_together() -> None:
    with pytest.raises(BadOptions) as error:
        Sample.from_json({"rounds": 0, "edition": "x", "clock": "y"}, 4)
    assert sorted(refusal.pointer for refusal in error.value.errors) == [
        "/options/clock",
        "/options/edition",
        "/options/rounds",
    ]


def test_the_schema_is_a_valid_json_schema_and_contains_the_defaults() -> None:
    schema = Sample.schema()
    Draft202012Validator.check_schema(schema)
    assert schema["properties"]["rounds"] == {"type": "integer", "minimum": 1, "maximum": 9, "default": 5}


def test_options_are_equal_after_json() -> None:
    options = Sample.from_json({"until": {"hands": 3}, "clock": 30}, 4)
    assert Sample.from_json(options.to_json(), 4) == options


def test_the_covering_array_contains_limits_defaults_and_every_shape_of_a_value() -> None:
    tried = {name: values(schema) for name, schema in Sample.schema()["properties"].items()}
    assert tried == {
        "edition": ["old", "new"],
        "rounds": [5, 1, 9],
        "clock": [None, 10, 60],
        "until": ["turns", "cards", {"hands": 1}, {"hands": 20}],
        "friendly": [False, True],
    }


def test_every_pair_of_values_occurs_in_the_covering_array() -> None:
    class Game(type(GAME)):  # type: ignore[misc]
        options = Sample

    rows = [options.to_json() for options in covering_options(Game(), 5, policy_draws(b"covering"))]
    tried = {name: values(schema) for name, schema in Sample.schema()["properties"].items()}
    for (one, first), (other, second) in combinations(tried.items(), 2):
        pairs = {(repr(row[one]), repr(row[other])) for row in rows}
        assert {(repr(x), repr(y)) for x, y in product(first, second)} <= pairs, f"{one} with {other}"
    assert len(rows) < 40


def test_an_option_of_a_wrong_type_is_refused_with_the_sentence_about_types() -> None:
    with pytest.raises(BadOptions) as error:
        Sample.from_json({"rounds": "5"}, 2)
    assert [refusal.reason for refusal in error.value.errors] == ["option_type"]
