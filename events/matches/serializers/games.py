"""The types of games: their descriptions and the levels of their bots."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from events.base.response_types import Field, GameKey, NextPage, Schema, component
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


@component("GameSummary")
class AboutOut(TypedDict):
    """A game with the default options, in four paragraphs for beginners."""

    goal: Annotated[str, Field("The goal of the game.", example="Collect sets of properties of one colour.")]
    setup: Annotated[str, Field("The setup of a match.", example="Each player gets five cards.")]
    turn: Annotated[str, Field("The actions of a player in a turn.", example="Draw two cards and play up to three.")]
    end: Annotated[str, Field("How a player wins.", example="The first player with three complete sets wins.")]


class IdeaOut(TypedDict):
    """A hint about a game, shown once when all its conditions hold."""

    name: Annotated[str, Field("The name of the idea.", example="beat")]
    title: Title
    help: Help
    at: Annotated[Literal["hand", "question", "table"], Field("The part of the page beside which the hint is shown.")]
    phase: NotRequired[
        Annotated[str, Field("The condition that a prompt of this phase is open to you.", example="follow")]
    ]
    verb: NotRequired[Annotated[str, Field("The condition that you may play this verb.", example="pay")]]
    happened: NotRequired[
        Annotated[
            str,
            Field("The condition that this verb was played, or that this announcement was made.", example="revolution"),
        ]
    ]


class GuideOut(TypedDict):
    """A first match that explains the game while it is played."""

    bots: Annotated[int, Field("The number of bots against which you play.", example=2)]
    seed: Annotated[str, Field("The `seed` of the match, so that everybody has the same first hand.", example="0" * 64)]
    options: Annotated[dict[str, Any], Field("The `options` of the match.", example={"end": {"hands": 1}})]
    ideas: Annotated[
        list[IdeaOut],
        Field("The hints. If several hints could be shown first, the first of them in this list is shown."),
    ]


class ExampleOut(TypedDict):
    """An example of a game's rules with cards."""

    name: Annotated[str, Field("The name of the example.", example="beat")]
    title: Title
    help: Help
    groups: Annotated[
        list[list[str]],
        Field("The faces of the cards, in groups that lie one after another.", example=[["7", "7"], ["5", "5"]]),
    ]
    legal: Annotated[bool, Field("False: the example shows something that the rules do not allow.", example=True)]


class LengthOut(TypedDict):
    """The usual length of a match among people."""

    minutes: Annotated[int, Field("The minutes of a match with the default options.", example=60)]
    option: Annotated[
        list[str],
        Field(
            "The path to the option to which the minutes are proportional; empty: the minutes depend on no option.",
            example=["end", "hands"],
        ),
    ]
    usual: Annotated[int | None, Field("The default value of that option; null if `option` is empty.", example=20)]
    first: Annotated[
        dict[str, Any],
        Field(
            "The options for a short first match, if a match with the default options is long.",
            example={"end": {"hands": 3}},
        ),
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
    """The look of a card: names of elements that each client draws in its own way."""

    corner: Annotated[
        str | None, Field("The name of the printed value in the corner; null: no value.", example="value")
    ]
    bands: Annotated[list[str], Field("The names of the colours of the bands on the card.", example=["building"])]
    glyph: Annotated[str | None, Field("The name of the drawing; null: no drawing.", example="house")]
    group: Annotated[str, Field("The group of faces to which the face belongs.", example="building")]


class FaceOut(TypedDict):
    """A face of a card. In addition to these members it has the printed values of the card."""

    title: Title
    short: NotRequired[
        Annotated[str, Field("The effect of the card, in at most 30 letters.", example="Draw three, keep one")]
    ]
    help: Help
    help_pattern: NotRequired[HelpPattern]
    look: Annotated[
        LookOut,
        Field(
            "The look of the card.",
            example={"corner": "value", "bands": ["building"], "glyph": "house", "group": "building"},
        ),
    ]


FACE = object_schema(FaceOut, lambda look: object_schema(look, dict)) | {"additionalProperties": True}


class GameOut(TypedDict, total=False):
    """A game in the language of the caller: its options, and the meanings of all its parts.

    All members are present unless `?fields=` selects some.
    """

    game: GameKey
    title: Annotated[str, Field("The title of the game.", example="Monopoly Deal")]
    summary: Annotated[str, Field("The game in one sentence.", example="Collect three full sets of properties.")]
    about: Annotated[AboutOut, Field("The game in four paragraphs.")]
    length: Annotated[LengthOut | None, Field("The usual length of a match; null if unknown.")]
    guide: Annotated[GuideOut | None, Field("A guided first match; null if the game has none.")]
    examples: Annotated[list[ExampleOut], Field("Examples of the rules with cards; empty if the game has none.")]
    score: Annotated[
        Pattern | None,
        Field(
            "The pattern for the score of a seat with its unit; its blank is `score`. Null: the game has no scores.",
            example="{score} {score|point|points}",
        ),
    ]
    seats: Annotated[SeatRange, Field("The smallest and largest number of seats.")]
    options: Annotated[
        dict[str, Any],
        Field(
            "The JSON Schema of the options of a match. The member `titles` of an option contains the titles of the "
            "words that the option accepts.",
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
            "The faces of the cards, by key: `title`, `help`, `look` (names for its corner, bands, glyph and group), "
            "and the printed values.",
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
    zones: Annotated[dict[str, ZoneMeaning], Field("The meaning of each kind of zone.")]
    verbs: Annotated[dict[str, VerbMeaning], Field("The pattern of each verb, and the meanings of its slots.")]
    words: Annotated[
        dict[str, WordOut],
        Field(
            "The title and help of each word that a slot of a move can offer.",
            example={"blue": {"title": "Blue", "help": ""}},
        ),
    ]
    phases: Annotated[
        dict[str, PhaseMeaning], Field("The question of each phase, and the types of the data of its prompts.")
    ]
    public: Annotated[dict[str, PublicMeaning], Field("The type of each member of the public state.")]
    announcements: Annotated[
        dict[str, AnnouncementMeaning], Field("The pattern of each announcement, and the types of its details.")
    ]
    rulings: Annotated[
        dict[str, WordOut],
        Field(
            "The decisions on points that the printed rules leave open.",
            example={"1": {"title": "An empty hand", "help": "Draw five cards."}},
        ),
    ]
    notes: Annotated[
        dict[str, WordOut],
        Field(
            "The remarks of the rule sheet that are not rules: advice, names, stories. Empty if there are none.",
            example={"cash": {"title": "Keep some money", "help": "You pay with what lies in front of you."}},
        ),
    ]


class GameList(TypedDict):
    """All games."""

    items: Annotated[list[GameOut], Field("The games, in the order of their keys; `?fields=` selects their members.")]
    next: NextPage
