"""Finds and writes fixtures: `python -m tests.games.harness.export_fixture GAME` looks for matches with every verb.

export_fixture GAME [--seconds 60]      search; write a few finished matches that together have all verbs
export_fixture GAME --seed 7 --seats 4 [--options JSON] [--players greedy] [--note WHY]      write one match
export_fixture --refresh [GAME]         rebuild all fixtures of games that are not released yet
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from games.kernel.game import Game
from games.kernel.rng import policy_draws
from games.registry import get
from tests.games.harness.fixtures import (
    FOLDER,
    HTTP,
    Origin,
    decisions,
    files,
    fixture,
    found_match,
    loaded,
    missing,
    opened,
    reached,
    save,
    things_shown,
    written,
)
from tests.games.harness.option_coverage import allowed, covering_options
from tests.games.harness.paired_worlds import bots_of
from tests.games.harness.simulate import Match

MOST = 450
SHOWS = "one of a few that together show everything"


class Found(NamedTuple):
    """A finished match, and the verbs and announcements that occur in it."""

    match: Match
    origin: Origin
    reached: frozenset[str]


def search(game: Game, seconds: float, arguments: dict[str, object]) -> Iterator[Found]:
    """Yields finished matches under the selected or random options until the time is up."""
    end, seed = time.monotonic() + seconds, 0
    varied = {seats: covering_options(game, seats, policy_draws(b"fixtures")) for seats in game.seats}
    manners = ("random", "greedy") if "greedy" in bots_of(game) else ("random",)
    while time.monotonic() < end:
        seed += 1
        seats = game.seats[seed % len(game.seats)]
        row = policy_draws(b"rows", seed).below(len(varied[seats]))
        options = allowed(game, seats, arguments) if arguments else varied[seats][row if seed % 3 else 0]
        if options is None:
            continue
        origin = Origin(seed, manners[policy_draws(b"manners", seed).below(len(manners))])
        match = found_match(game, seats, options, origin, MOST)
        if match.state.is_over:
            yield Found(match, origin, frozenset(reached(match)))


def chosen(candidates: list[Found], there: set[str]) -> list[Found]:
    """Returns a few short matches that together cover everything that occurs in no fixture yet."""
    missing_things = {thing for candidate in candidates for thing in candidate.reached} - there
    few: list[Found] = []
    while missing_things:
        best = max(candidates, key=lambda c: len(missing_things & c.reached) / (60 + len(c.match.decisions)))
        few.append(best)
        missing_things -= best.reached
    return few


def refresh(key: str | None) -> None:
    """Rebuilds fixtures from their recorded origin."""
    for path in files():
        value = loaded(path)
        if key in (None, value["game"]):
            match, origin = again(value), Origin(**value["made"])
            path.write_text(written(fixture(match, origin, value["note"])), encoding="utf-8")
            print(path.relative_to(FOLDER), len(match.decisions), "decisions")


def again(value: dict[str, Any]) -> Match:
    """Rebuilds the match of a fixture from its origin; a match played over HTTP is rebuilt from its decisions."""
    if value["made"]["players"] == HTTP:
        match = opened(value)
        for decision in decisions(value):
            match.decide(decision)
        return match
    game, origin = get(value["game"], value["version"]), Origin(**value["made"])
    return found_match(
        game, value["seats"], game.options.from_json(value["options"], value["seats"]), origin, 10 * MOST
    )


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?")
    parser.add_argument("--refresh", action="store_true")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", type=json.loads, default={})
    parser.add_argument("--players", choices=("random", "greedy"), default="random")
    parser.add_argument("--note", default="")
    arguments = parser.parse_args()
    if arguments.refresh:
        refresh(arguments.game)
    elif arguments.seed is not None:
        origin, game = Origin(arguments.seed, arguments.players), get(arguments.game)
        match = found_match(
            game, arguments.seats, game.options.from_json(arguments.options, arguments.seats), origin, 10 * MOST
        )
        print(save(match, origin, arguments.note))
    else:
        game, things = get(arguments.game), things_shown(arguments.game)
        for one in chosen(list(search(game, arguments.seconds, arguments.options)), things):
            path, things = save(one.match, one.origin, arguments.note or SHOWS), things | one.reached
            print(path.name, len(one.match.decisions), "decisions:", " · ".join(sorted(one.reached)))
        print("not found:", " · ".join(missing(game, things)) or "nothing")


if __name__ == "__main__":
    main()
