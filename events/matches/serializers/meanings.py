"""The shapes of what `GET /games/{game}` says about the meaning of names (games/kernel/words/meanings.py)."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from events.base.response_types import Field, Schema
from games.kernel.words.meanings import MEANS, TYPES

Title = Annotated[str, Field("The title, in the language of the caller.", example="Charge rent")]
Help = Annotated[str, Field("A sentence of help; empty where the title is enough.", example="One player owes you 5M.")]
Pattern = Annotated[
    str,
    Field(
        "A sentence with blanks: `{name}` is a value, `{name|one|several}` a word that agrees with it (for seats: "
        "you, another one, several), and a part in brackets is left out if one of its blanks is empty.",
        example="{seat} {seat|charge|charges} rent on {group}[, from {target}]",
    ),
]
HelpPattern = Annotated[
    str,
    Field(
        "The help as a pattern whose blanks are options, where options change it: a number fills its blank, a word "
        "with its title among `titles`. The forms are, for a flag, on and off, and for a word, one for each of `enum`.",
        example="Cards beyond {hand_limit} go {discard_to}.",
    ),
]
TypeName = Annotated[str, Schema(enum=list(TYPES)), Field("What the value is.", example="seat")]
Hidden = Annotated[bool, Field("True for a value that is of no use to people.", example=True)]
Of = Annotated[str, Field("The type of its items, for `by_seat` and `list`.", example="integer")]
Types = Annotated[dict[str, "TypeOut"], Field("The type of each value, by name.", example={"target": {"type": "seat"}})]

Keys = Annotated[str, Field("What the names of the members are, if they name cards by their ids.", example="card")]
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
    sight: Annotated[Literal["all", "owner", "none"], Field("Who sees the faces of its cards.", example="owner")]
    per: Annotated[
        Literal["table", "seat"], Field("Whether there is one for the table, or for each seat.", example="seat")
    ]
    numbered: Annotated[
        str | None,
        Field("What its numbers count: `place`, `group` or `offer`; null if it has none.", example="group"),
    ]
    shape: Annotated[
        Literal["hand", "pile", "row", "stack", "group", "hidden"], Field("How its cards are laid out.", example="hand")
    ]
    order: Annotated[
        Literal["set", "pile"], Field("Whether its cards have an order (`pile`) or none (`set`).", example="set")
    ]


class SlotMeaning(TypedDict):
    """A slot of a verb."""

    title: Title
    means: Annotated[str, Schema(enum=list(MEANS)), Field("What its values are.", example="seat")]


class VerbMeaning(TypedDict):
    """A verb; its pattern has the slots as blanks, and `seat`, who acts."""

    title: Title
    help: Help
    help_pattern: NotRequired[HelpPattern]
    says: Pattern
    slots: Annotated[
        dict[str, SlotMeaning],
        Field("What its slots mean, by name.", example={"target": {"title": "Who pays", "means": "seat"}}),
    ]


class PhaseMeaning(TypedDict):
    """A phase; its pattern has the prompt's data and the public state as blanks."""

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
    """An announcement; its pattern has the details as blanks."""

    title: Title
    help: Help
    help_pattern: NotRequired[HelpPattern]
    says: Pattern
    details: Types
