"""The same view and seed lead to the same move: also from the view's JSON, and with another truth behind the view.

`python -m tests.bots.same_move 1000` counts a thousand decisions of each policy that does not search, in each game.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import count, islice

from bots import policies
from events.policies import THINKING, policies_of
from games import registry
from games.kernel.codec import view_from, view_json
from games.kernel.rng import policy_draws
from games.kernel.view import View, sample_world, view_of
from tests.bots.moments import Moment, moments

A_MATCH = 40


def decisions(key: str, first: int = 1) -> Iterator[Moment]:
    """Yields the decisions of one match after the other, at the game's numbers of seats in turn."""
    seats = registry.get(key).seats
    for seed in count(first):
        yield from moments(key, A_MATCH, seats[seed % len(seats)], seed)


def other_eyes(key: str, view: View) -> Iterator[View]:
    """Yields the same view read from JSON, and that of the same seat in another world."""
    game = registry.get(key)
    yield view_from(game, json.loads(json.dumps(view_json(game, view))))
    truth = sample_world(view, game.box(view.seats, view.options), policy_draws(b"other truth"), game.backs)
    yield view_of(truth, view.viewer, view.known)


def differences(key: str, name: str, number: int, first: int = 1) -> list[str]:
    """Returns the decisions of so many in which a policy's move depends on more than view and seed."""
    policy, game, wrong = policies.get(key, name), registry.get(key), []
    for place, (view, prompt, moves) in enumerate(islice(decisions(key, first), number)):

        def chosen(seen: View, place: int = place, prompt: int = prompt) -> object:
            return policy(seen, game.legal_moves(seen, prompt), policy_draws(b"same", place))

        expected = policy(view, moves, policy_draws(b"same", place))
        wrong += [f"{key} {name} {place}: {expected}" for other in other_eyes(key, view) if chosen(other) != expected]
    return wrong


def main(number: int) -> None:
    """Prints how many decisions were compared, and those that differed."""
    for key in sorted(registry.GAMES):
        for name in policies_of(key):
            if name not in THINKING:
                wrong = differences(key, name, number)
                print(key, name, f"{number} decisions, {len(wrong)} differ", *wrong[:3], flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
