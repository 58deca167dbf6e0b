"""A simulation gives the same effects as the log, move by move, and the same state at the end."""

from __future__ import annotations

import pytest

from games.kernel.dealer import Dealer
from games.kernel.effect import Effect, fold
from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.rng import Draws, Rng, policy_draws
from games.kernel.simulation import Simulation
from games.kernel.state import Move, Prompt, Seat, State
from games.kernel.template import LegalMoves
from games.kernel.view import Window
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.tested_games import TESTED_GAMES
from tests.games.harness.time_budget import SEED

GAMES = sorted(TESTED_GAMES)
MOST_MOVES = 400
MOST_MOVES_OF_EACH_VARIANT = 60


def start(name: str, seed: int) -> tuple[Game, State, Rng]:
    """Returns a game after its setup, under options that depend on the seed."""
    game = TESTED_GAMES[name]
    seats = game.seats[seed % len(game.seats)]
    return start_with(game, seats, variants(game, seats), seed)


def variants(game: Game, seats: int) -> list[Options]:
    """Returns options in which every pair of values of two options occurs."""
    return list(covering_options(game, seats, policy_draws(b"simulation", game.key, seats)))


def start_with(game: Game, seats: int, varied: list[Options], seed: int) -> tuple[Game, State, Rng]:
    """Returns a game after its setup, under the next combination of options for the seed."""
    rng = Rng(seed.to_bytes(32, "big"))
    state = game.start(seats, varied[seed % len(varied)], rng).state
    assert state is not None, "the setup has just been decided"
    return game, state, rng


def random_move(legal: LegalMoves, draws: Draws) -> Move:
    """Returns a random move of a random template, so that rare verbs are played, too."""
    return legal.templates[draws.below(len(legal.templates))].sample(draws)


def step(simulation: Simulation, draws: Draws) -> tuple[Seat, Prompt, dict[Seat, Move], list[Effect]]:
    """Plays one random move, or the answers to a sealed prompt, in a simulation."""
    turns = simulation.turns()
    seat, prompt = turns[draws.below(len(turns))]
    if simulation.game.is_sealed(prompt):
        answers = {other: random_move(simulation.legal(other, prompt), draws) for other in prompt.seats}
        return seat, prompt, answers, list(simulation.open(prompt, answers))
    move = random_move(simulation.legal(seat, prompt), draws)
    return seat, prompt, {seat: move}, list(simulation.play(seat, prompt, move))


def recorded_effects(
    game: Game, state: State, rng: Rng, seat: Seat, prompt: Prompt, moves: dict[Seat, Move]
) -> list[Effect]:
    """Returns the effects of the same moves as recorded in a log, with each move validated."""
    if game.is_sealed(prompt):
        return list(game.open(state, prompt.id, moves, rng).effects)
    assert moves[seat] in game.legal_moves(Window(state, seat), prompt.id)
    return list(game.play(state, seat, prompt.id, moves[seat], rng).effects)


def compare(name: str, seed: int) -> int:
    """Plays a match both ways; returns the number of moves."""
    return compare_from(name, seed, start(name, seed), MOST_MOVES)


def compare_from(name: str, seed: int, started: tuple[Game, State, Rng], most: int) -> int:
    """Plays on from a setup both ways; returns the number of moves."""
    game, state, rng = started
    simulation, draws = Simulation(game, state, rng), policy_draws(b"steps", seed)
    for played in range(most):
        if simulation.is_over or not simulation.turns():
            return played
        seat, prompt, moves, effects = step(simulation, draws)
        assert recorded_effects(game, state, rng, seat, prompt, moves) == effects, f"{name}, seed {seed}, move {played}"
        state = fold(state, effects)  # type: ignore[assignment]
        assert simulation.state == state, f"{name}, seed {seed}, move {played}"
    return most


@pytest.mark.parametrize("name", GAMES)
def test_a_simulation_reaches_the_states_of_the_log(name: str) -> None:
    for seed in range(SEED, SEED + 3):
        assert compare(name, seed) > 0


@pytest.mark.parametrize("name", GAMES)
def test_a_simulation_reaches_the_states_of_the_log_with_every_pair_of_options(name: str) -> None:
    game = TESTED_GAMES[name]
    varied = variants(game, game.seats[0])

    for seed in range(len(varied)):
        assert compare_from(name, seed, start_with(game, game.seats[0], varied, seed), MOST_MOVES_OF_EACH_VARIANT) > 0


@pytest.mark.parametrize("name", GAMES)
def test_the_turns_of_a_simulation_are_those_of_the_game(name: str) -> None:
    game, state, rng = start(name, SEED)
    simulation, draws = Simulation(game, state, rng), policy_draws(b"turns", SEED)
    for _ in range(100):
        if simulation.is_over or not simulation.turns():
            return
        seats = tuple(sorted({seat for seat, _ in simulation.turns()}))
        assert seats == (game.to_act(simulation.state) or game.may_act(simulation.state))
        step(simulation, draws)


@pytest.mark.parametrize("name", GAMES)
def test_moves_in_a_copy_of_a_simulation_do_not_change_the_original(name: str) -> None:
    game, state, rng = start(name, SEED)
    before = state.copied()
    simulation = Simulation(game, state, rng)
    copy = simulation.copy()

    for number in range(20):
        if not copy.is_over and copy.turns():
            step(copy, policy_draws(b"copy", number))

    assert simulation.state == state == before != copy.state


@pytest.mark.pure
def test_a_simulation_that_keeps_the_effects_of_the_last_move_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted fault: a dealer keeps the effects of the last move."""
    monkeypatch.setattr(Dealer, "turn_to", lambda self, prompt: setattr(self, "inside", prompt))

    with pytest.raises(AssertionError, match="move 1"):
        compare("negoces2", SEED)
