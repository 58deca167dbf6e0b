"""Random play in process: moves per second of every game, and the lower bound of a fixed loop."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

from games import registry
from games.kernel.effect import fold
from games.kernel.game import Game
from games.kernel.rng import Rng, policy_draws
from games.kernel.state import Seat
from games.kernel.view import Window


class Rate(NamedTuple):
    """A rate per second: the median of several runs, the fastest and the slowest."""

    name: str
    median: float
    low: float
    high: float
    unit: str = "/s"


def rate(name: str, runs: list[float], unit: str = "/s") -> Rate:
    """Returns the rate of several runs."""
    return Rate(name, median(runs), min(runs), max(runs), unit)


def play(game: Game, seats: int, seed: int) -> int:
    """Plays one random match; returns the number of events."""
    rng, draws = Rng(seed.to_bytes(32, "big")), policy_draws(b"bench" * 6, seed)
    options = game.options.from_json({}, seats)
    state = fold(game.opening(seats, options), game.start(seats, options, rng).effects)
    acts = 0
    while not state.is_over:
        seat = _chosen(game.to_act(state) or game.may_act(state), draws.below)
        prompt = game.prompts_for(state, seat)[0]
        if game.is_sealed(prompt):
            answers = {seat: game.legal_moves(Window(state, seat), prompt.id).sample(draws) for seat in prompt.seats}
            outcome = game.open(state, prompt.id, answers, rng)
        else:
            templates = game.legal_moves(Window(state, seat), prompt.id).templates
            move = templates[draws.below(len(templates))].sample(draws)
            outcome = game.play(state, seat, prompt.id, move, rng)
        state = outcome.state
        acts += 1
    return acts


def _chosen(seats: tuple[Seat, ...], below: object) -> Seat:
    return seats[below(len(seats))]  # type: ignore[operator]


def calibration() -> float:
    """Returns rounds per second of a fixed loop of dict and tuple work: the current speed of Python on this machine."""
    started, table = time.process_time(), {number: (number, str(number)) for number in range(64)}
    for number in range(200_000):
        table[number & 63] = (number, table[(number * 7) & 63][1])
    return 200_000 / (time.process_time() - started)


def playouts(seconds: float, runs: int = 5) -> Iterator[tuple[Rate, Rate]]:
    """Returns the rate of every game and the rate of the loop, measured alternately."""
    for game in registry.newest():
        moves, loops = [], []
        for run in range(runs):
            acts, seed, started = 0, run * 1000, time.process_time()
            while time.process_time() - started < seconds / runs:
                acts += play(game, game.seats[seed % len(game.seats)], seed)
                seed += 1
            moves.append(acts / (time.process_time() - started))
            loops.append(calibration())
        yield rate(f"{game.key}: random moves, in process", moves), rate("fixed loop", loops)
