"""The types of requests for a new match."""

from __future__ import annotations

from events.base.policies import POLICIES, STEPS
from events.http.fields import (
    BooleanField,
    CharField,
    ChoiceField,
    DictField,
    Hex32Field,
    IntegerField,
    LineField,
    ListSerializer,
    Serializer,
    SlugChoiceField,
    StepListField,
    UUIDField,
)
from events.matches.serializers.seats import NONCE
from games import registry


class SeatInput(Serializer):
    """The initial holder of a seat."""

    kind = ChoiceField(
        "You, anybody who joins, a bot, or a player whom you invite.", "bot", choices=["me", "open", "bot", "player"]
    )
    policy = ChoiceField("The policy of a bot; `greedy` if left out.", "greedy", choices=POLICIES, required=False)
    player = CharField(
        "The name of a bot's account (`GET /bots`), whose program plays in place of a policy.",
        "Deep Dalmuti",
        min_length=2,
        max_length=40,
        required=False,
    )
    name = CharField("The name of the player whom you invite.", "Grace", min_length=2, max_length=40, required=False)


class ClockInput(Serializer):
    """The time for a move: seconds for each, or a bank with an increment; and the consequence of a timeout."""

    per_move = IntegerField(
        "Seconds for each move; null: no limit.",
        86_400,
        min_value=1,
        max_value=30 * 86_400,
        required=False,
        allow_null=True,
    )
    bank = IntegerField(
        "Seconds that run while the match waits for the seat, instead of `per_move`; null: none.",
        259_200,
        min_value=1,
        max_value=30 * 86_400,
        required=False,
        allow_null=True,
    )
    increment = IntegerField(
        "Seconds that a bank gains with each prompt.", 43_200, min_value=1, max_value=7 * 86_400, required=False
    )
    play_window = BooleanField(
        "Whether time runs only in the `play_window` that a player had when they sat down.", True, required=False
    )
    vacation_days = IntegerField(
        "Days of vacation for each seat, on which its time stands.", 7, min_value=0, max_value=30, required=False
    )
    on_timeout = ChoiceField(
        "What happens when the time is up.", "default_move", choices=["default_move", "resign"], required=False
    )
    ladder = StepListField(
        "Instead of `on_timeout`: what happens at the first deadline that a player misses, at the second in a row, and "
        "so on; the last step repeats. `bot`: a bot plays on in the seat until its player returns; `substitute`: until "
        "anybody takes it; `end`: the match ends without a result.",
        ["default_move", "bot"],
        child=ChoiceField("A step.", "bot", choices=STEPS),
        min_length=1,
        max_length=5,
        required=False,
    )


class MatchInput(Serializer):
    """A new match."""

    game = SlugChoiceField("The key of the game.", "great_dalmuti", among=registry.GAMES, max_length=40)
    options = DictField(
        "The options of the game by name, as `GET /games/{game}` describes them; others have their defaults.",
        {"end": {"hands": 3}},
        required=False,
    )
    seats = ListSerializer(child=SeatInput(), min_length=1, max_length=16, help_text="The seats in order.")
    visibility = ChoiceField(
        "Who can find and watch the match: everybody, everybody who has its address, or only its players and the "
        "members of its `club`; `public` by default, in a private club `private`, which is the only choice there.",
        "public",
        choices=["public", "unlisted", "private"],
        required=False,
    )
    start = ChoiceField(
        "What starts the match: that every seat is taken, or its creator.",
        "when_full",
        choices=["when_full", "manual"],
        required=False,
    )
    clock = ClockInput(required=False, allow_null=True, help_text="How long a move may take.")
    title = LineField(
        "The title of the table that others see, in one line of plain text, without control characters or marks of "
        "direction; null: nothing.",
        "Tuesday, first table",
        max_length=80,
        required=False,
        allow_null=True,
    )
    club = UUIDField(
        "The id of a club of which you are a member, whose table it is; null: of none.",
        "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55",
        required=False,
        allow_null=True,
    )
    fairness = ChoiceField(
        "How the seed is made: of nonces that the seats send as they join, or by commit and reveal.",
        "nonces",
        choices=["nonces", "commit_reveal"],
        required=False,
    )
    nonce = Hex32Field(NONCE, "5c" * 32, required=False, allow_null=True)
    reveal = ChoiceField(
        "Who sees everything once the match is over.", "all", choices=["all", "seats", "auditor"], required=False
    )
    rated = BooleanField(
        "Whether the result counts for ratings: those of everybody in a public match, and those of its club.",
        False,
        required=False,
    )
    substitutes = BooleanField(
        "Whether somebody else may take the seat of a player who is absent or leaves.", False, required=False
    )
    spectator_delay = IntegerField(
        "The delay, in seconds, with which viewers without a seat see the match, from the deal to its end; 0: none.",
        300,
        min_value=0,
        max_value=86_400,
        required=False,
    )
    seed = Hex32Field(
        "A seed of your own, for a practice match; null: none.", "5c" * 32, required=False, allow_null=True
    )
