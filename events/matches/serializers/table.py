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
    component,
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
        "The visible faces by card number, each with the printed values of the card.",
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
    number: Annotated[
        int | None,
        Field(
            "The number that distinguishes zones with the same name and seat; null if the zone has no number.",
            example=1,
        ),
    ]
    cards: CardNumbers


class PromptOut(TypedDict):
    """A decision that the match waits for."""

    id: PromptId
    parent: Annotated[
        int | None, Field("The prompt that continues once this prompt is closed; null: no prompt.", example=6)
    ]
    phase: Annotated[str, Field("The phase of the game that the prompt belongs to.", example="turn")]
    mode: Annotated[Literal["once", "open"], Field("Whether each seat answers once or may move repeatedly.")]
    seats: SeatNumbers
    data: Annotated[
        dict[str, Any], Field("The data of the prompt; its members depend on the phase.", example={"owed": 5})
    ]
    open: Annotated[bool, Field("Whether the prompt accepts moves now.", example=True)]
    deadline: Annotated[Moment | None, Field("The time at which the server answers the prompt; null: no deadline.")]
    after: Annotated[
        int | None,
        Field(
            "The seconds until the server answers, by the rules of the game; null: no limit by the rules.", example=30
        ),
    ]
    window: Annotated[
        int | None,
        Field("The seconds during which answers stay sealed before they take effect; null: no such delay.", example=5),
    ]
    beside: Annotated[bool, Field("Whether the prompt stays open while others are open.", example=False)]
    arrived: Annotated[
        list[int], Field("The seats whose sealed answer has arrived, if the game shows that.", example=[2])
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
    number: Annotated[
        int | None,
        Field(
            "The number that distinguishes zones with the same name and seat; null if the zone has no number.",
            example=None,
        ),
    ]


@component("KnownCard")
class KnownOut(TypedDict):
    """A card that the viewer cannot see but whose face the viewer knows."""

    zone: Annotated[ZoneName, Field("The zone that holds the card.")]
    position: Annotated[
        int | None,
        Field(
            "The position of the card in a pile (0: the bottom); null: the card lies anywhere in the zone.", example=41
        ),
    ]
    face: Annotated[str, Field("The face of the card.", example="debt_collector")]


@component("HiddenDisplay")
class DisplayOut(TypedDict):
    """The parts of the table that clients omit because players do not show them to each other."""

    blank: Annotated[
        dict[str, list[int]],
        Field(
            "The members of `public` that contain a number for each seat, with the seats whose number clients leave "
            "blank. The numbers are not secret: everybody can count them. Empty once the match is over.",
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
    display: Annotated[DisplayOut, Field("The parts of the table that clients do not show.")]
    prompts: Annotated[list[PromptOut], Field("All prompts that are not closed.")]
    known: Annotated[list[KnownOut], Field("The cards that the viewer cannot see but whose faces the viewer knows.")]
    to_act: ToAct
    may_act: MayAct
    standings: Standings
    scores: Scores


class MoveOut(TypedDict):
    """The move that a seat chose."""

    verb: Annotated[str, Field("The verb: what the seat does.", example="pay")]
    args: Annotated[dict[str, Any], Field("The arguments of the move, by name.", example={"cards": [17]})]
