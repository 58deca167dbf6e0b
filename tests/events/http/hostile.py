"""Bodies, parameters, headers and names of a hostile client, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rest_framework import serializers

from events.http import fields
from events.tournaments.serializers.new_tournament import Instant

SURROGATE, NUL = b'"\\ud800"', b'"a\\u0000b"'


def _nested(depth: int, inside: bytes = b"1") -> bytes:
    return b"[" * depth + inside + b"]" * depth


# Bodies that every resource refuses; %s stands for the name of one of its fields.
BODIES: Mapping[str, bytes] = {
    "nothing at all but a brace": b"{",
    "a list": b"[]",
    "a text": b'"text"',
    "a number": b"1",
    "null": b"null",
    "true": b"true",
    "two values": b"{}{}",
    "a comma too much": b'{"%s": 1,}',
    "single quotes": b"{'%s': 1}",
    "a comment": b'{"%s": 1} // no',
    "NaN": b'{"%s": NaN}',
    "Infinity": b'{"%s": -Infinity}',
    "a number beyond all bounds": b'{"%s": 1e400}',
    "2^31 as a float": b'{"%s": 2147483648.0}',
    "2^53": b'{"%s": 9007199254740992}',
    "minus 2^53": b'{"%s": -9007199254740992}',
    "10^30": b'{"%s": 1' + b"0" * 30 + b"}",
    "4,000 digits": b'{"%s": ' + b"9" * 4000 + b"}",
    "a number with a leading zero": b'{"%s": 01}',
    "16 levels and one": b'{"%s": ' + _nested(16) + b"}",
    "900 levels": b'{"%s": ' + _nested(900) + b"}",
    "5,000 levels": b'{"%s": ' + _nested(5000) + b"}",
    "7,000 levels, never closed": b'{"%s": ' + b"[" * 7000,
    "5,000 levels of objects": b'{"%s": ' + b'{"a":' * 2000 + b"1" + b"}" * 2000 + b"}",
    "300 members": b"{" + b",".join(b'"m%d": 1' % n for n in range(300)) + b"}",
    "300 items": b'{"%s": [' + b",".join([b"1"] * 300) + b"]}",
    "a doubled key": b'{"%s": 1, "%s": 2}',
    "a doubled key further in": b'{"%s": {"a": 1, "a": 2}}',
    "NUL": b'{"%s": ' + NUL + b"}",
    "NUL further in": b'{"%s": {"a": [' + NUL + b"]}}",
    "NUL in a key": b'{"%s": {"a\\u0000": 1}}',
    "a lone surrogate": b'{"%s": ' + SURROGATE + b"}",
    "a lone surrogate further in": b'{"%s": {"a": [' + SURROGATE + b"]}}",
    "a lone surrogate in a key": b'{"%s": {"\\udfff": 1}}',
    "text that is not UTF-8": b'{"%s": "\xff\xfe"}',
    "UTF-16": '{"%s": 1}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "a text of 2,000 bytes": b'{"%s": "' + b"a" * 2000 + b'"}',
    "a control character": b'{"%s": "\x01"}',
    "an unknown field": b'{"no_such_field": 1}',
    "an unknown field by a pointer's signs": b'{"a/b~c": 1}',
    "a prototype": b'{"__proto__": {"is_staff": true}}',
}
TOO_LONG = b'{"%s": "' + b"a" * 70_000 + b'"}'

# Parameters that no resource has.
PARAMETERS: Mapping[str, str] = {
    "an unknown one": "no_such=1",
    "the format": "format=api",
    "a callback": "callback=alert",
    "a token": "token=abc",
    "NUL in a name": "a%00b=1",
    "an unknown one without a value": "verbose",
    "half a surrogate": "%ED%A0%80=1",
}
# Invalid values for every numeric parameter.
NUMBERS = (
    "abc",
    "",
    "-1",
    "1.0",
    "1e3",
    "+1",
    "%201",
    "0x10",
    "%00",
    "1%00",
    "9" * 5000,
    "9" * 17,
    "%D9%A1",
    "%EF%BC%91",
    "1&{0}=2",
    "null",
    "[]",
    "1,2",
)

CONTENT_TYPES = (
    "text/plain",
    "text/html",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/json-patch+json",
    "application/jsonl",
    "application/json; charset=utf-16",
    "application/json; charset=latin-1",
    "application/octet-stream",
    "json",
    "/",
    ";",
    "application/",
    "é",
    "application/json,application/json",
)
ENCODINGS = ("gzip", "deflate", "br", "gzip, identity", "x-unknown")
KEYS = ("", "a" * 201, "é", "a\tb", "prompt:1", "prompt:")
EYES = ("seat:", "seat:-1", "seat:99", "seat:1e1", "seat:٣", "seat:0000", "god", "%00", "me%00")
NOWHERE = (
    "/api/v1/matches/\xff",
    "/api/v1/%c0%ae",
    "/api/v1/matches//view",
    "/api/v1/../me",
    "/api/v1/games/\x00",
    "/api/v1/players/\x00",
    "/api/v1/replays/\x00",
    "/api/v1/ratings/monopoly_deal/a\x00",
    "/r/\x00/text",
    "/api/v1/games/" + "a" * 5000,
    "/nowhere",
)
# A header with two values and the status of the response; %s stands for the caller's token.
TWICE = (
    (b"authorization", b"Bearer %s", b"Bearer %s", 401),
    (b"authorization", b"Bearer %s", b"Basic eDp5", 401),
    (b"content-type", b"application/json", b"text/plain", 415),
    (b"content_type", b"text/plain", b"text/plain", 409),
    (b"idempotency-key", b"a", b"\xc3\xa9", 400),
    (b"if-match", b'"x"', b'"y"', 409),
)

# The names in a line look the same, so at most one of them may be taken.
LOOKALIKES = (
    (
        "Paul Lille",
        "Ｐaul Lille",
        "PAUL LILLE",
        "Pául Lille",
        "Pau1 Lille",
        "PauI Lille",
        "Paul  Lille",
        "Paul_Lille",
        "Paul\u200b Lille",
        "Paul\u200d Lille",
        "P\u00adaul Lille",
        "Paul Lille\ufe0f",
        "Paul\u202e Lille",
        "\u2066Paul Lille",
        "Pаul Lille",
        "Pαul Lille",
        "Pɑul Lille",
        "Pauǀ Lille",
        "Paul Lılle",
        "ᴘaul Lille",
        "Pauꞁ Lille",
        "Paul Lⅼlle",
        "Paul Lill℮",
        "𝐏𝐚𝐮𝐥 𝐋𝐢𝐥𝐥𝐞",
        "Paul Lillе",
        "Paul Lille\u0301",
        "Pau| Lille",
        "P.a.u.l Lille",
        "Paul Lille\u3000",
        "Paul Li\u0142le",
        "Paul'Lille",
        "Paul-Lille",
    ),
    ("Zoo Oslo", "Z00 0slo", "Zօօ Oslo", "Zoo Ꮎslo", "Zᴏo Oslo", "Zoo Ｏslo", "Zoo Øslo", "Zöö Öslö", "Zoo Ｏｓｌｏ"),
    ("Gina Roi", "ɡina Roi", "Ginɐ Roi", "Ɡina Roi", "Gina Rᴏi", "Gina Roi\u0307", "GINA ROI", "Gina Roɩ", "Gina ʀoi"),
    ("Straße Eins", "Strasse Eins", "STRASSE EINS", "Straẞe Eins"),
)
NAMES_REFUSED = (
    "a",
    "",
    "  ",
    "a" * 41,
    "\u0000ab",
    "\u202eabc",
    "a\u200bb",
    "👩\u200d👩\u200d👧 Ada",
    "a\u0301" * 60,
    "Ада",
    "阿达",
    "<b>ada</b>",
    "ada;drop",
    "ada\u0600love",
    "٣٤٥",
    "___",
    "...",
    "a\u034f" * 20,
    "ad\ufffda",
    "ada@home",
)

WRONG_TYPES: tuple[Any, ...] = (None, True, 0, -1, "", [], {}, 1.0, "1", [None], {"a": 1}, 2**53 - 1, "é" * 600)


def wrong_values(shape: type[fields.Serializer]) -> Iterator[tuple[str, Any]]:
    """Yields the pointer of every field of a schema, with each value of a wrong type."""
    for name, field in shape().fields.items():
        yield from _wrong(f"/{name}", field)


def _wrong(pointer: str, field: Any) -> Iterator[tuple[str, Any]]:
    yield from ((pointer, value) for value in WRONG_TYPES if not is_right(field, value))
    if isinstance(field, serializers.ListSerializer):
        for name, inner in field.child.fields.items():
            yield from _wrong(f"{pointer}/0/{name}", inner)
    elif isinstance(field, fields.Serializer):
        for name, inner in field.fields.items():
            yield from _wrong(f"{pointer}/{name}", inner)


def is_right(field: Any, value: Any) -> bool:
    """Returns whether a value has the type of a field, computed independently of the serializers."""
    if value is None:
        return bool(field.allow_null)
    if isinstance(field, fields.IntegerField):
        return type(value) is int and field.min_value <= value <= field.max_value
    if isinstance(field, fields.Hex32Field | fields.TimeOfDayField | fields.StepListField | fields.UUIDField | Instant):
        return False
    if isinstance(field, fields.ListField):
        fits = isinstance(value, list) and (field.min_length or 0) <= len(value) <= field.max_length
        fits = fits and all(is_right(field.child, item) for item in value)
        return fits and (not isinstance(field, fields.UniqueListField) or len(set(value)) == len(value))
    if isinstance(field, serializers.ChoiceField):
        return isinstance(value, str) and value in field.choices
    if isinstance(field, fields.SlugChoiceField):
        return isinstance(value, str) and value in field.among
    if isinstance(field, fields.CharField):
        return isinstance(value, str) and max(1, field.min_length or 0) <= len(value) <= field.max_length
    if isinstance(field, fields.BooleanField):
        return isinstance(value, bool)
    if isinstance(field, fields.DictField):
        return isinstance(value, dict)
    if isinstance(field, serializers.ListSerializer):
        return False
    assert isinstance(field, fields.Serializer), f"expected a kind of field that is known, got {field!r}"
    return value == {}


def placed(body: Mapping[str, Any], pointer: str, value: Any) -> Any:
    """Returns the body with another value at a pointer, and creates missing objects on the path."""
    _, name, *rest = pointer.split("/")
    if not rest:
        return {**body, name: value}
    inner = body.get(name)
    if rest[0] == "0":
        first = dict(inner[0]) if inner else {}
        return {**body, name: [placed(first, "/" + "/".join(rest[1:]), value), *(inner or [])[1:]]}
    return {**body, name: placed(inner or {}, "/" + "/".join(rest), value)}
