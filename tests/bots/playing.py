"""Matches played by policies, each of which receives the JSON of its seat's view."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bots.policy import Policy
from games.kernel.codec import view_from, view_json
from games.kernel.effect import fold
from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.rng import Draw, Rng, policy_draws, shuffled
from games.kernel.state import Move, Prompt, Seat, State
from games.kernel.view import view_of


def chosen(game: Game, state: State, seat: Seat, prompt: Prompt, policy: Policy, draws: Draw) -> Move | None:
    """Returns a policy's move for the view that the API serves."""
    view = view_from(game, json.loads(json.dumps(view_json(game, view_of(state, seat)))))
    return policy(view, game.legal_moves(view, prompt.id), draws)


def step(game: Game, state: State, seats_policies: Sequence[Policy], rng: Rng, draws: Draw) -> State:
    """Plays one act: of the first seat that the table waits for, else of any seat that may act, else of the clock."""
    waited_for = game.to_act(state)
    if not waited_for:
        return unasked(game, state, seats_policies, rng, draws)
    seat = waited_for[0]
    prompt = game.prompts_for(state, seat)[0]
    if game.is_sealed(prompt):
        answers = {s: chosen(game, state, s, prompt, seats_policies[s], draws) for s in prompt.seats}
        for answering, answer in answers.items():
            assert answer is not None, "a required seat has an answer"
            game.validate(state, answering, prompt.id, answer)
        outcome = game.open(state, prompt.id, answers, rng)
    else:
        move = chosen(game, state, seat, prompt, seats_policies[seat], draws)
        assert move is not None, "a required seat has an answer"
        outcome = game.play(state, seat, prompt.id, move, rng)
    return fold(state, outcome.effects)  # type: ignore[return-value]


def unasked(game: Game, state: State, seats_policies: Sequence[Policy], rng: Rng, draws: Draw) -> State:
    """Plays one act while the table waits for nobody."""
    for prompt in state.open_prompts:
        for seat in shuffled(prompt.seats, draws):
            move = chosen(game, state, seat, prompt, seats_policies[seat], draws)
            if move is not None:
                return fold(state, game.play(state, seat, prompt.id, move, rng).effects)  # type: ignore[return-value]
    timed = next(prompt for prompt in state.open_prompts if prompt.after is not None)
    return fold(state, game.expire(state, timed.id, {}, rng).effects)  # type: ignore[return-value]


def played(game: Game, options: Options, seats_policies: Sequence[Policy], seed: int, most: int) -> State:
    """Plays a match to its end, or for `most` acts."""
    seats, rng, draws = len(seats_policies), Rng(seed.to_bytes(32, "big")), policy_draws(b"test", seed)
    state: State = fold(game.opening(seats, options), game.start(seats, options, rng).effects)  # type: ignore[assignment]
    for _ in range(most):
        if state.is_over:
            break
        state = step(game, state, seats_policies, rng, draws)
    return state
