"""Plays random matches in one checkout of the engine and prints rates; `engine.py` starts one for each checkout.

    PYTHONPATH=CHECKOUT python engine_worker.py

Reads a line `GAME VERSION WAY SECONDS` and prints the number of moves and matches for each second of CPU time, as JSON.
WAY is `recorded` (each move checked, recorded and folded into the next state) or `simulated` (`Simulation`). Except for
`simulated`, it calls only functions that every compared checkout has.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from itertools import count
from typing import Any

from games import registry
from games.kernel.effect import fold
from games.kernel.rng import Rng
from games.kernel.view import Window

HANDS = {"great_dalmuti_one_hand": ("great_dalmuti", 6, {"end": {"hands": 1}})}


class Linear:
    """Quick pseudo-random numbers, so that the policy costs the same small time in every checkout."""

    def __init__(self, seed: int) -> None:
        self.state = seed * 2 + 1

    def below(self, limit: int) -> int:
        """Returns a number in 0..limit-1."""
        number = 0
        for _ in range(0, limit.bit_length(), 32):
            self.state = (self.state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
            number = number << 32 | self.state >> 32
        return number % limit


def opening(name: str, version: int, seed: int) -> tuple[Any, Any, Rng]:
    """Returns a game, a state after setup and the random numbers of the match."""
    key, seats, settings = HANDS.get(name, (name, 0, {}))
    game, rng = registry.get(key, version), Rng(seed.to_bytes(32, "big"))
    seats = seats or game.seats[seed % len(game.seats)]
    if (name, version, seats) not in OPTIONS:
        OPTIONS[name, version, seats] = game.options.from_json(settings, seats)
    options = OPTIONS[name, version, seats]
    return game, fold(game.opening(seats, options), game.start(seats, options, rng).effects), rng


OPTIONS: dict[tuple[str, int, int], Any] = {}


def recorded(name: str, version: int, seed: int) -> int:
    """Plays one random match with every move checked and recorded."""
    game, state, rng = opening(name, version, seed)
    draws, moves = Linear(seed), 0
    while not state.is_over:
        seats = game.to_act(state) or game.may_act(state)
        seat = seats[draws.below(len(seats))]
        prompt = game.prompts_for(state, seat)[0]
        if game.is_sealed(prompt):
            answers = {other: _chosen(game, state, other, prompt, draws) for other in prompt.seats}
            outcome = game.open(state, prompt.id, answers, rng)
        else:
            outcome = game.play(state, seat, prompt.id, _chosen(game, state, seat, prompt, draws), rng)
        state = getattr(outcome, "state", None) or fold(state, outcome.effects)
        moves += 1
    return moves


def _chosen(game: Any, state: Any, seat: int, prompt: Any, draws: Linear) -> Any:
    templates = game.legal_moves(Window(state, seat), prompt.id).templates
    return templates[draws.below(len(templates))].sample(draws)


def simulated(name: str, version: int, seed: int) -> int:
    """Plays one random match with `Simulation`."""
    from games.kernel.simulation import Simulation

    game, state, rng = opening(name, version, seed)
    simulation, draws, moves = Simulation(game, state, rng), Linear(seed), 0
    while not simulation.is_over:
        prompts = dict(reversed(simulation.turns()))  # each seat's first prompt, as in the recorded way
        seats = sorted(prompts)
        seat = seats[draws.below(len(seats))]
        prompt = prompts[seat]
        if game.is_sealed(prompt):
            answers = {other: _sampled(simulation, other, prompt, draws) for other in prompt.seats}
            simulation.open(prompt, answers)
        else:
            simulation.play(seat, prompt, _sampled(simulation, seat, prompt, draws))
        moves += 1
    return moves


def _sampled(simulation: Any, seat: int, prompt: Any, draws: Linear) -> Any:
    templates = simulation.legal(seat, prompt).templates
    return templates[draws.below(len(templates))].sample(draws)


WAYS: dict[str, Callable[[str, int, int], int]] = {"recorded": recorded, "simulated": simulated}


def measured(name: str, version: int, way: str, seconds: float) -> dict[str, float]:
    """Returns moves and matches per second of CPU time, over the same seeds each time."""
    moves = matches = 0
    started = time.process_time()
    for seed in count():
        moves, matches = moves + WAYS[way](name, version, seed), matches + 1
        if (spent := time.process_time() - started) > seconds:
            return {"moves": moves / spent, "matches": matches / spent}
    raise AssertionError("seeds do not end")


if __name__ == "__main__":
    for line in sys.stdin:
        name, version, way, seconds = line.split()
        print(json.dumps(measured(name, int(version), way, float(seconds))), flush=True)
