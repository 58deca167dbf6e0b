"""Measures the benefit of bluffs: the same deals of Négoces 2, with and without bluffs.

`python -m tests.bench.bluffs 20 --level good --among casual` prints the mean places and their paired difference.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from dataclasses import replace

from bots import policies
from bots.arena.results import ArenaResult, Estimate, by_deal
from bots.arena.run import one
from bots.policy import Policy
from bots.search.levels import plan_of, thinking
from games import registry

GAME = "negoces2"
FIRST = 300_000


def places(policy: Policy, among: str, deals: Iterable[int]) -> list[ArenaResult]:
    """Plays each deal once with a policy in every seat."""
    game = registry.get(GAME)
    seats, others = game.seats.start, policies.get(GAME, among)
    options = game.options.from_json({}, seats)
    return [one(game, options, seats, policy, others, deal, seat) for deal in deals for seat in range(seats)]


def difference(these: list[ArenaResult], those: list[ArenaResult]) -> Estimate:
    """Returns the difference of two mean places in the same matches, with half of the 95 % interval, by deal."""
    return by_deal([a._replace(place=a.place - b.place) for a, b in zip(these, those, strict=True)], lambda m: m.place)


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.bluffs")
    parser.add_argument("deals", type=int)
    parser.add_argument("--level", choices=("good", "strong"), default="good")
    parser.add_argument("--among", default="casual")
    arguments = parser.parse_args()
    plan = plan_of(GAME)
    honest = replace(plan, bluffs=None)
    sides = [thinking(each, getattr(each, arguments.level)) for each in (plan, honest)]
    bluffing, never = [], []
    for deal in range(FIRST, FIRST + arguments.deals):
        bluffing += places(sides[0], arguments.among, [deal])
        never += places(sides[1], arguments.among, [deal])
        means = [by_deal(matches, lambda match: match.place) for matches in (bluffing, never)]
        by = difference(bluffing, never)
        print(
            f"{deal - FIRST + 1} deals: bluffing {means[0].mean:.3f}, never {means[1].mean:.3f}, "
            f"difference {by.mean:+.3f} ± {by.margin:.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
