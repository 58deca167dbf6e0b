"""One match as an episode: the seat in turn, its actions, and the rewards.

The table queries the seats in this order (docs/self-play.md):

1. A prompt that needs answers. One seat's prompt: that seat. A sealed prompt: each of its seats, in order of the seats,
   before any answer takes effect; no observation shows answers that have already arrived.
2. Otherwise an open prompt: all seats that may act, in an order that is drawn again after each act. A fixed order would
   reveal which seat made an anonymous move. A seat may wait. It has its turn even if waiting is its only choice, since
   its choices may be hidden.
3. If all have waited, the clock advances to the next time limit. Without a time limit, a required seat may no longer
   wait; without a required seat, the episode is truncated.

A cooldown lasts until every other seat that may act has had another turn, or the clock has advanced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bots.encoding.alphabet import Alphabet
from bots.encoding.drafts import MoveDraft
from bots.encoding.rows import Encoding, Writer
from games import registry
from games.kernel.effect import Effect
from games.kernel.rng import Rng, policy_draws, shuffled
from games.kernel.simulation import Simulation
from games.kernel.state import Move, Prompt, Seat
from games.kernel.template import LegalMoves
from games.kernel.view import View

Watch = Callable[[Sequence[Effect]], None]


class Rules:
    """A game with its number of seats and options, shared by its episodes.

    Raises KeyError for an unknown game, ValueError for a wrong number of seats, and BadOptions for wrong options.
    """

    def __init__(self, game: str, seats: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.game = registry.get(game)
        self.seats = self.game.seats[0] if seats is None else seats
        if self.seats not in self.game.seats:
            raise ValueError(f"expected {self.game.seats[0]} to {self.game.seats[-1]} seats, got {seats!r}")
        self.options = self.game.options.from_json(dict(options or {}), self.seats)
        self.alphabet = Alphabet(self.game, self.seats, self.options)
        self.encoding = Encoding(self.alphabet)


def rewards_of(standings: Sequence[Sequence[Seat]], seats: int) -> tuple[float, ...]:
    """Returns the reward of each seat: 1 for the first place, -1 for the last, evenly spaced between; ties share."""
    earned, ahead = [0.0] * seats, 0
    for tied in standings:
        for seat in tied:
            earned[seat] = 1 - 2 * (ahead + (len(tied) - 1) / 2) / (seats - 1)
        ahead += len(tied)
    return tuple(earned)


class Episode:
    """A match in progress.

    seat: the seat in turn; draft: its decision; truncated: whether the match cannot continue. offered: the legal moves
    of the seat in turn, by prompt. key: the seed of all chance in the episode; watch: a function that receives the
    effects of each act, from the setup on.
    """

    def __init__(self, rules: Rules, key: bytes, watch: Watch | None = None) -> None:
        self.rules, game = rules, rules.game
        self._watch = watch
        rng = Rng(policy_draws(key, "chance").below(1 << 256).to_bytes(32, "big"))
        outcome = game.start(rules.seats, rules.options, rng)
        assert outcome.state is not None, "the setup has just been decided"
        self.simulation = Simulation(game, outcome.state, rng)
        if watch is not None:
            watch(outcome.effects)
        self.seat: Seat | None = None
        self.draft: MoveDraft | None = None
        self._view: View = self.simulation.view(0)
        self.offered: list[tuple[Prompt, LegalMoves]] = []
        self.truncated = False
        self.moves = 0
        self._writer, self._order = Writer(rules.encoding), policy_draws(key, "order")
        self._sealed: Prompt | None = None
        self._answers: dict[Seat, Move] = {}
        self._to_ask: list[Seat] = []
        self._asking: list[Seat] | None = None
        self._used: dict[Seat, dict[str, set[Seat]]] = {}
        self._ask()

    @property
    def is_over(self) -> bool:
        """True if the match has ended or cannot continue."""
        return self.truncated or self.simulation.state.standings is not None

    def step(self, action: int) -> None:
        """Takes one action of the seat in turn. Raises ValueError if the action is not legal."""
        draft, seat = self.draft, self.seat
        if draft is None or seat is None or action not in draft.actions:
            raise ValueError(f"expected one of the actions of the mask, got {action!r}")
        draft.choose(action)
        if draft.has_waited:
            self._ask()
        elif draft.move is not None:
            self._play(seat, *draft.move)
            self._ask()

    def answer(self, prompt: Prompt, move: Move) -> None:
        """Takes a whole legal move of the seat in turn, instead of the actions that spell the move."""
        assert self.seat is not None, "a seat is asked"
        self._play(self.seat, prompt, move)
        self._ask()

    def row(self, seat: Seat) -> bytearray:
        """Returns the observation of a seat, as bytes of 32-bit floats."""
        if seat == self.seat:
            return self._writer.row(self._view, self.draft)
        return self._writer.row(self.simulation.view(seat), None)

    def mask(self, seat: Seat) -> bytearray:
        """Returns a byte for each action: 1 if it is legal. All bytes are 0 unless it is the seat's turn."""
        mask = bytearray(self.rules.alphabet.size)
        if seat == self.seat and self.draft is not None:
            for action in self.draft.actions:
                mask[action] = 1
        return mask

    def rewards(self) -> tuple[float, ...]:
        """Returns the rewards by the standings (`rewards_of`). Zeros until the match is over."""
        standings, seats = self.simulation.state.standings, self.rules.seats
        return (0.0,) * seats if standings is None else rewards_of(standings, seats)

    # Whose turn it is

    def _ask(self) -> None:
        """Finds the next seat in turn."""
        self.seat = self.draft = None
        while not self.is_over:
            if self._sealed is not None:
                if self._ask_sealed():
                    return
                continue
            prompt = self._required()
            if prompt is None or prompt.mode == "open":
                if self._ask_openly():
                    return
            elif self.rules.game.phases[prompt.phase].sealed:
                self._sealed, self._to_ask, self._answers = prompt, list(prompt.seats), {}
            elif self._asked(prompt.seats[0], [prompt]):
                return
            else:
                self.truncated = True

    def _required(self) -> Prompt | None:
        """Returns the first open prompt that must be answered before the match can continue."""
        state, phases = self.simulation.state, self.rules.game.phases
        for prompt in state.open_prompts:
            if phases[prompt.phase].required_seats(state, prompt):
                return prompt
        return None

    def _ask_sealed(self) -> bool:
        """Gives the turn to the next seat of a sealed prompt; when all have answered, opens it and returns False."""
        sealed = self._sealed
        assert sealed is not None, "there is a sealed prompt"
        while self._to_ask:
            if self._asked(self._to_ask.pop(0), [sealed]):
                return True
        self._sealed = None
        self._acted(self.simulation.open(sealed, self._answers))
        return False

    def _ask_openly(self) -> bool:
        """Gives the turn to the next seat that may act at an open prompt; if all wait, advances time, returns False."""
        able = self._able()
        if self._asking is None:
            self._asking = list(shuffled(sorted(able), self._order))
        while self._asking:
            seat = self._asking.pop(0)
            for others in self._used.values():
                for asked in others.values():
                    asked.add(seat)
            if seat in able and self._asked(seat, able[seat], may_wait=True):
                return True
        self._asking, self._used = None, {}
        return self._pass_time(able)

    def _pass_time(self, able: Mapping[Seat, list[Prompt]]) -> bool:
        """Advances to the next time limit; if there is none, gives the turn to a required seat, which may not wait."""
        prompts = self.simulation.state.open_prompts
        timed = [prompt for prompt in prompts if prompt.mode == "open" and prompt.after is not None]
        if timed:
            first = min(timed, key=lambda prompt: (prompt.after or 0, prompt.id))
            self._acted(self.simulation.expire(first))
            return False
        required = self._required()
        if required is not None:
            seats = self.rules.game.phases[required.phase].required_seats(self.simulation.state, required)
            if any(self._asked(seat, [required]) for seat in seats):
                return True
        self.truncated = True
        return False

    def _able(self) -> dict[Seat, list[Prompt]]:
        """Returns the seats that may act at open prompts, each with these prompts."""
        state, phases = self.simulation.state, self.rules.game.phases
        able: dict[Seat, list[Prompt]] = {}
        for prompt in state.open_prompts:
            if prompt.mode == "open":
                for seat in phases[prompt.phase].seats_able_to_answer(state, prompt):
                    able.setdefault(seat, []).append(prompt)
        return able

    def _asked(self, seat: Seat, prompts: list[Prompt], *, may_wait: bool = False) -> bool:
        """Gives the turn to a seat; returns False if the seat has no choice."""
        moves = [(prompt, self.simulation.legal(seat, prompt)) for prompt in prompts]
        without = self._resting(seat, prompts) if may_wait and self._used.get(seat) else frozenset()
        view = self.simulation.view(seat)
        draft = MoveDraft(self.rules.alphabet, view, moves, may_wait=may_wait, without=without)
        if not draft.actions:
            return False
        self.seat, self.draft, self.offered, self._view = seat, draft, moves, view
        return True

    def _resting(self, seat: Seat, prompts: list[Prompt]) -> frozenset[str]:
        """Returns the verbs that a seat may not use yet because of their cooldowns."""
        state, resting = self.simulation.state, set()
        others = set(self._able()) - {seat}
        used = {verb for verb, asked in self._used[seat].items() if not others <= asked}
        for prompt in prompts:
            phase = self.rules.game.phases[prompt.phase]
            for verb in phase.verbs:
                cooldown = phase.cooldown(state, verb)
                if cooldown is not None and cooldown.seconds and used & cooldown.after:
                    resting.add(verb)
        return frozenset(resting)

    # Consequences of a choice

    def _play(self, seat: Seat, prompt: Prompt, move: Move) -> None:
        self.moves += 1
        if self._sealed is not None:
            self._answers[seat] = move
            return
        effects = self.simulation.play(seat, prompt, move)
        self._used.setdefault(seat, {})[move.verb] = set()
        self._acted(effects)

    def _acted(self, effects: Sequence[Effect]) -> None:
        """Records an act; afterwards the next seats have their turns in a new order."""
        self._asking = None
        if self._watch is not None:
            self._watch(effects)
