"""The types of requests for a new tournament."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from events.http.fields import (
    BooleanField,
    CharField,
    ChoiceField,
    DictField,
    IntegerField,
    JsonSchema,
    LineField,
    Serializer,
    SlugChoiceField,
    UniqueListField,
    UUIDField,
)
from events.matches.serializers.new_match import ClockInput
from events.tournaments.scoring import SCORINGS, TIE_BREAKS
from events.tournaments.serializers.tournaments import FORMATS
from games import registry

LARGEST_MS = 253_370_764_800_000  # the year 9999


class Instant(CharField):
    """A time with its offset from UTC (RFC 3339). The validated value is in milliseconds since 1970."""

    keywords: JsonSchema = {"format": "date-time"}
    default_error_messages = {"bad_moment": "Expected a time with its offset from UTC."}

    def __init__(self, description: str, example: Any, **options: Any) -> None:
        super().__init__(description, example, max_length=40, **options)
        self.validators = []  # the validators of the text field do not apply to a number

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        try:
            moment = datetime.fromisoformat(text)
            at_ms = int(moment.timestamp() * 1000) if moment.tzinfo and len(text) <= 40 else -1
        except (ValueError, OverflowError):
            at_ms = -1
        if not 0 <= at_ms <= LARGEST_MS:
            self.fail("bad_moment")
        return at_ms


LATE_ENTRY = (
    "The round until whose draw players may enter a Swiss tournament that has begun; earlier rounds count 0 for them. "
    "Null: nobody may enter after the start."
)


class TournamentInput(Serializer):
    """A new tournament."""

    title = LineField("The title of the tournament.", "Friday evening", min_length=2, max_length=80)
    game = SlugChoiceField("The key of the game.", "great_dalmuti", among=registry.GAMES, max_length=40)
    options = DictField("The options of the game, as in `POST /matches`.", {"end": {"hands": 1}}, required=False)
    seats = IntegerField("The number of seats of each table.", 4, min_value=2, max_value=16)
    format = ChoiceField("How the rounds are drawn; `knock_out` needs tables of two seats.", "swiss", choices=FORMATS)
    rounds = IntegerField(
        "The number of rounds. Left out if it depends on the entries: in a knock-out, and in a round robin with two "
        "seats at each table.",
        3,
        min_value=1,
        max_value=30,
        required=False,
        allow_null=True,
    )
    deals_per_round = IntegerField(
        "The number of matches that each table plays in a round, with rotated seats; by default 1.",
        2,
        min_value=1,
        max_value=8,
        required=False,
    )
    duplicate = BooleanField("Whether all tables of a round play the same deals.", True, required=False)
    scoring = ChoiceField(
        "How results are counted: by `places` (the default) or, with `duplicate`, also by `matchpoints` or "
        "`differences`. The last two compare each seat with the same seat of the other tables, so a winner may get "
        "fewer points than a loser.",
        "matchpoints",
        choices=SCORINGS,
        required=False,
    )
    tie_breaks = UniqueListField(
        "The criteria that decide between equal points, in this order. By default `buchholz`, then `wins`; with "
        "`duplicate`, `matchpoints`, then `buchholz`. `matchpoints` and `differences` require `duplicate`.",
        ["buchholz", "wins"],
        child=ChoiceField("A tie-break.", "wins", choices=list(TIE_BREAKS)),
        max_length=6,
        required=False,
    )
    max_players = IntegerField("The maximum number of entries.", 16, min_value=2, max_value=64)
    clock = ClockInput(required=False, allow_null=True, help_text="How long a move may take in the matches.")
    rated = BooleanField("Whether matches between people count for ratings.", False, required=False)
    visibility = ChoiceField(
        "Who can find and enter the tournament. `public`: everybody; `unlisted`: everybody who has its address; "
        "`private`: the players whom you invite.",
        "public",
        choices=["public", "unlisted", "private"],
        required=False,
    )
    club = UUIDField(
        "The id of the club that holds the tournament, and of which you are a member; null: no club. The tournaments "
        "of a private club are private, and all its members can see them.",
        "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55",
        required=False,
        allow_null=True,
    )
    invited = UniqueListField(
        "The names of the players who may see a private tournament.",
        ["Grace"],
        child=CharField("The name of a player.", "Grace", min_length=2, max_length=40),
        max_length=64,
        required=False,
    )
    start = ChoiceField(
        "What starts the tournament. `manual`: you; `when_full`: you, or the entry that fills the tournament.",
        "when_full",
        choices=["manual", "when_full"],
        required=False,
    )
    starts_at = Instant(
        "When the tournament starts automatically; it is cancelled at that time if it has too few entries. Null: "
        "never.",
        "2026-03-01T18:00:00Z",
        required=False,
        allow_null=True,
    )
    late_entry = IntegerField(LATE_ENTRY, 3, min_value=2, max_value=30, required=False, allow_null=True)
    substitutes = BooleanField(
        "Whether substitutes may take over the entries of players who withdraw after the start; in a knock-out only "
        "before the first round.",
        True,
        required=False,
    )
    team_size = IntegerField(
        "The number of players of each entry; by default 1. Two teams meet at this number of boards, each a match of "
        "two seats; their result is the sum of all boards.",
        3,
        min_value=1,
        max_value=8,
        required=False,
    )
    replays = IntegerField(
        "The number of replays if two players of a knock-out end level, before the tie-breaks decide; by default 0. "
        "Not allowed with `duplicate`.",
        2,
        min_value=0,
        max_value=5,
        required=False,
    )

    check_in = IntegerField(
        "The minutes from the opening of the check-in to `starts_at`; only players who have checked in are drawn. "
        "Null: no check-in.",
        30,
        min_value=5,
        max_value=1440,
        required=False,
        allow_null=True,
    )
    round_minutes = IntegerField(
        "The maximum length of a round, in minutes. After that, its matches are ended, and the players who were "
        "present share the first places. Null: no limit.",
        40,
        min_value=1,
        max_value=10_080,
        required=False,
        allow_null=True,
    )
    weekly_in = CharField(
        "The IANA name of a time zone. When the tournament begins, a tournament for the week after is opened, at the "
        "same hour in this time zone. Null: the tournament is not repeated.",
        "Europe/Paris",
        max_length=40,
        required=False,
        allow_null=True,
    )
