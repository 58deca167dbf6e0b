"""Steps per second of the environments with observation and mask, and of games of RLCard and OpenSpiel in the same run.

`python -m tests.bench.environment [SECONDS]`, with `COMPTOIR_ENGINE=compiled` for the compiled games. A step is one
action; `moves` counts whole moves. `bare` is the game alone with random moves, without observation and mask. RLCard and
OpenSpiel are measured if they are installed. One function draws all actions, in slices that alternate.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients" / "environment"))

from bots.policies import uniform
from comptoir_env import Rules
from games import compiled, registry
from games.kernel.rng import Rng, policy_draws
from games.kernel.simulation import Simulation
from tests.bench.environment_worker import Work, rate, stepped

ROUNDS = 3


def bare(rules: Rules) -> Work:
    """Plays moves of the game alone."""
    number, moves, draws, game = 0, 0, policy_draws(b"bench"), rules.game
    while True:
        rng, number = Rng(b"%032d" % number), number + 1
        state = game.start(rules.seats, rules.options, rng).state
        assert state is not None
        simulation = Simulation(game, state, rng)
        while turns := simulation.turns():
            seat, prompt = turns[0]
            if game.is_sealed(prompt):
                legal = {other: simulation.legal(other, prompt) for other in prompt.seats}
                view = simulation.view(seat)
                simulation.open(prompt, {other: uniform.choose(view, m, draws) for other, m in legal.items() if m})
                moves += len(prompt.seats)
            else:
                legal_moves = simulation.legal(seat, prompt)
                if not legal_moves:
                    break
                simulation.play(seat, prompt, uniform.choose(simulation.view(seat), legal_moves, draws))
                moves += 1
            yield moves
            if simulation.is_over:
                break


def rlcard(name: str) -> Work:
    """Steps a game of RLCard, with its observation and its legal actions."""
    import rlcard as library  # type: ignore[import-not-found]

    env, draws, moves = library.make(name, config={"seed": 1}), random.Random(1), 0
    while True:
        state, _ = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(draws.random() * len(actions))])
            moves += 1
            yield moves


def openspiel(name: str) -> Work:
    """Steps a game of OpenSpiel, with its tensor and its mask."""
    import numpy as np
    import pyspiel  # type: ignore[import-not-found]

    game, draws, moves = pyspiel.load_game(name), random.Random(1), 0
    has_tensor = game.get_type().provides_information_state_tensor
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                tensor = state.information_state_tensor() if has_tensor else state.observation_tensor()
                np.asarray(tensor, np.float32)
                state.legal_actions_mask()
                moves += 1
            state.apply_action(actions[int(draws.random() * len(actions))])
            yield moves


def subjects() -> dict[str, Callable[[], Work]]:
    """Returns the functions that start each measured work."""
    found: dict[str, Callable[[], Work]] = {}
    for game in registry.newest():
        for seats in sorted({game.seats[0], game.seats[-1]}):
            rules = Rules(game.key, seats)
            found[f"{game.key}, {seats} seats"] = lambda rules=rules: stepped(rules)  # type: ignore[misc]
            found[f"{game.key}, {seats} seats, bare"] = lambda rules=rules: bare(rules)  # type: ignore[misc]
    found |= {f"RLCard {name}": lambda name=name: rlcard(name) for name in ("doudizhu", "uno")}  # type: ignore[misc]
    found |= {
        f"OpenSpiel {name}": lambda name=name: openspiel(name)  # type: ignore[misc]
        for name in ("gin_rummy", "hearts")
    }
    return found


def main() -> int:
    """Prints a line for each subject, with medians over the rounds."""
    seconds = float(sys.argv[1]) if sys.argv[1:] else 1.0
    works: dict[str, Work] = {}
    for name, begin in subjects().items():
        try:
            works[name] = begin()
            next(works[name])
        except ImportError as missing:
            works.pop(name)
            print(f"{name}: {missing}")
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            rates[name].append(rate(work, seconds))
    print("compiled" if compiled.is_in_use() else "interpreted")
    for name, measured in rates.items():
        steps, moves = (median(values) for values in zip(*measured, strict=True))
        print(f"{name:32} {steps:9,.0f} steps/s {moves:9,.0f} moves/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
