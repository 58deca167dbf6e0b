"""Checks that one view and seed lead to one move: also from the view's JSON, and with another truth behind the view.

`python -m tests.bots.same_move 1000` compares a thousand decisions of each policy and game; with names after that,
as in `1000 good strong`, those policies only. Search takes hours for a thousand, so the last line of a policy that was
interrupted says how many it has compared. The decisions are those of matches between `greedy` bots.
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
    return [wrong for found in compared(key, name, number, first) for wrong in found]


def compared(key: str, name: str, number: int, first: int = 1) -> Iterator[list[str]]:
    """Yields for each decision what differed."""
    policy, game = policies.get(key, name), registry.get(key)
    for place, (view, prompt, moves) in enumerate(islice(decisions(key, first), number)):

        def chosen(seen: View, place: int = place, prompt: int = prompt) -> object:
            return policy(seen, game.legal_moves(seen, prompt), policy_draws(b"same", place))

        expected = policy(view, moves, policy_draws(b"same", place))
        yield [f"{key} {name} {place}: {expected}" for other in other_eyes(key, view) if chosen(other) != expected]


def main(number: int, names: Sequence[str]) -> None:
    """Prints how many decisions were compared, and those that differed; of a policy that searches, every tenth time."""
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
