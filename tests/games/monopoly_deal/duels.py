"""Matches between policies, played through views alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from games.kernel.effect import Effect, fold
from games.kernel.rng import Rng, policy_draws
from games.kernel.state import Move, Prompt, Seat, State
from games.kernel.template import LegalMoves
from games.kernel.view import View, view_of
from games.monopoly_deal import GAME

Policy = Callable[[View, LegalMoves, Any], Move]
Entry = tuple[State, Prompt | None, Mapping[Seat, Move], State, tuple[Effect, ...]]


def acts(policies: Sequence[Policy], seed: int, options: Mapping[str, Any] | None = None) -> Iterator[Entry]:
    """Yields every act of a match: the table before, the prompt, the answers, the table after, the effects."""
    seats = len(policies)
    rng, draws = Rng(seed.to_bytes(32, "big")), policy_draws(b"duel", seed)
    game_options = GAME.options.from_json(options or {}, seats)
    before = GAME.opening(seats, game_options)
    outcome = GAME.start(seats, game_options, rng)
    state: State = fold(before, outcome.effects)  # type: ignore[assignment]
    yield before, None, {}, state, outcome.effects
    while not state.is_over:
        prompt = state.open_prompts[0]
        answers = {seat: _answer(policies[seat], state, seat, prompt, draws) for seat in prompt.seats}
        if GAME.is_sealed(prompt):
            outcome = GAME.open(state, prompt.id, answers, rng)
        else:
            ((seat, move),) = answers.items()
            outcome = GAME.play(state, seat, prompt.id, move, rng)
        before, state = state, fold(state, outcome.effects)  # type: ignore[assignment]
        yield before, prompt, answers, state, outcome.effects


def _answer(policy: Policy, state: State, seat: Seat, prompt: Prompt, draws: Any) -> Move:
    view = view_of(state, seat)
    return policy(view, GAME.legal_moves(view, prompt.id), draws)


def winner(policies: Sequence[Policy], seed: int, options: Mapping[str, Any] | None = None) -> Seat | None:
    """Returns the winner of a match; None if nobody wins alone."""
    *_, last = acts(policies, seed, options)
    places = last[3].standings or ()
    return places[0][0] if len(places[0]) == 1 else None
