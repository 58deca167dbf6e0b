"""The games under test: the newest rules of every game in the registry, and the toy.

Older versions are covered by their frozen exports and saved matches.
"""

from __future__ import annotations

import hashlib
import sys

from games.kernel.game import Game
from games.registry import newest
from tests.games.harness.simulate import played
from tests.kernel.toy import GAME as TOY

TESTED_GAMES: dict[str, Game] = {"toy": TOY, **{game.key: game for game in newest()}}
TABLES = [(name, seats) for name, game in TESTED_GAMES.items() for seats in game.seats]


def digest(game: Game, seats: int, seeds: range) -> str:
    """Returns a hash over the logs of some random matches under the default options."""
    hashed, options = hashlib.sha256(), game.options.from_json({}, seats)
    for seed in seeds:
        hashed.update(played(game, seats, options, seed, most=150).log)
    return hashed.hexdigest()


if __name__ == "__main__":
    from tests.games.harness.planted_faults import FAULTS

    first, last, *names = sys.argv[1:]
    for name in names:
        subject = TESTED_GAMES[name] if name in TESTED_GAMES else FAULTS[name].game
        for count in sorted({subject.seats[0], subject.seats[-1]}):
            print(name, count, digest(subject, count, range(int(first), int(last))), sep="\t")
