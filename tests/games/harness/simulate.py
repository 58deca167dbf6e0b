"""Random matches, played like those of the service: by prompts, through views, with sealed answers until they open.

A match is a sequence of decisions; the same decisions and seed give the same match. Card ids begin at `FIRST_ID`, so
that an id differs from every other number.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from games.kernel.dealer import Dealer
from games.kernel.effect import fold, move_json
from games.kernel.game import Game, Outcome
from games.kernel.options import Options
from games.kernel.record import record
from games.kernel.rng import Draw, Draws, Rng, policy_draws
from games.kernel.state import Move, Prompt, Seat, State
from games.kernel.template import LegalMoves
from games.kernel.view import Window

FIRST_ID = 10**9


Sealed = dict[int, dict[Seat, Move]]  # by prompt and seat


class Decision(NamedTuple):
    """One decision: a seat's `move`, its resignation (`resign`), or a prompt's timeout (`clock`)."""

    kind: str
    seat: Seat | None = None
    prompt: int | None = None
    move: Move | None = None


class Step(NamedTuple):
    """An event of the log, the table before and after it, and the dealer's own table after it."""

    type: str
    by: str
    before: State
    outcome: Outcome
    after: State
    dealt: State


class Mark(NamedTuple):
    """A saved moment of a match, for `back`."""

    steps: int
    decisions: int
    sealed: Sealed


class WatchedRng(Rng):
    """A random number generator that records the requested draws."""

    __slots__ = ("requests",)

    def __init__(self, match_seed: bytes) -> None:
        super().__init__(match_seed)
        self.requests: list[tuple[int, str]] = []

    def draw(self, number: int, label: str) -> Draw:
        self.requests.append((number, label))
        return super().draw(number, label)


class Match:
    """One match of a game.

    sealed: the answers to sealed prompts that are not opened yet; sealed_after: the same after each decision.
    """

    def __init__(self, game: Game, seats: int, options: Options, seed: int, first_id: int = FIRST_ID) -> None:
        self.rules, self.seats, self.options, self.seed, self.first_id = game, seats, options, seed, first_id
        self.game = self._watched(game)
        self.rng = WatchedRng(seed.to_bytes(32, "big"))
        self.sealed: Sealed = {}
        self.decisions: list[Decision] = []
        self.steps: list[Step] = []
        self.state = self.game.opening(seats, options)
        self._record("match.started", "setup", self.game.start(seats, options, self.rng))
        self.ends = [1]
        self.sealed_after: list[Sealed] = [{}]

    def _watched(self, game: Game) -> Game:
        """Returns the same rules with this match's card ids and dealers that can be inspected afterwards."""
        watched: Any = copy.copy(game)

        def opening(seats: int, options: Options) -> State:
            return marked(type(game).opening(game, seats, options), self.first_id)

        def dealer(*args: Any) -> Dealer:
            self._dealer = game.dealer(*args)
            return self._dealer

        watched.opening, watched.dealer = opening, dealer
        return watched  # type: ignore[no-any-return]

    @property
    def acts(self) -> int:
        """Returns the number of events after the setup."""
        return len(self.steps) - 1

    @property
    def log(self) -> bytes:
        """Returns the whole log in bytes: equal logs are equal matches."""
        return canonical([row_json(step.outcome, self.seats, self.game) for step in self.steps])

    def rows_of(self, place: int) -> list[Step]:
        """Returns the events of the decision with the given index (-1: of the setup)."""
        return self.steps[self.ends[place] if place >= 0 else 0 : self.ends[place + 1]]

    def at(self, place: int) -> Match:
        """Returns the match after `place` decisions, for inspection."""
        past = copy.copy(self)
        past.steps, past.decisions, past.ends = (
            self.steps[: self.ends[place]],
            self.decisions[:place],
            self.ends[: place + 1],
        )
        past.state, past.sealed_after = past.steps[-1].after, self.sealed_after[: place + 1]
        past.sealed = _copied(past.sealed_after[-1])
        return past

    def now(self) -> Match:
        """Returns an independent copy of the match that can continue."""
        other = copy.copy(self)
        other.game, other.rng = other._watched(self.rules), WatchedRng(self.seed.to_bytes(32, "big"))
        other.sealed, other.sealed_after = _copied(self.sealed), [*self.sealed_after]
        other.decisions, other.steps, other.ends = [*self.decisions], [*self.steps], [*self.ends]
        return other

    def mark(self) -> Mark:
        """Returns the current moment, for `back`."""
        return Mark(len(self.steps), len(self.decisions), _copied(self.sealed))

    def back(self, mark: Mark) -> None:
        """Undoes everything since a moment."""
        del self.steps[mark.steps :], self.decisions[mark.decisions :], self.ends[mark.decisions + 1 :]
        del self.sealed_after[mark.decisions + 1 :]
        self.sealed = _copied(mark.sealed)
        self.state = self.steps[-1].after

    def legal(self, seat: Seat, prompt: int) -> LegalMoves:
        """Returns the legal answers of a seat, from its view."""
        return self.game.legal_moves(Window(self.state, seat), prompt)

    def decide(self, decision: Decision) -> list[Step]:
        """Plays a decision; returns its events."""
        before = len(self.steps)
        {"move": self._move, "clock": self._clock, "resign": self._resign}[decision.kind](decision)
        self.decisions.append(decision)
        self._open_complete()
        self.ends.append(len(self.steps))
        self.sealed_after.append(_copied(self.sealed))
        return self.steps[before:]

    def is_answered(self, prompt: Prompt, seat: Seat) -> bool:
        """Returns whether a seat has answered a sealed prompt."""
        return seat in self.sealed.get(prompt.id, {})

    def _move(self, decision: Decision) -> None:
        seat, prompt, move = decision.seat, decision.prompt, decision.move
        assert seat is not None
        assert prompt is not None
        assert move is not None
        if not self.game.is_sealed(self.state.prompts[prompt]):
            self._record("move", "player", self.game.play(self.state, seat, prompt, move, self.rng))
            return
        answer = self.game.validate(self.state, seat, prompt, move).move
        assert answer is not None
        arrived = self.game.arrive(self.state, seat, prompt)
        self.sealed.setdefault(prompt, {})[seat] = answer
        if arrived is not None:
            self._record("move", "player", arrived)

    def _clock(self, decision: Decision) -> None:
        assert decision.prompt is not None
        answers = self.sealed.get(decision.prompt, {})
        self._record("clock", "clock", self.game.expire(self.state, decision.prompt, answers, self.rng))

    def _resign(self, decision: Decision) -> None:
        assert decision.seat is not None
        self._record("seat.resigned", "player", self.game.resign(self.state, decision.seat, self.rng))

    def _open_complete(self) -> None:
        """Opens the sealed prompts that all remaining seats have answered."""
        for prompt in self.state.open_prompts:
            answers = self.sealed.get(prompt.id, {})
            stayed = [seat for seat in prompt.seats if seat not in self.state.public.left]
            if prompt.id in self.state.prompts and answers and all(seat in answers for seat in stayed):
                self._record("move", "player", self.game.open(self.state, prompt.id, answers, self.rng))

    def _record(self, type_: str, by: str, outcome: Outcome) -> None:
        before = self.state
        self.state = fold(before, outcome.effects)  # type: ignore[assignment]
        self.steps.append(Step(type_, by, before, outcome, self.state, self._dealer.state))
        self.sealed = {prompt: answers for prompt, answers in self.sealed.items() if prompt in self.state.prompts}


def _copied(sealed: Sealed) -> Sealed:
    return {prompt: dict(answers) for prompt, answers in sealed.items()}


class Players:
    """All players of a match, who play at random from their views.

    by_move: whether to draw uniformly from all moves instead of drawing a template first. expires, resigns: one
    decision in this many is a timeout, or a resignation (at most one in a match); 0: never.
    """

    def __init__(self, draws: Draws, by_move: bool = False, expires: int = 0, resigns: int = 0) -> None:
        self.draws, self.by_move, self.expires, self.resigns = (draws, by_move, expires, resigns)

    @classmethod
    def of_seed(cls, seed: int) -> Players:
        """Returns players whose settings depend on the seed; a few seeds cover all settings."""
        draws = policy_draws(b"players", seed)
        return cls(draws, seed % 2 == 1, 25 if seed % 3 == 1 else 0, 60 if seed % 4 == 2 else 0)

    def decision(self, match: Match) -> Decision:
        """Returns the next decision; raises AssertionError if nobody can act."""
        if self._now_and_then(self.resigns) and not match.state.public.left:
            return Decision("resign", self.draws.below(match.seats))
        timed = [p for p in match.state.open_prompts if p.after is not None]
        if timed and self._now_and_then(self.expires):
            return Decision("clock", prompt=self._one(timed).id)
        return self._answer(match)

    def _answer(self, match: Match) -> Decision:
        left = match.state.public.left
        waiting = list(waited_for(match))
        candidates = [pair for pair in waiting if pair[1] not in left]
        others = [(p, s) for p in match.state.open_prompts for s in p.seats if p.mode == "open" and s not in left]
        if others and (self._now_and_then(4) or not waiting):
            candidates = [(p, s) for p, s in others if match.legal(s, p.id)] or candidates
        answered = [(p, s) for p in match.state.open_prompts for s in match.sealed.get(p.id, {}) if s not in left]
        if answered and self._now_and_then(20):
            candidates = answered
        if not candidates:
            assert waiting, f"nobody can go on; prompts {match.state.open_prompts}"
            return Decision("clock", prompt=waiting[0][0].id)
        prompt, seat = self._one(candidates)
        return Decision("move", seat, prompt.id, self.move(match, seat, prompt.id))

    def move(self, match: Match, seat: Seat, prompt: int) -> Move:
        """Returns a random legal move."""
        legal = match.legal(seat, prompt)
        assert legal, "a seat is prompted that has no move"
        return legal.sample(self.draws) if self.by_move else self._one(legal.templates).sample(self.draws)

    def _now_and_then(self, often: int) -> bool:
        return bool(often) and self.draws.below(often) == 0

    def _one(self, things: Any) -> Any:
        return things[self.draws.below(len(things))]


def waited_for(match: Match) -> Iterator[tuple[Prompt, Seat]]:
    """Returns the prompts and seats that the table waits for and that have not answered."""
    for prompt in match.state.open_prompts:
        for seat in match.game.phases[prompt.phase].required_seats(match.state, prompt):
            if not match.is_answered(prompt, seat):
                yield prompt, seat


def played(game: Game, seats: int, options: Options, seed: int, most: int | None = None) -> Match:
    """Plays a random match, to its end or for `most` decisions."""
    match, players = Match(game, seats, options, seed), Players.of_seed(seed)
    while not match.state.is_over and (most is None or len(match.decisions) < most):
        match.decide(players.decision(match))
    return match


def replayed(match: Match) -> Match:
    """Replays the same decisions."""
    again = Match(match.rules, match.seats, match.options, match.seed)
    for decision in match.decisions:
        again.decide(decision)
    return again


def marked(state: State, first: int) -> State:
    """Returns an opening whose card ids begin at `first`."""
    state.faces = {first + card: face for card, face in state.faces.items()}
    state.zones = {zone: tuple(first + (card or 0) for card in cards) for zone, cards in state.zones.items()}
    state.next_card += first
    return state


def row_json(outcome: Outcome, seats: int, game: Game) -> Any:
    """Returns an outcome as the log stores it, with its hidden parts."""
    public_part = record(outcome, seats, game.sights)
    return {
        "seat": outcome.seat,
        "prompt": outcome.prompt,
        "move": public_part.move,
        "effects": public_part.effects,
        "secrets": [part._asdict() for part in public_part.hidden_parts],
    }


def canonical(value: Any) -> bytes:
    """Returns JSON in the canonical form that is compared and hashed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def decision_json(decision: Decision) -> Any:
    """Returns a decision as failures print it."""
    return [decision.kind, decision.seat, decision.prompt, decision.move and move_json(decision.move)]
