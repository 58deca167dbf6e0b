"""Typed dictionaries for responses; their annotations document the fields with texts and examples.

A selector returns a `TypedDict`; `events.http.openapi.components` turns it into a component of the OpenAPI document.
The docstring describes the object; `Annotated[int, Field("How many seats there are.", example=4)]` describes a field.
An annotation with a name, such as `SeatNumber`, describes all fields of that type.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

NO_EXAMPLE = object()
NAMES: dict[str, str] = {}
"""The declared names of components of the OpenAPI document, by class name."""

Shape = TypeVar("Shape", bound=type)


@dataclass(frozen=True)
class Field:
    """The documentation of a field.

    example: a value as the API sends it; omitted if the type is a component, which has its own example.
    """

    description: str
    example: Any = NO_EXAMPLE


class Schema(dict[str, Any]):
    """JSON Schema keywords that replace or complete the keywords derived from the type."""

    __hash__ = object.__hash__  # type: ignore[assignment]  # `Annotated[...] | None` needs a hash


def component(name: str) -> Callable[[Shape], Shape]:
    """Returns a decorator that names a component of the OpenAPI document.

    It is for bodies that are part of another body or create another object, and for responses whose derived name
    belongs to another component; `events.http.openapi.names` derives the names of all others.
    """

    def named(shape: Shape) -> Shape:
        NAMES[shape.__name__] = name
        return shape

    return named


Params = Annotated[
    dict[str, Any], Field("The values in the text of `detail`, by name.", example={"rank": "9", "beaten": "7"})
]
Settings = Annotated[dict[str, Any], Field("The options of the match, by name.", example={"end": {"hands": 1}})]
Clock = Annotated[
    dict[str, Any],
    Field(
        "The time limits of the match, and the effect of a timeout: those members of `clock` in `POST /matches` that "
        "the match uses.",
        example={"per_move": 86_400, "on_timeout": "default_move"},
    ),
]
Moment = Annotated[
    str, Schema(format="date-time"), Field("A time in UTC (RFC 3339).", example="2026-03-01T12:00:00.000000Z")
]
Id = Annotated[str, Field("A UUID.", example="01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55")]
Hash = Annotated[str, Field("A SHA-256 hash in hexadecimal digits.", example="9f" * 32)]
Hex = Annotated[str, Field("Bytes in hexadecimal digits.", example="5c" * 32)]
Seq = Annotated[int, Field("The number of an event in the log of its match, counted from 0.", example=12)]
SeatNumber = Annotated[int, Field("The number of a seat, counted from 0.", example=0)]
SeatNumbers = Annotated[list[int], Field("Numbers of seats, counted from 0.", example=[0, 2])]
PromptId = Annotated[int, Field("The id of a prompt in its match.", example=7)]
NextPage = Annotated[
    str | None,
    Field(
        "The address of the next page; null on the last page.",
        example="https://comptoir.example/api/v1/matches?cursor=WyIwMTk1NmEz",
    ),
]
Effects = Annotated[
    list[dict[str, Any]],
    Schema(items={"$ref": "#/components/schemas/Effect"}),
    Field("The effects of the event on the table, in order."),
]
Slots = Annotated[
    dict[str, Any],
    Schema(additionalProperties={"$ref": "#/components/schemas/Slot"}),
    Field(
        "The choices that the seat still has to make, by the name of the argument.",
        example={"cards": {"slot": "subset", "of": [17, 23, 40], "size": [1, 2]}},
    ),
]
Words = Annotated[dict[str, str], Field("Labels in the language of the caller, by word.", example={"hand": "Hand"})]
Standings = Annotated[
    list[list[int]] | None,
    Field(
        "The places, the first place first; each place is a list of the seats that share it. Null until the match is "
        "over.",
        example=[[1], [0, 2]],
    ),
]
Scores = Annotated[list[int] | None, Field("The points of each seat; null if there are none.", example=[12, 7])]
GameKey = Annotated[str, Field("The key of the game.", example="monopoly_deal")]
RulesVersion = Annotated[int, Field("The version of the rules that the match follows.", example=2)]
Chance = Annotated[
    dict[str, Any],
    Field(
        "The method of the random draws, with the commitment that the server published before any seat was taken.",
        example={"mode": "nonces", "prng": "tt1", "server_commit": "9f" * 32, "key_id": "3c1f0a5e"},
    ),
]
ID, AT = "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55", "2026-03-01T12:00:00.000000Z"
ToAct = Annotated[list[int], Field("The seats that the match waits for.", example=[0])]
MayAct = Annotated[
    list[int], Field("The seats that may move although the match does not wait for them.", example=[1, 2])
]
