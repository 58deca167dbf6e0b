"""The greedy policies still make the recorded decisions after optimisations."""

from __future__ import annotations

import hashlib
import json

import pytest

from bots import policies
from games import registry
from games.kernel.effect import move_json
from games.kernel.rng import Rng, policy_draws
from games.kernel.simulation import Simulation
from games.kernel.state import Move, Prompt, Seat
from games.kernel.view import Window

# The hash of all decisions in the given number of seeded matches. The policies that made them judged a card or a
# group of cards several times in a decision; today's policies judge it once.
RECORDED = {
    ("dale_of_merchants", 8): "4224916b52e71858eacd827ba0db249577acdb5d330fc372344f8080cebf27b3",
    ("great_dalmuti", 10): "b78b337485b6ef10dde415dc31c40503537126054f846996702fa35e91006ed8",
}
MOST_MOVES = 300


def decisions(key: str, seeds: int) -> tuple[int, str]:
    """Returns the number of decisions of greedy players in matches with these seeds, and the hash of all decisions."""
    made = [decision for seed in range(seeds) for decision in match(key, seed)]
    return len(made), hashlib.sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()


def match(key: str, seed: int) -> list[object]:
    """Returns the decisions of one match between greedy players."""
    game = registry.get(key)
    seats = game.seats[seed % len(game.seats)]
    rng, made = Rng(seed.to_bytes(32, "big")), []
    state = game.start(seats, game.options.from_json({}, seats), rng).state
    assert state is not None
    simulation = Simulation(game, state, rng)
    for number in range(MOST_MOVES):
        if simulation.is_over:
            break
        seat, prompt = simulation.turns()[0]
        seats_asked = prompt.seats if game.is_sealed(prompt) else (seat,)
        answers = {asked: decide(simulation, asked, prompt, seed, number) for asked in seats_asked}
        made += [[seed, number, asked, move_json(move)] for asked, move in answers.items()]
        if game.is_sealed(prompt):
            simulation.open(prompt, answers)
        else:
            simulation.play(seat, prompt, answers[seat])
    return made


def decide(simulation: Simulation, seat: Seat, prompt: Prompt, *names: int) -> Move:
    """Returns one decision, as a legal move in its normal form."""
    choose = policies.get(simulation.game.key, "greedy")
    moves = simulation.legal(seat, prompt)
    move = choose(Window(simulation.state, seat), moves, policy_draws(b"greedy", *names, seat))
    assert move is not None
    return moves.matching(move).normal(move)


@pytest.mark.parametrize(("key", "seeds"), RECORDED)
def test_greedy_decisions_equal_the_recorded_decisions(key: str, seeds: int) -> None:
    number, found = decisions(key, seeds)

    assert number > 1_000
    assert found == RECORDED[key, seeds]
