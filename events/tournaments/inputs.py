"""The shapes of request bodies about tournaments."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from events.base.policies import POLICIES
from events.http.fields import Choice, Hex32, JsonSchema, Mapping, Several, Shape, Truth, WholeNumber, Word
from events.matches.shapes.new_match import ClockInput
from events.tournaments.scoring import SCORINGS, TIE_BREAKS

FORMATS = ("round_robin", "swiss", "knock_out")
LARGEST_MS = 253_370_764_800_000  # the year 9999


class Instant(Word):
    """A time with its offset from UTC (RFC 3339); as milliseconds since 1970."""

    keywords: JsonSchema = {"format": "date-time"}
    default_error_messages = {"bad_moment": "Expected a time with its offset from UTC."}

    def __init__(self, description: str, example: Any, **options: Any) -> None:
        super().__init__(description, example, max_length=40, **options)
        self.validators = []  # those of a text do not apply to the number

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


class TournamentInput(Shape):
    """A new tournament."""

    title = Word("What the tournament is called.", "Friday evening", min_length=2, max_length=80)
    game = Word("The key of the game.", "great_dalmuti", max_length=40)
    options = Mapping("The options of the game, as in `POST /matches`.", {"end": {"hands": 1}}, required=False)
    seats = WholeNumber("The number of seats of each table.", 4, min_value=2, max_value=16)
    format = Choice("How the rounds are drawn; `knock_out` needs tables of two seats.", "swiss", choices=FORMATS)
    rounds = WholeNumber(
        "The number of rounds; left out where it follows from the entries: in a knock-out, and in a round robin of two "
        "seats.", 3, min_value=1, max_value=30, required=False, allow_null=True,
    )  # fmt: skip
    deals_per_round = WholeNumber(
        "How many matches each table plays in a round, seats rotated; by default 1.", 2, min_value=1, max_value=8,
        required=False,
    )  # fmt: skip
    duplicate = Truth("Whether all tables of a round play the same deals.", True, required=False)
    scoring = Choice(
        "What results count: `places`, or, with `duplicate`, also `matchpoints` (the default there) or `differences`, "
        "which compare each seat with the same seat of the other tables.", "matchpoints", choices=SCORINGS,
        required=False,
    )  # fmt: skip
    tie_breaks = Several(
        "What decides between equal points, in this order; by default `buchholz`, then `wins`.",
        ["buchholz", "wins"], child=Choice("A tie-break.", "wins", choices=list(TIE_BREAKS)), max_length=4,
        required=False,
    )  # fmt: skip
    max_players = WholeNumber("How many may enter.", 16, min_value=2, max_value=64)
    clock = ClockInput(required=False, allow_null=True, help_text="How long a move may take in the matches.")
    rated = Truth("Whether matches between people count for ratings.", False, required=False)
    visibility = Choice(
        "Who can find and enter the tournament: everybody, everybody who has its address, or those whom you invite.",
        "public", choices=["public", "unlisted", "private"], required=False,
    )  # fmt: skip
    invited = Several(
        "The names of the players who may know of a private tournament.", ["Grace"],
        child=Word("The name of a player.", "Grace", min_length=2, max_length=40), max_length=64, required=False,
    )  # fmt: skip
    start = Choice(
        "What starts the tournament: you, or also that it is full.", "when_full", choices=["manual", "when_full"],
        required=False,
    )  # fmt: skip
    starts_at = Instant(
        "When it starts by itself; with too few entries it is cancelled then. Null: at no time.",
        "2026-03-01T18:00:00Z", required=False, allow_null=True,
    )  # fmt: skip


class EntryInput(Shape):
    """An entry: your own, or a bot's."""

    policy = Choice(
        "The policy of a bot, which only the organiser may enter.", "greedy", choices=POLICIES, required=False
    )
    nonce = Hex32(
        "Your part of the seeds of shared deals and of the lots; null: the server chooses it.", "5c" * 32,
        required=False, allow_null=True,
    )  # fmt: skip
