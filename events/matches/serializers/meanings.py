"""The types of the meanings of names in `GET /games/{game}` (games/kernel/words/meanings.py)."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from events.base.response_types import Field, Schema
from games.kernel.words.meanings import MEANS, TYPES

Title = Annotated[str, Field("The title, in the language of the caller.", example="Charge rent")]
Help = Annotated[str, Field("A sentence of help; empty if the title is enough.", example="One player owes you 5M.")]
Pattern = Annotated[
    str,
    Field(
        "A sentence with blanks. `{name}` stands for a value, and `{name|one|several}` for a word that agrees with it "
        "(for seats: you, another seat, several seats). A part in brackets is left out if one of its blanks is empty.",
        example="{seat} {seat|charge|charges} rent on {group}[, from {target}]",
    ),
]
HelpPattern = Annotated[
    str,
    Field(
        "The help as a pattern, if options change it; its blanks are options. A number fills its blank; a word is "
        "replaced by its title in `titles`. The forms of a flag are on and off; a word has a form for each value in "
        "`enum`.",
        example="Cards beyond {hand_limit} go {discard_to}.",
    ),
]
TypeName = Annotated[str, Schema(enum=list(TYPES)), Field("The type of the value.", example="seat")]
Hidden = Annotated[
    bool, Field("True for a value that clients need not show, because it is of no use to people.", example=True)
]
Of = Annotated[str, Field("The type of the items, for `by_seat` and `list`.", example="integer")]
Types = Annotated[dict[str, "TypeOut"], Field("The type of each value, by name.", example={"target": {"type": "seat"}})]

Keys = Annotated[str, Field("The type of the names of the members, if the names are the ids of cards.", example="card")]
Members = Annotated[dict[str, str], Field("The types of the members of an object, by name.", example={"seat": "seat"})]


class TypeOut(TypedDict):
    """The type of a value."""

    type: TypeName
    of: NotRequired[Of]
    members: NotRequired[Members]
    keys: NotRequired[Keys]
    hidden: NotRequired[Hidden]


class ZoneMeaning(TypedDict):
    """A kind of zone."""

    title: Title
    help: Help
    help_pattern: NotRequired[HelpPattern]
    sight: Annotated[
        Literal["all", "owner", "none"], Field("Who sees the faces of the cards of the zone.", example="owner")
    ]
    per: Annotated[
        Literal["table", "seat"],
        Field("`table`: the table has one such zone; `seat`: each seat has one.", example="seat"),
    ]
    numbered: Annotated[
        str | None,
        Field(
            "What the numbers of these zones count: `place`, `group` or `offer`; null if the zones have no numbers.",
            example="group",
        ),
    ]
    shape: Annotated[
        Literal["hand", "pile", "row", "stack", "group", "hidden"],
        Field("The layout of the cards of the zone.", example="hand"),
    ]
    order: Annotated[
        Literal["set", "pile"],
        Field("`pile`: the cards of the zone have an order; `set`: they have none.", example="set"),
    ]


class SlotMeaning(TypedDict):
    """A slot of a verb."""

    title: Title
    means: Annotated[str, Schema(enum=list(MEANS)), Field("What the values of the slot are.", example="seat")]


class VerbMeaning(TypedDict):
    """A verb. Its pattern has blanks for the slots, and the blank `seat` for the acting seat."""

    title: Title
    help: Help
    help_pattern: NotRequired[HelpPattern]
    says: Pattern
    slots: Annotated[
        dict[str, SlotMeaning],
        Field("The meanings of the slots, by name.", example={"target": {"title": "Who pays", "means": "seat"}}),
    ]


class PhaseMeaning(TypedDict):
    """A phase. Its pattern has blanks for the prompt's data and for the public state."""

    title: Title
    help: Help
    help_pattern: NotRequired[HelpPattern]
    asks: Pattern
    data: Types


class PublicMeaning(TypedDict):
    """A member of the public state."""

    title: Title
    help: Help
    help_pattern: NotRequired[HelpPattern]
    type: TypeName
    of: NotRequired[Of]
    members: NotRequired[Members]
    keys: NotRequired[Keys]
    hidden: NotRequired[Hidden]


class AnnouncementMeaning(TypedDict):
    """An announcement. Its pattern has blanks for the details."""

    title: Title
    help: Help
    help_pattern: NotRequired[HelpPattern]
    says: Pattern
    details: Types
