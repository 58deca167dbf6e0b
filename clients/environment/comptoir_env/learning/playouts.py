"""What a judge learns from: candidates of a decision, each played out once in the real world with the same chance.

Training may look behind the view, play may not: in the mean over many matches the outcome in the real world is what the
view makes likely. Matches are played by the rules of thumb, with a stray candidate now and then.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from bots import policies
from bots.arena.match import ArenaMatch
from bots.encoding.rows import Writer
from bots.policies.learnt.judge import described
from bots.policy import Policy
from bots.search.levels import plan_of
from bots.search.plan import Plan
from bots.search.playout import World
from comptoir_env.episode import Rules
from games.kernel.rng import Draws, policy_draws
from games.kernel.state import Move, Prompt, Seat, State
from games.kernel.template import LegalMoves
from games.kernel.view import View, view_of

MOST_PLAYED_OUT = 4_000
"""Acts of a playout to the end of the match."""


class Source(NamedTuple):
    """Where decisions come from. options: as JSON; others: the policy of the seats that do not learn, in matches and
    playouts; None: all seats learn, by the rules of thumb. to_end: playouts end with the match, not at the horizon of
    search; stray: how often a match goes on with any candidate; share: how many decisions are played out; seed: of all
    chance."""

    game: str
    seats: int
    options: str
    others: str | None
    to_end: bool
    stray: float
    share: float
    seed: int


class Decision(NamedTuple):
    """row: the observation; told: of each candidate what `described` says; values: of its playout, from 0 to 1."""

    row: array[float]
    told: list[dict[str, float]]
    values: list[float]


@cache
def plan_for(game: str, others: str | None, to_end: bool) -> Plan:
    """The game's plan, with playouts as a source wants them."""
    plan = plan_of(game)
    if to_end:
        plan = replace(plan, is_far_enough=lambda *_: False, value=earned, most_steps=MOST_PLAYED_OUT)
    return plan if others is None else replace(plan, rollout=Sides(plan.rollout, policies.get(game, others)))


class Sides:
    """A policy for one seat and another one for all others. learner: the one seat, set for each match."""

    def __init__(self, own: Policy, others: Policy) -> None:
        self._own, self._others = own, others
        self.learner: Seat = 0

    def __call__(self, view: View, moves: LegalMoves, draws: Draws) -> Move | None:
        return (self._own if view.me == self.learner else self._others)(view, moves, draws)


def earned(state: State, seat: Seat, begun: Any) -> float:
    """1 for the first place, 0 for the last, evenly between; ties share. A match that was cut off is worth one half."""
    ahead = 0
    for tied in state.standings or ():
        if seat in tied:
            return 1 - (ahead + (len(tied) - 1) / 2) / (state.seats - 1)
        ahead += len(tied)
    return 0.5


class Recorded(ArenaMatch):
    """A match between rules of thumb whose decisions are played out. learner: the only seat that learns, or None."""

    def __init__(self, rules: Rules, source: Source, number: int) -> None:
        self._rules, self._source, self._plan = rules, source, plan_for(source.game, source.others, source.to_end)
        self.learner = None if source.others is None else number % rules.seats
        if isinstance(self._plan.rollout, Sides):
            self._plan.rollout.learner = number % rules.seats
        self._writer, self._chance = Writer(rules.encoding), policy_draws(b"training", source.seed, number)
        self.decisions: list[Decision] = []
        deal = source.seed * 10_000_019 + number
        super().__init__(rules.game, rules.options, [self._plan.rollout] * rules.seats, deal)

    def _chosen(self, seat: Seat, prompt: Prompt) -> Move | None:
        if self.learner not in (None, seat):
            return super()._chosen(seat, prompt)
        moves = self._simulation.legal(seat, prompt)
        if not moves:
            return None
        view = view_of(self._simulation.state, seat, self._memories[seat].known)
        draws = policy_draws(self._key, "policy", prompt.id, seat, self._acts)
        ranked = self._plan.candidates(view, moves, draws)
        if len(ranked) == 1:
            return ranked[0][1]
        if self._lucky(self._source.share):
            self._record(view, prompt, ranked)
        return ranked[self._chance.below(len(ranked)) if self._lucky(self._source.stray) else 0][1]

    def _record(self, view: View, prompt: Prompt, ranked: Any) -> None:
        row = array("f")
        row.frombytes(self._writer.row(view, None))
        key, truth = self._chance.below(1 << 128).to_bytes(16, "big"), self._simulation.state.copied()
        world = World(self._plan, view, key, 0, truth)
        values = [world.playout(prompt.id, move) for _, move in ranked]
        told = described(self._rules.alphabet, view, self._plan, ranked)
        self.decisions.append(Decision(row, told, values))

    def _lucky(self, share: float) -> bool:
        return self._chance.below(1 << 20) < share * (1 << 20)


def played(source: Source, matches: int, processes: int) -> Iterator[list[Decision]]:
    """The decisions of each match, in order; the number of processes changes nothing."""
    if processes == 1:
        yield from (decisions(source, number) for number in range(matches))
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(decisions, [source] * matches, range(matches), chunksize=4)


def decisions(source: Source, number: int) -> list[Decision]:
    """The decisions of one match."""
    match = Recorded(_rules(source.game, source.seats, source.options), source, number)
    match.played()
    return match.decisions


@cache
def _rules(game: str, seats: int, options: str) -> Rules:
    return Rules(game, seats, json.loads(options))
