"""The shapes of request bodies about forks and links to replays."""

from __future__ import annotations

from events.base.policies import POLICIES
from events.http.fields import Choice, Hex32, Shape, WholeNumber


class ForkSeatInput(Shape):
    """Who plays in a seat of a fork."""

    kind = Choice("You, or a bot.", "bot", choices=["me", "bot"])
    policy = Choice("The policy of a bot; `greedy` if left out.", "greedy", choices=POLICIES, required=False)


class ForkInput(Shape):
    """A fork of a match."""

    at = WholeNumber("The event after which the fork begins, by its `seq`.", 41, min_value=0, max_value=2**53 - 1)
    mode = Choice(
        "`exact`: the same cards; `resampled`: what you did not see is dealt again.", "resampled",
        choices=["exact", "resampled"],
    )  # fmt: skip
    seat = WholeNumber(
        "Your seat; null: the one that moves next, yours if it is one of several. Bots play in the others.", 0,
        min_value=0, max_value=15, required=False, allow_null=True,
    )  # fmt: skip
    seats = ForkSeatInput(
        many=True, min_length=1, max_length=16, required=False,
        help_text="Instead of `seat`: all seats, one of them yours.",
    )  # fmt: skip
    seed = Hex32("A seed of your own; null: the server draws one.", "5c" * 32, required=False, allow_null=True)


class ReplayLinkInput(Shape):
    """Whose view a replay shows."""

    vars()["as"] = Choice(  # a word of Python
        "`spectator`: what everybody saw; `me`: what your seat saw.", "spectator", choices=["spectator", "me"]
    )
