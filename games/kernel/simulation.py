"""Matches played in memory, for playouts and search, without a log.

A simulation and the log execute a move with the same `Game.carry_out`. The log checks each move, copies the state and
folds the effects into the copy. A simulation takes its moves from `legal`, so it does not check them again, and changes
its own state in place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel.effect import Effect
from games.kernel.game import Game
from games.kernel.rng import Rng
from games.kernel.state import Move, Prompt, Seat, State
from games.kernel.template import LegalMoves
from games.kernel.view import Window


class Simulation:
    """A match in memory that starts from a state. The given state is not changed."""

    __slots__ = ("game", "_dealer", "_rng")

    def __init__(self, game: Game, state: State, rng: Rng) -> None:
        self.game, self._rng = game, rng
        self._dealer = game.dealer(state.copied(), rng, in_place=True)

    @property
    def state(self) -> State:
        """The current state. Later moves change it: copy it to keep it."""
        return self._dealer.state

    @property
    def is_over(self) -> bool:
        """True once the match has ended."""
        return self._dealer.state.standings is not None

    def turns(self) -> list[tuple[Seat, Prompt]]:
        """Returns the seats that the match waits for, each with the prompt; if there are none, the seats that may act.

        The list is empty if only the clock can continue the match.
        """
        state, phases = self._dealer.state, self.game.phases
        prompts = state.open_prompts
        turns = [(seat, p) for p in prompts for seat in phases[p.phase].required_seats(state, p)]
        if turns:
            return turns
        able = self.game.may_act(state)
        return [(seat, p) for seat in able for p in prompts if seat in phases[p.phase].seats_able_to_answer(state, p)]

    def view(self, seat: Seat) -> Window:
        """Returns the current view of a seat, without memory; it changes with the state."""
        return Window(self._dealer.state, seat)

    def legal(self, seat: Seat, prompt: Prompt) -> LegalMoves:
        """Returns a seat's legal answers to one of its open prompts."""
        return self.game.phases[prompt.phase].legal_moves(Window(self._dealer.state, seat), prompt)

    def play(self, seat: Seat, prompt: Prompt, move: Move) -> Sequence[Effect]:
        """Plays a move from `legal` for that seat and prompt, unchecked; returns its effects."""
        phase = self.game.phases[prompt.phase]
        assert not phase.sealed, "sealed answers are opened together"
        self._dealer.turn_to(prompt)
        self.game.carry_out(self._dealer, prompt, None if move.verb in phase.anonymous else seat, move)
        return self._dealer.effects

    def open(self, prompt: Prompt, answers: Mapping[Seat, Move]) -> Sequence[Effect]:
        """Opens answers from `legal` to a sealed prompt, unchecked; returns the effects.

        A seat without an answer makes its default move.
        """
        self._dealer.turn_to(prompt)
        self.game.carry_out_answers(self._dealer, prompt, answers, are_legal=True)
        return self._dealer.effects

    def expire(self, prompt: Prompt) -> Sequence[Effect]:
        """Ends an open prompt as the clock does; returns the effects."""
        assert prompt.mode == "open", "the clock answers other prompts by a move"
        self._dealer.turn_to(prompt)
        self.game.phases[prompt.phase].expire(self._dealer, prompt)
        self.game.resume(self._dealer)
        return self._dealer.effects

    def copy(self) -> Simulation:
        """Returns an independent simulation of the same state."""
        return Simulation(self.game, self._dealer.state, self._rng)
