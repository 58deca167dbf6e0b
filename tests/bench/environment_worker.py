"""Steps the environments of one checkout and prints rates; `environments.py` starts one for each checkout.

    PYTHONPATH=CHECKOUT:CHECKOUT/clients/environment python environment_worker.py

Reads a line `GAME SEATS SECONDS` and prints the number of steps and moves for each second of CPU time, as JSON. A step
is one action, with the observation and the mask of the seat to act.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator

from comptoir_env import Episode, Rules

FEW = 200
Work = Iterator[int]
"""Yields the number of moves after each step."""


def stepped(rules: Rules) -> Work:
    """Steps an environment with random actions, match after match."""
    number, moves, draws = 0, 0, random.Random(1)
    while True:
        episode, number = Episode(rules, b"bench/%d" % number), number + 1
        while not episode.is_over:
            assert episode.seat is not None
            episode.row(episode.seat)
            mask = episode.mask(episode.seat)
            actions = [action for action, is_legal in enumerate(mask) if is_legal]
            episode.step(actions[int(draws.random() * len(actions))])
            yield moves + episode.moves
        moves += episode.moves


def rate(work: Work, seconds: float) -> tuple[float, float]:
    """Returns steps and moves per second of CPU time; reads the clock only now and then, because reading it is slow."""
    began, first, steps, moves, spent = time.process_time(), next(work), 0, 0, 0.0
    while spent < seconds:
        for _ in range(FEW):
            moves = next(work)
        steps += FEW
        spent = time.process_time() - began
    return steps / spent, (moves - first) / spent


def main() -> None:
    """Answers each line of the input; continues a game's matches where they were."""
    works: dict[tuple[str, str], Work] = {}
    for line in sys.stdin:
        game, seats, seconds = line.split()
        work = works.setdefault((game, seats), stepped(Rules(game, int(seats))))
        steps, moves = rate(work, float(seconds))
        print(json.dumps({"steps": steps, "moves": moves}), flush=True)


if __name__ == "__main__":
    main()
