"""Steps games of RLCard with random actions, as `environment_worker.py` steps ours: `python rlcard_steps.py`.

Reads a line `GAME SECONDS` and prints the number of steps for each second of CPU time, as JSON.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator

import rlcard

FEW = 200


def stepped(name: str) -> Iterator[None]:
    """Steps a game with its observation and its legal actions, match after match."""
    env, draws = rlcard.make(name, config={"seed": 1}), random.Random(1)
    while True:
        state, _ = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(draws.random() * len(actions))])
            yield


def main() -> None:
    """Answers each line of the input; continues a game's matches where they were."""
    works: dict[str, Iterator[None]] = {}
    for line in sys.stdin:
        name, seconds = line.split()
        work, steps, spent = works.setdefault(name, stepped(name)), 0, 0.0
        began = time.process_time()
        while spent < float(seconds):
            for _ in range(FEW):
                next(work)
            steps += FEW
            spent = time.process_time() - began
        print(json.dumps({"steps": steps / spent}), flush=True)


if __name__ == "__main__":
    main()
