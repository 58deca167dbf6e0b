"""The types of responses about the table of a match."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from events.base.response_types import (
    Field,
    Id,
    MayAct,
    Moment,
    PromptId,
    RulesVersion,
    Schema,
    Scores,
    SeatNumbers,
    Seq,
    Settings,
    Standings,
    ToAct,
)

NAME = {"type": "string", "description": "The name of the face in the language of the caller."}
FACE = {
    "type": "object",
    "properties": {
        "face": {"type": "string", "description": "The key of the face.", "examples": ["debt_collector"]},
        "name": {**NAME, "examples": ["Debt Collector"]},
    },
    "required": ["face"],
    "additionalProperties": True,
}
Faces = Annotated[
    dict[str, Any],
    Schema(additionalProperties=FACE),
    Field(
        "The visible faces by card number, each with what is printed on the card.",
        example={"17": {"face": "debt_collector", "name": "Debt Collector"}},
    ),
]
CardNumbers = Annotated[
    list[int | None], Field("Card numbers; null for a card whose face the viewer cannot see.", example=[17, None])
]


class ZoneOut(TypedDict):
    """A place for cards, such as a hand or a deck."""

    name: Annotated[str, Field("The name of the zone.", example="hand")]
    seat: Annotated[int | None, Field("The seat that the zone belongs to; null for a shared zone.", example=0)]
    number: Annotated[int | None, Field("Tells apart several zones of one name and seat.", example=1)]
    cards: CardNumbers


class PromptOut(TypedDict):
    """A decision that the match waits for."""

    id: PromptId
    parent: Annotated[int | None, Field("The prompt that continues once this one is closed.", example=6)]
    phase: Annotated[str, Field("The phase of the game that the prompt belongs to.", example="turn")]
    mode: Annotated[Literal["once", "open"], Field("Whether each seat answers once or may move repeatedly.")]
    seats: SeatNumbers
    data: Annotated[dict[str, Any], Field("What the prompt is about; depends on the phase.", example={"owed": 5})]
    open: Annotated[bool, Field("Whether the prompt accepts moves now.", example=True)]
    deadline: Annotated[Moment | None, Field("When the clock answers; null without a deadline.")]
    after: Annotated[int | None, Field("Seconds until the clock answers, by the rules of the game.", example=30)]
    window: Annotated[int | None, Field("Seconds during which answers stay sealed.", example=5)]
    beside: Annotated[bool, Field("Whether the prompt stays open while others are open.", example=False)]
    arrived: Annotated[
        list[int], Field("The seats whose sealed answer has arrived, where the game shows that.", example=[2])
    ]
    answer: NotRequired[
        Annotated[
            dict[str, Any],
            Field("The viewer's own sealed answer.", example={"verb": "give", "args": {"cards": {"7": 1}}}),
        ]
    ]


class ZoneName(TypedDict):
    """The name of a zone, unique at the table."""

    name: Annotated[str, Field("The name of the zone.", example="draw")]
    seat: Annotated[int | None, Field("The seat that the zone belongs to; null for a shared zone.", example=None)]
    number: Annotated[int | None, Field("Tells apart several zones of one name and seat.", example=None)]


class KnownOut(TypedDict):
    """A card that the viewer cannot see, and yet knows."""

    zone: Annotated[ZoneName, Field("The zone that holds the card.")]
    position: Annotated[int | None, Field("Its place in a pile (0: bottom); null: anywhere in the zone.", example=41)]
    face: Annotated[str, Field("The face of the card.", example="debt_collector")]


class DisplayOut(TypedDict):
    """The parts that a client leaves out when it shows the table, because players do not show them to each other."""

    blank: Annotated[
        dict[str, list[int]],
        Field(
            "Members of `public` with a number for each seat, and the seats whose number is left blank. The numbers "
            "are not secret: everybody can count them. Empty once the match is over.",
            example={"coins": [0, 2, 3]},
        ),
    ]


class ViewOut(TypedDict):
    """The table as one viewer sees it."""

    match: Id
    seq: Seq
    viewer: Annotated[int | None, Field("The seat of the viewer; null for a spectator.", example=0)]
    rules_version: RulesVersion
    seats: Annotated[int, Field("The number of seats.", example=4)]
    options: Settings
    zones: Annotated[list[ZoneOut], Field("All zones that hold cards.")]
    faces: Faces
    public: Annotated[dict[str, Any], Field("The public state, by name.", example={"turn": 0, "plays_left": 3})]
    display: Annotated[DisplayOut, Field("What a client leaves out when it shows the table.")]
    prompts: Annotated[list[PromptOut], Field("All prompts that are not closed.")]
    known: Annotated[list[KnownOut], Field("What the viewer has learnt of cards that they cannot see any more.")]
    to_act: ToAct
    may_act: MayAct
    standings: Standings
    scores: Scores


class MoveOut(TypedDict):
    """The move that a seat chose."""

    verb: Annotated[str, Field("What the seat does.", example="pay")]
    args: Annotated[dict[str, Any], Field("The arguments of the move, by name.", example={"cards": [17]})]
