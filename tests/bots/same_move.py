"""Checks that a view and a seed determine the move: also from the view's JSON, and with another state behind the view.

`python -m tests.bots.same_move 1000` compares a thousand decisions of each policy and game; with names after the
number, as in `1000 good strong`, only these policies. A thousand decisions with search take hours, so the last line of
an interrupted policy states how many decisions were compared. The decisions come from matches between `greedy` bots.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice

from bots import policies
from events.base.policies import THINKING, policies_of
from games import registry
from games.kernel.codec import view_from, view_json
from games.kernel.rng import policy_draws
from games.kernel.view import View, sample_world, view_of
from tests.bots.moments import Moment, moments

A_MATCH = 40


def decisions(key: str, first: int = 1) -> Iterator[Moment]:
    """Yields the decisions of successive matches, with each possible number of seats in turn."""
    seats = registry.get(key).seats
    for seed in count(first):
        yield from moments(key, A_MATCH, seats[seed % len(seats)], seed)


def other_eyes(key: str, view: View) -> Iterator[View]:
    """Yields the same view read from JSON, and the view of the same seat in another world."""
    game = registry.get(key)
    yield view_from(game, json.loads(json.dumps(view_json(game, view))))
    truth = sample_world(view, game.box(view.seats, view.options), policy_draws(b"other truth"), game.backs)
    yield view_of(truth, view.viewer, view.known)


def differences(key: str, name: str, number: int, first: int = 1) -> list[str]:
    """Returns the decisions, of `number`, in which a policy's move depends on more than view and seed."""
    return [wrong for found in compared(key, name, number, first) for wrong in found]


def compared(key: str, name: str, number: int, first: int = 1) -> Iterator[list[str]]:
    """Yields the differences for each decision."""
    policy, game = policies.get(key, name), registry.get(key)
    for place, (view, prompt, moves) in enumerate(islice(decisions(key, first), number)):

        def chosen(seen: View, place: int = place, prompt: int = prompt) -> object:
            return policy(seen, game.legal_moves(seen, prompt), policy_draws(b"same", place))

        expected = policy(view, moves, policy_draws(b"same", place))
        yield [f"{key} {name} {place}: {expected}" for other in other_eyes(key, view) if chosen(other) != expected]


def main(number: int, names: Sequence[str]) -> None:
    """Prints the numbers of compared and different decisions; policies that search report every tenth decision."""
    for key in sorted(registry.GAMES):
        for name in policies_of(key):
            if names and name not in names:
                continue
            wrong: list[str] = []
            for done, found in enumerate(compared(key, name, number), 1):
                wrong += found
                if done == number or (name in THINKING and done % 10 == 0):
                    print(key, name, f"{done} decisions, {len(wrong)} differ", *wrong[:3], flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
