"""The types of requests for a new match."""

from __future__ import annotations

from events.base.policies import POLICIES, STEPS
from events.base.response_types import component
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


@component("SeatInput")
class SeatInput(Serializer):
    """The initial holder of a seat."""

    kind = ChoiceField(
        "`me`: you; `open`: anybody who joins; `bot`: a bot; `player`: a player whom you invite.",
        "bot",
        choices=["me", "open", "bot", "player"],
    )
    policy = ChoiceField("The policy of a bot; by default `greedy`.", "greedy", choices=POLICIES, required=False)
    player = CharField(
        "The name of a bot account (`GET /bots`), whose program plays instead of a policy.",
        "Deep Dalmuti",
        min_length=2,
        max_length=40,
        required=False,
    )
    name = CharField("The name of the player whom you invite.", "Grace", min_length=2, max_length=40, required=False)


@component("ClockInput")
class ClockInput(Serializer):
    """The time for moves (seconds for each move, or a bank with an increment) and the consequence of a timeout."""

    per_move = IntegerField(
        "The seconds for each move; null: no limit.",
        86_400,
        min_value=1,
        max_value=30 * 86_400,
        required=False,
        allow_null=True,
    )
    bank = IntegerField(
        "The seconds in the bank of a seat, which run while the match waits for the seat; replaces `per_move`. Null: "
        "no bank.",
        259_200,
        min_value=1,
        max_value=30 * 86_400,
        required=False,
        allow_null=True,
    )
    increment = IntegerField(
        "The seconds that each prompt adds to the bank.", 43_200, min_value=1, max_value=7 * 86_400, required=False
    )
    play_window = BooleanField(
        "Whether the time of a seat runs only within the `play_window` that its player had when taking the seat.",
        True,
        required=False,
    )
    vacation_days = IntegerField(
        "The days of vacation for each seat, during which its time stops.", 7, min_value=0, max_value=30, required=False
    )
    on_timeout = ChoiceField(
        "What happens at a deadline that a player misses.",
        "default_move",
        choices=["default_move", "resign"],
        required=False,
    )
    ladder = StepListField(
        "The steps that replace `on_timeout`: for the first deadline that a player misses, for the second in a row, "
        "and so on; the last step repeats. `bot`: a bot plays in the seat until its player returns; `substitute`: a "
        "bot plays until anybody takes the seat; `end`: the match ends without a result.",
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
        "The options of the game by name, as `GET /games/{game}` describes them; omitted options have their defaults.",
        {"end": {"hands": 3}},
        required=False,
    )
    seats = ListSerializer(child=SeatInput(), min_length=1, max_length=16, help_text="The seats in order.")
    visibility = ChoiceField(
        "Who can find and watch the match. `public`: everybody; `unlisted`: everybody who has its address; `private`: "
        "only its players and the members of its `club`. The default is `public`; in a private club, `private` is the "
        "default and the only choice.",
        "public",
        choices=["public", "unlisted", "private"],
        required=False,
    )
    start = ChoiceField(
        "`when_full`: the match starts when every seat is taken; `manual`: its creator starts it.",
        "when_full",
        choices=["when_full", "manual"],
        required=False,
    )
    clock = ClockInput(required=False, allow_null=True, help_text="How long a move may take.")
    title = LineField(
        "The title of the table, which others see: one line of plain text, without control characters or direction "
        "marks; null: no title.",
        "Tuesday, first table",
        max_length=80,
        required=False,
        allow_null=True,
    )
    club = UUIDField(
        "The id of the club to which the table belongs, and of which you are a member; null: no club.",
        "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55",
        required=False,
        allow_null=True,
    )
    fairness = ChoiceField(
        "How the seed is made. `nonces`: from nonces that the players send when they join; `commit_reveal`: by commit "
        "and reveal.",
        "nonces",
        choices=["nonces", "commit_reveal"],
        required=False,
    )
    nonce = Hex32Field(NONCE, "5c" * 32, required=False, allow_null=True)
    reveal = ChoiceField(
        "Who may see everything once the match is over.", "all", choices=["all", "seats", "auditor"], required=False
    )
    rated = BooleanField(
        "Whether the result counts for ratings: for the general ratings if the match is public, and for the ratings "
        "of its club.",
        False,
        required=False,
    )
    substitutes = BooleanField(
        "Whether another player may take the seat of a player who is absent or leaves.", False, required=False
    )
    spectator_delay = IntegerField(
        "The delay with which viewers without a seat see the match, in seconds, from the deal to the end; 0: no delay.",
        300,
        min_value=0,
        max_value=86_400,
        required=False,
    )
    seed = Hex32Field(
        "A seed that you choose, for a practice match; null: no chosen seed.",
        "5c" * 32,
        required=False,
        allow_null=True,
    )
