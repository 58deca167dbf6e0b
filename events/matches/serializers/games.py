"""Games: their pages and bots' levels."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from events.base.response_types import Field, GameKey, NextPage, Schema
from events.http.openapi.components import object_schema
from events.matches.serializers.meanings import (
    AnnouncementMeaning,
    Help,
    HelpPattern,
    Pattern,
    PhaseMeaning,
    PublicMeaning,
    Title,
    VerbMeaning,
    ZoneMeaning,
)


class LevelOut(TypedDict):
    """A level of a game's bots."""

    policy: Annotated[str, Field("The name of the level as the policy of a seat.", example="strong")]
    title: Annotated[str, Field("The title of the level.", example="Strong")]
    help: Annotated[str, Field("How a bot of this level plays, in one sentence.", example="Looks far ahead.")]


class AboutOut(TypedDict):
    """A game in four paragraphs for somebody who has never played it: a match with the default options."""

    goal: Annotated[str, Field("What the game is about.", example="Collect sets of properties of one colour.")]
    setup: Annotated[str, Field("How a match is set up.", example="Each player gets five cards.")]
    turn: Annotated[str, Field("What a player does in turn.", example="Draw two cards and play up to three.")]
    end: Annotated[str, Field("How a player wins.", example="The first player with three complete sets wins.")]


class IdeaOut(TypedDict):
    """An idea of a game, shown once when all that it waits for holds."""

    name: Annotated[str, Field("The name of the idea.", example="beat")]
    title: Title
    help: Help
    at: Annotated[Literal["hand", "question", "table"], Field("What the idea stands beside.")]
    phase: NotRequired[Annotated[str, Field("A prompt of this phase is open to you.", example="follow")]]
    verb: NotRequired[Annotated[str, Field("You may play this verb.", example="pay")]]
    happened: NotRequired[
        Annotated[str, Field("This verb was played, or this announcement was made.", example="revolution")]
    ]


class GuideOut(TypedDict):
    """A first match that explains the game while it is played."""

    bots: Annotated[int, Field("How many bots you play against.", example=2)]
    seed: Annotated[str, Field("The `seed` of the match, so that everybody has the same first hand.", example="0" * 64)]
    options: Annotated[dict[str, Any], Field("The `options` of the match.", example={"end": {"hands": 1}})]
    ideas: Annotated[list[IdeaOut], Field("The ideas, the one to show first where several could be shown first.")]


class ExampleOut(TypedDict):
    """An example of a game's rules with cards."""

    name: Annotated[str, Field("The name of the example.", example="beat")]
    title: Title
    help: Help
    groups: Annotated[
        list[list[str]],
        Field("The faces of the cards, in groups that lie one after another.", example=[["7", "7"], ["5", "5"]]),
    ]
    legal: Annotated[bool, Field("False: the rules do not allow what the example shows.", example=True)]


class LengthOut(TypedDict):
    """The usual length of a match among people."""

    minutes: Annotated[int, Field("The minutes of a match with the default options.", example=60)]
    option: Annotated[
        list[str],
        Field(
            "The way to the number among the options to which the minutes are proportional; empty: to none.",
            example=["end", "hands"],
        ),
    ]
    usual: Annotated[int | None, Field("That number by default; null without one.", example=20)]
    first: Annotated[
        dict[str, Any],
        Field("Options for a short first match, where the default one is long.", example={"end": {"hands": 3}}),
    ]


class SeatRange(TypedDict):
    """The possible numbers of seats."""

    min: Annotated[int, Field("The smallest number of seats.", example=2)]
    max: Annotated[int, Field("The largest number of seats.", example=5)]


class WordOut(TypedDict):
    """A word in the language of the caller."""

    title: Title
    help: Help


class LookOut(TypedDict):
    """The look of a card, by names that each client draws in its own way."""

    corner: Annotated[str | None, Field("The printed value in the corner, by its name; null: none.", example="value")]
    bands: Annotated[list[str], Field("The names of the colours of its bands.", example=["building"])]
    glyph: Annotated[str | None, Field("The name of the drawing; null: none.", example="house")]
    group: Annotated[str, Field("The group of faces to which it belongs.", example="building")]


class FaceOut(TypedDict):
    """A face of a card; beside these members it has what is printed on it."""

    title: Title
    short: NotRequired[
        Annotated[str, Field("What the card does, in at most 30 letters.", example="Draw three, keep one")]
    ]
    help: Help
    help_pattern: NotRequired[HelpPattern]
    look: Annotated[
        LookOut,
        Field(
            "How the card looks.",
            example={"corner": "value", "bands": ["building"], "glyph": "house", "group": "building"},
        ),
    ]


FACE = object_schema(FaceOut, lambda look: object_schema(look, dict)) | {"additionalProperties": True}


class GameOut(TypedDict, total=False):
    """A game in the language of the caller: its options, and what everything that it shows means.

    All members are there unless `?fields=` chooses some.
    """

    game: GameKey
    title: Annotated[str, Field("The title of the game.", example="Monopoly Deal")]
    summary: Annotated[str, Field("The game in one sentence.", example="Collect three full sets of properties.")]
    about: Annotated[AboutOut, Field("The game in three paragraphs.")]
    length: Annotated[LengthOut | None, Field("How long a match takes; null if unknown.")]
    guide: Annotated[GuideOut | None, Field("A guided first match; null where the game has none of its own.")]
    examples: Annotated[list[ExampleOut], Field("Examples of the rules with cards; none where the game has none.")]
    score: Annotated[
        Pattern | None,
        Field(
            "What a seat has scored, with its unit, as a pattern with the blank `score`; null: there are no scores.",
            example="{score} {score|point|points}",
        ),
    ]
    seats: Annotated[SeatRange, Field("The smallest and largest number of seats.")]
    options: Annotated[
        dict[str, Any],
        Field(
            "The JSON Schema of the options of a match. `titles` of an option names the words that it takes.",
            example={
                "type": "object",
                "properties": {
                    "sets_to_win": {"type": "integer", "default": 3, "title": "Sets to win"},
                    "win": {
                        "type": "string",
                        "enum": ["own_turn", "any_turn"],
                        "default": "own_turn",
                        "title": "Winning",
                        "titles": {"own_turn": "on your own turn", "any_turn": "at once"},
                    },
                },
            },
        ),
    ]
    rules_versions: Annotated[list[int], Field("All versions of the rules; new matches use the last.", example=[1, 2])]
    policies: Annotated[list[str], Field("The policies that a bot can follow.", example=["greedy", "uniform"])]
    levels: Annotated[list[LevelOut], Field("The policies that are levels of strength, the weakest first.")]
    faces: Annotated[
        dict[str, Any],
        Schema(additionalProperties=FACE),
        Field(
            "Every face of a card: `title`, `help`, `look` (names for its corner, bands, glyph and group), and what "
            "is printed on it.",
            example={
                "house": {
                    "title": "House",
                    "help": "3M more rent.",
                    "value": 3,
                    "look": {"corner": "value", "bands": ["building"], "glyph": "house", "group": "building"},
                }
            },
        ),
    ]
    zones: Annotated[dict[str, ZoneMeaning], Field("What each kind of zone is.")]
    verbs: Annotated[dict[str, VerbMeaning], Field("What each verb says, and what its slots mean.")]
    words: Annotated[
        dict[str, WordOut],
        Field(
            "The title and help of each word that a slot of a move can offer.",
            example={"blue": {"title": "Blue", "help": ""}},
        ),
    ]
    phases: Annotated[dict[str, PhaseMeaning], Field("What each phase asks, and the types of its prompts' data.")]
    public: Annotated[dict[str, PublicMeaning], Field("The type of each member of the public state.")]
    announcements: Annotated[
        dict[str, AnnouncementMeaning], Field("What each announcement says, and the types of its details.")
    ]
    rulings: Annotated[
        dict[str, WordOut],
        Field(
            "The decisions where the printed rules leave a choice.",
            example={"1": {"title": "An empty hand", "help": "Draw five cards."}},
        ),
    ]
    notes: Annotated[
        dict[str, WordOut],
        Field(
            "The remarks of the rule sheet beside the rules: advice, names, stories. Empty if there are none.",
            example={"cash": {"title": "Keep some money", "help": "You pay with what lies in front of you."}},
        ),
    ]


class GameList(TypedDict):
    """All games."""

    items: Annotated[list[GameOut], Field("The games by key; `?fields=` leaves members out.")]
    next: NextPage
