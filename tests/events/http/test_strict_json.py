"""Hostile bodies: the server refuses each as malformed, with a pointer, without a crash or long computation."""

import json

import pytest

from events.base.exceptions import Malformed
from events.http.strict_json import DEPTH, MEMBERS, TEXT_BYTES, pointer_to, read_json


def faults_of(body):
    with pytest.raises(Malformed) as refusal:
        read_json(body)
    return [(fault.pointer, fault.code) for fault in refusal.value.errors]


def nested(levels, opened="[", closed="]", inside=""):
    return (opened * levels + inside + closed * levels).encode()


def object_of(members):
    return json.dumps({f"k{number}": number for number in range(members)}).encode()


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"prompt": 58, "verb": "pay", "args": {"cards": [12, 40]}},
        {"text": 'héllo ♠ 😀 "q" \\ \n \\u0000 [[[[[[[[[[[[[[[[[[[[[[[['},
        {"largest": 2**53 - 1, "least": -(2**53) + 1, "nothing": None, "yes": True, "no": False},
    ],
)
def test_well_formed_json_is_read_unchanged(value):
    assert read_json(json.dumps(value).encode()) == value


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"{",
        b"[1,]",
        b"{'a':1}",
        b'{"a":1} x',
        b'{"a":1}{"b":2}',
        b'{"a":NaN}',
        b'{"a":Infinity}',
        b'{"a":-Infinity}',
        b'{"a":01}',
        b'{"a":+1}',
        b'{"a":1.}',
        b'{"a":0x10}',
        b'{"a":"\n"}',
        b'{"a":"\\x"}',
        b'{"a":"\\ud83"}',
        b'{"a":"open',
        b'{"a":tru}',
        b"undefined",
        b"\0",
        b"]" * 100_000,
        b"[" * 10,
        '{"a": 1}'.encode("utf-16-be"),
    ],
)
def test_invalid_json_is_refused(body):
    assert faults_of(body) == [("", "not_json")]


@pytest.mark.parametrize(
    "body",
    [
        b'{"a":"\xff"}',
        b'{"a":"\xc0\x80"}',
        b'{"a":"\xed\xa0\x80"}',
        '{"a": 1}'.encode("utf-16"),
        '{"a": "é"}'.encode("latin-1"),
        b'\xef\xbb\xbf{"a":1}',
    ],
)
def test_a_body_in_another_encoding_than_utf_8_is_refused(body):
    assert faults_of(body) == [("", "bad_encoding")]


@pytest.mark.parametrize("body", [nested(DEPTH), nested(DEPTH, '{"a":', "}", "1")])
def test_the_deepest_body_allowed_is_read(body):
    assert read_json(body) == json.loads(body)


@pytest.mark.parametrize(
    "body",
    [
        nested(DEPTH + 1),
        nested(900),
        nested(5_000),
        nested(100_000),
        b"[" * 100_000,
        nested(DEPTH + 1, '{"a":', "}", "1"),
        nested(100_000, '{"a":', "}", "1"),
        b'{"brackets in text": "]]]]]]]]]]]]]]]]", "a":' + nested(DEPTH) + b"}",
    ],
)
def test_deeper_bodies_are_refused_before_they_are_parsed(body):
    assert faults_of(body) == [("", "too_deep")]


def test_brackets_in_strings_do_not_count_as_nesting():
    assert read_json(b'{"a": "' + b"[" * 1000 + b'", "b": "\\"[{", "c": [[1]]}')["c"] == [[1]]


@pytest.mark.parametrize("body", [b'"' + b'\\"' * 32_000, b'["' + b'\\"[' * 20_000])
def test_an_unterminated_string_of_quotes_is_scanned_once(body):
    assert faults_of(body) == [("", "not_json")]


def test_as_many_members_as_allowed_are_read():
    assert len(read_json(object_of(MEMBERS))) == MEMBERS


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (object_of(MEMBERS + 1), ""),
        (json.dumps([0] * 200_000).encode(), ""),
        (json.dumps({"a": [0] * MEMBERS}).encode(), "/a"),
        (json.dumps({"a": [{"b": 0}] * (MEMBERS // 2)}).encode(), f"/a/{MEMBERS // 2 - 1}"),
    ],
)
def test_more_members_are_refused(body, pointer):
    assert faults_of(body) == [(pointer, "too_many")]


@pytest.mark.parametrize("text", ["a" * TEXT_BYTES, "é" * (TEXT_BYTES // 2)])
def test_the_longest_text_allowed_is_read(text):
    assert read_json(json.dumps({"a": text}).encode()) == {"a": text}


@pytest.mark.parametrize("text", ["a" * (TEXT_BYTES + 1), "é" * (TEXT_BYTES // 2 + 1), "😀" * (TEXT_BYTES // 4 + 1)])
def test_longer_texts_are_refused(text):
    assert faults_of(json.dumps({"a": ["", text]}).encode()) == [("/a/1", "too_long")]


@pytest.mark.parametrize("digits", ["9007199254740992", "-9007199254740992", "1" + "0" * 30, "9" * 4_000, "9" * 60_000])
def test_integers_of_2_to_the_53_and_more_are_refused(digits):
    assert faults_of(f'{{"a":{{"b":[0,{digits}]}}}}'.encode()) == [("/a/b/1", "too_large")]


@pytest.mark.parametrize("number", ["1.0", "1.5", "-0.0", "1e3", "1E400", "-1e-400", "1" * 3000 + ".5"])
def test_numbers_with_fraction_or_exponent_are_refused(number):
    assert faults_of(f'{{"a":[{number}]}}'.encode()) == [("/a/0", "not_an_integer")]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (b'{"a":1,"a":1}', ""),
        (b'{"a":1,"\\u0061":2}', ""),
        (b'{"args":{"cards":[1],"cards":[2]}}', "/args"),
        (b'[{"a":[{"b":1,"b":1}]}]', "/0/a/0"),
    ],
)
def test_doubled_keys_are_refused(body, pointer):
    assert faults_of(body) == [(pointer, "duplicate_key")]


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        (b'{"a":"\\u0000"}', "/a", "nul"),
        (b'{"a":{"b":["x","y\\u0000z"]}}', "/a/b/1", "nul"),
        (b'{"a":{"k\\u0000":1}}', "/a/k\0", "nul"),
        (b'{"a":"\\ud800"}', "/a", "lone_surrogate"),
        (b'{"a":["\\udc00\\ud800"]}', "/a/0", "lone_surrogate"),
        (b'{"a":{"\\ud800":1}}', "/a/?", "lone_surrogate"),
        (b'"\\udfff"', "", "lone_surrogate"),
    ],
)
def test_invalid_characters_in_a_key_or_a_value_are_refused(body, pointer, code):
    assert faults_of(body) == [(pointer, code)]


def test_a_pair_of_surrogates_is_one_character():
    assert read_json(b'{"a":"\\ud83d\\ude00"}') == {"a": "😀"}


def test_several_faults_are_reported_together():
    assert faults_of(b'{"a":1.5,"b":"\\u0000","c":{"d":1,"d":2}}') == [
        ("/a", "not_an_integer"),
        ("/b", "nul"),
        ("/c", "duplicate_key"),
    ]


def test_no_more_than_ten_faults_are_reported():
    assert len(faults_of(b"[" + b",".join([b"1.5"] * 100) + b"]")) == 10


def test_a_pointer_escapes_special_characters_and_shortens_long_names():
    assert pointer_to("/a", "b/c~d") == "/a/b~1c~0d"
    assert pointer_to("", "x" * 1000) == "/" + "x" * 64
