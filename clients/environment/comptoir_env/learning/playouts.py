"""The training data of a judge: candidates of decisions, each played out once in the real world with the same chance.

Training may use hidden information; play may not. Averaged over many matches, the outcome in the real world is the
outcome that the view makes likely. The rules of thumb play the matches, occasionally with a random candidate.
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
from bots.policies.learnt.judge import descriptions
from bots.search.levels import plan_of
from bots.search.plan import Plan
from bots.search.playout import World
from comptoir_env.episode import Rules, rewards_of
from games.kernel.rng import Draws, policy_draws
from games.kernel.state import Move, Prompt, Seat, State
from games.kernel.template import LegalMoves
from games.kernel.view import View, view_of

MOST_PLAYED_OUT = 4_000
"""The maximum number of acts of a playout to the end of the match."""


class PlayoutSettings(NamedTuple):
    """The settings of the matches that training uses. options: the match's options as JSON.

    others: the policy of the seats that do not learn, in matches and playouts; None: all seats learn and play by the
    rules of thumb. to_end: whether playouts end with the match instead of at the horizon of search. stray: how often a
    match continues with a random candidate. share: the share of decisions that are played out. seed: the seed of all
    chance.
    """

    game: str
    seats: int
    options: str
    others: str | None
    to_end: bool
    stray: float
    share: float
    seed: int


class RecordedDecision(NamedTuple):
    """A decision.

    row: the observation; candidates: their descriptions; values: the values of their playouts, 0 to 1.
    """

    row: array[float]
    candidates: list[dict[str, float]]
    values: list[float]


def plan_for(source: PlayoutSettings, learner: Seat) -> Plan:
    """Returns the game's plan with the playouts of these settings. learner: the one seat that learns among others."""
    plan = plan_of(source.game)
    if source.to_end:
        plan = replace(plan, is_far_enough=lambda *_: False, value=earned, most_steps=MOST_PLAYED_OUT)
    if source.others is None:
        return plan
    own, others = plan.rollout, policies.get(source.game, source.others)

    def choose(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
        return (own if view.me == learner else others)(view, moves, draws)

    return replace(plan, rollout=choose)


def earned(state: State, seat: Seat, begun: Any) -> float:
    """Returns 1 for the first place, 0 for the last, evenly spaced between. A match that was cut off gives one half."""
    return 0.5 if state.standings is None else (1 + rewards_of(state.standings, state.seats)[seat]) / 2


class Recorded(ArenaMatch):
    """A match between rules of thumb with playouts of its decisions. learner: the only seat that learns, or None."""

    def __init__(self, rules: Rules, source: PlayoutSettings, number: int) -> None:
        seat = number % rules.seats
        self._rules, self._source, self._plan = rules, source, plan_for(source, seat)
        self.learner = None if source.others is None else seat
        self._writer, self._chance = Writer(rules.encoding), policy_draws(b"training", source.seed, number)
        self.decisions: list[RecordedDecision] = []
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
        world = World(self._plan, view, key, 0, lambda draws: truth)
        values = [world.playout(prompt.id, move) for _, move in ranked]
        candidates = descriptions(self._rules.alphabet, view, self._plan, ranked)
        self.decisions.append(RecordedDecision(row, candidates, values))

    def _lucky(self, share: float) -> bool:
        return self._chance.below(1 << 20) < share * (1 << 20)


def played(source: PlayoutSettings, matches: int, processes: int) -> Iterator[list[RecordedDecision]]:
    """Yields the decisions of each match, in order; the result does not depend on the number of processes."""
    if processes == 1:
        yield from (decisions(source, number) for number in range(matches))
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(decisions, [source] * matches, range(matches), chunksize=4)


def decisions(source: PlayoutSettings, number: int) -> list[RecordedDecision]:
    """Returns the decisions of one match."""
    match = Recorded(_rules(source.game, source.seats, source.options), source, number)
    match.played()
    return match.decisions


@cache
def _rules(game: str, seats: int, options: str) -> Rules:
    return Rules(game, seats, json.loads(options))
