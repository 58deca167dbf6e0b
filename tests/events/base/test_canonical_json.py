"""Canonical JSON of tt1."""

import json
import random

import pytest

from events.base.canonical_json import LARGEST_DEPTH, NotCanonical, canonical_json

EVERY_CHARACTER = "".join(chr(point) for point in range(1, 0x110000) if not 0xD800 <= point <= 0xDFFF)


def standard_library_json(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def random_value(chance, depth=0):
    kind = chance.randrange(5 if depth > 3 else 7)
    if kind == 5:
        return [random_value(chance, depth + 1) for _ in range(chance.randrange(5))]
    if kind == 6:
        keys = ("".join(chance.choices("abz019_", k=chance.randint(1, 6))) for _ in range(chance.randrange(6)))
        return {key: random_value(chance, depth + 1) for key in keys}
    text = "".join(chance.choice('aé♠😀"\\\n\t\x01\x7f/') for _ in range(chance.randrange(6)))
    return (None, True, False, chance.randint(-(2**53) + 1, 2**53 - 1), text)[kind]


def nested(levels):
    value = 0
    for _ in range(levels - 1):
        value = [value]
    return value


def test_members_are_sorted_and_written_without_spaces():
    assert canonical_json({"seq": 1, "actor": None, "b_2": [True, {}]}) == b'{"actor":null,"b_2":[true,{}],"seq":1}'


def test_a_tuple_is_an_array():
    assert canonical_json((1, (2,))) == b"[1,[2]]"


def test_every_character_is_written_as_rfc_8785_says():
    assert canonical_json(EVERY_CHARACTER) == standard_library_json(EVERY_CHARACTER)


@pytest.mark.parametrize("seed", range(200))
def test_random_values_are_written_as_the_standard_library_writes_them(seed):
    value = random_value(random.Random(seed))

    assert canonical_json(value) == standard_library_json(value), f"seed {seed}"


@pytest.mark.parametrize("number", [0, -1, 2**53 - 1, -(2**53) + 1])
def test_integers_up_to_the_limit_are_written(number):
    assert canonical_json(number) == str(number).encode()


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ({"a": [1, 1.0]}, "/a/1"),
        ({"a": float("nan")}, "/a"),
        ({"a": 2**53}, "/a"),
        ([-(2**53)], "/0"),
        ([10**6000], "/0"),
        ({"cells": [{"Path": 1}]}, "/cells/0"),
        ({"a": {"": 1}}, "/a"),
        ({"a": {"é": 1}}, "/a"),
        ({"a": {2: "two", 10: "ten"}}, "/a"),
        ({"a": {True: 1}}, "/a"),
        ({"a": {None: 1}}, "/a"),
        ({"a": ["\0"]}, "/a/0"),
        ({"a": ["fine \\u0000", "x\0y"]}, "/a/1"),
        ({"a": ["\ud800"]}, "/a/0"),
        ({"a": ["\udc00\ud800"]}, "/a/0"),
        ({"a": {"b\0": 1}}, "/a"),
        ({"a": b"bytes"}, "/a"),
        ({"a": {1, 2}}, "/a"),
        (object(), ""),
        ([None, True, "text", 2**53 - 1, 1.0], "/4"),
    ],
)
def test_a_value_without_a_canonical_form_is_refused_with_its_pointer(value, pointer):
    with pytest.raises(NotCanonical) as refusal:
        canonical_json(value)

    assert refusal.value.pointer == pointer


def test_an_error_states_the_expected_value_and_the_pointer():
    with pytest.raises(NotCanonical, match=r"expected JSON without floats, got float at '/a'"):
        canonical_json({"a": 1.0})


def test_a_backslash_before_u0000_is_not_a_nul():
    assert canonical_json("\\u0000") == b'"\\\\u0000"'


def test_the_deepest_value_allowed_is_written():
    assert canonical_json(nested(LARGEST_DEPTH)) == standard_library_json(nested(LARGEST_DEPTH))


@pytest.mark.parametrize("levels", [LARGEST_DEPTH + 1, 100_000])
def test_deeper_values_are_refused_without_a_crash(levels):
    with pytest.raises(NotCanonical):
        canonical_json(nested(levels))


def test_a_value_that_holds_itself_is_refused():
    loop = []
    loop.append(loop)

    with pytest.raises(NotCanonical):
        canonical_json(loop)
