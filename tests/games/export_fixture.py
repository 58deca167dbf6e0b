"""Writes fixtures: `python -m tests.games.export_fixture GAME` searches matches in which everything occurs.

export_fixture GAME [--seconds 60]      search, and write a few finished matches that together have all verbs
export_fixture GAME --seed 7 --seats 4 [--options JSON] [--players greedy] [--note WHY]      write one match
export_fixture --refresh [GAME]         make all fixtures again as they were made, for games not yet released
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from games.kernel.game import Game
from games.kernel.rng import policy_draws
from games.registry import get
from tests.games.fixtures import (
    FOLDER,
    HTTP,
    Made,
    decisions,
    files,
    fixture,
    found,
    loaded,
    missing,
    opened,
    reached,
    things_shown,
    written,
)
from tests.games.option_coverage import allowed, covering_options
from tests.games.paired_worlds import bots_of
from tests.games.simulate import Match

MOST = 450
SHOWS = "one of a few that together show everything"


class Found(NamedTuple):
    """A finished match and what occurs in it."""

    match: Match
    made: Made
    reached: frozenset[str]


def search(game: Game, seconds: float, arguments: dict[str, object]) -> Iterator[Found]:
    """Finished matches under some options, or any, until the time is up."""
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
        made = Made(seed, manners[policy_draws(b"manners", seed).below(len(manners))])
        match = found(game, seats, options, made, MOST)
        if match.state.is_over:
            yield Found(match, made, frozenset(reached(match)))


def chosen(candidates: list[Found], there: set[str]) -> list[Found]:
    """A few of them in which everything occurs that occurs in any and is not there yet; rather short ones."""
    missing_things = {thing for candidate in candidates for thing in candidate.reached} - there
    few: list[Found] = []
    while missing_things:
        best = max(candidates, key=lambda c: len(missing_things & c.reached) / (60 + len(c.match.decisions)))
        few.append(best)
        missing_things -= best.reached
    return few


def write(match: Match, made: Made, note: str) -> Path:
    """Writes a match to its file."""
    path = FOLDER / match.rules.key / f"{match.seats}_seats_{made.players}_{made.seed}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(written(fixture(match, made, note)), encoding="utf-8")
    return path


def refresh(key: str | None) -> None:
    """Makes fixtures again as they were made."""
    for path in files():
        value = loaded(path)
        if key in (None, value["game"]):
            match, made = again(value), Made(**value["made"])
            path.write_text(written(fixture(match, made, value["note"])), encoding="utf-8")
            print(path.relative_to(FOLDER), len(match.decisions), "decisions")


def again(value: dict[str, Any]) -> Match:
    """The match of a fixture, made as it was made; one that was played over HTTP is made of its decisions."""
    if value["made"]["players"] == HTTP:
        match = opened(value)
        for decision in decisions(value):
            match.decide(decision)
        return match
    game, made = get(value["game"], value["version"]), Made(**value["made"])
    return found(game, value["seats"], game.options.from_json(value["options"], value["seats"]), made, 10 * MOST)


def main() -> None:
    """Reads the command line."""
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
        made, game = Made(arguments.seed, arguments.players), get(arguments.game)
        match = found(
            game, arguments.seats, game.options.from_json(arguments.options, arguments.seats), made, 10 * MOST
        )
        print(write(match, made, arguments.note))
    else:
        game, things = get(arguments.game), things_shown(arguments.game)
        for one in chosen(list(search(game, arguments.seconds, arguments.options)), things):
            path, things = write(one.match, one.made, arguments.note or SHOWS), things | one.reached
            print(path.name, len(one.match.decisions), "decisions:", " · ".join(sorted(one.reached)))
        print("not found:", " · ".join(missing(game, things)) or "nothing")


if __name__ == "__main__":
    main()
