"""RLCard's Uno with random agents: `python uno.py SECONDS` prints moves and matches for each second of CPU time."""

from __future__ import annotations

import json
import sys
import time

import rlcard
from rlcard.agents import RandomAgent


def main() -> None:
    """Plays whole matches with `env.run`, including the trajectories that it always records."""
    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    started, moves, matches = time.process_time(), 0, 0
    while time.process_time() - started < float(sys.argv[1]):
        trajectories, _ = env.run(is_training=False)
        moves += sum(len(trajectory) // 2 for trajectory in trajectories)
        matches += 1
    spent = time.process_time() - started
    print(json.dumps({"moves": moves / spent, "matches": matches / spent}))


if __name__ == "__main__":
    main()
