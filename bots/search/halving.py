"""The search: paired playouts of a few candidates by sequential halving, and a guard for the rollout policy's move.

All candidates are played in the same worlds with the same random draws, so the differences of their values are less
noisy than the values. Each round plays the remaining candidates in new worlds. It keeps the better half, and always the
rollout policy's move. At the end the search chooses the rollout policy's move unless another move is better by more
than one standard error of the paired differences.

If two moves differ only in what they reveal to the others, the search sometimes plays the other one. Otherwise a seat
that always put its worst card face down would reveal it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property
from math import ceil, inf, log2, sqrt
from typing import NamedTuple

from bots.search.inference import Worlds
from bots.search.plan import Effort, Plan, Ranked
from bots.search.playout import Deal, World
from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.view import View

BLUFF = 3
"""One of this number of choices is a bluff, if there is a bluff that is not worse."""


class Candidate(NamedTuple):
    """A candidate of an explanation. gain: its gain over the rollout policy's move, in the worlds that both played."""

    move: Move | None
    visits: int
    mean: float
    gain: float
    error: float


class Explanation(NamedTuple):
    """A choice and its reasons, from the view and the seed alone.

    candidates: the candidates, the rollout policy's move first; chosen: the index of the choice among them; worlds: the
    number of worlds sampled; playouts: the number of playouts played; is_cut: whether the time limit ended the search
    early.
    """

    chosen: int
    candidates: tuple[Candidate, ...]
    worlds: int
    playouts: int
    is_cut: bool

    @property
    def move(self) -> Move | None:
        """The move to play."""
        return self.candidates[self.chosen].move


def search(plan: Plan, view: View, prompt: int, ranked: Sequence[Ranked], effort: Effort, draws: Draws) -> Explanation:
    """Chooses among candidates. The same arguments lead to the same choice unless the time limit ends the search."""
    moves = [move for _, move in ranked]
    comparison = CandidateComparison(plan, view, prompt, moves, effort, draws.below(1 << 128).to_bytes(16, "big"))
    if len(moves) == 1:
        return comparison.explained(0)
    if (winner := comparison.immediate_win()) is not None:
        return comparison.explained(winner)
    alive = comparison.halve()
    return comparison.explained(comparison.mixed(comparison.guarded(alive), alive, draws))


def winning(plan: Plan, view: View, prompt: int, ranked: Sequence[Ranked], draws: Draws) -> int | None:
    """Returns the index of the first candidate that wins at once; None if there is none."""
    moves = [move for _, move in ranked]
    key = draws.below(1 << 128).to_bytes(16, "big")
    return CandidateComparison(plan, view, prompt, moves, Effort(0), key).immediate_win()


class CandidateComparison:
    """The values of some candidates in the same worlds."""

    def __init__(
        self, plan: Plan, view: View, prompt: int, moves: Sequence[Move | None], effort: Effort, key: bytes
    ) -> None:
        self._plan, self._view, self._prompt, self._moves = plan, view, prompt, moves
        self._effort, self._key = effort, key
        self._worlds: list[World] = []
        self._values: list[list[float]] = [[] for _ in moves]
        self._until = time.thread_time() + effort.seconds
        self._is_cut = False

    @cached_property
    def _deal(self) -> Deal:
        """Deals a world of the view."""
        return Worlds(self._plan.game, self._view, self._plan.evidence).drawn

    def immediate_win(self) -> int | None:
        """Returns the first candidate that wins at once."""
        world = self._world(0)
        return next((n for n, move in enumerate(self._moves) if world.wins_at_once(self._prompt, move)), None)

    def halve(self) -> list[int]:
        """Spends the playouts; returns the candidates played in all worlds, the rollout policy's move first."""
        alive = list(range(len(self._moves)))
        rounds = max(1, ceil(log2(len(alive))))
        for _ in range(rounds):
            self._play_round(alive, max(1, self._effort.playouts // rounds // len(alive)))
            if self._is_cut:
                return [n for n in alive if len(self._values[n]) == len(self._values[alive[0]])]
            best = sorted(alive, key=lambda n: (-self.mean(n), n))[: max(2, (len(alive) + 1) // 2)]
            alive = [0, *(n for n in best if n)]
        return alive

    def _play_round(self, alive: Sequence[int], worlds: int) -> None:
        """Plays some candidates in a number of new worlds, world by world."""
        first = len(self._values[0])
        for number in range(first, first + worlds):
            for candidate in alive:
                if time.thread_time() > self._until:
                    self._is_cut = True
                    return
                value = self._world(number).playout(self._prompt, self._moves[candidate])
                self._values[candidate].append(value)

    def _world(self, number: int) -> World:
        while len(self._worlds) <= number:
            self._worlds.append(World(self._plan, self._view, self._key, len(self._worlds), self._deal))
        return self._worlds[number]

    def mean(self, candidate: int) -> float:
        """Returns the mean value of a candidate; for a candidate without playouts, a value below all others."""
        values = self._values[candidate]
        return sum(values) / len(values) if values else -1.0

    def gain(self, candidate: int, other: int = 0) -> tuple[float, float]:
        """Returns a candidate's gain over another, by default the rollout policy's move, and its standard error."""
        pairs = zip(self._values[candidate], self._values[other], strict=False)
        return mean_and_error([value - usual for value, usual in pairs])

    def guarded(self, alive: Sequence[int]) -> int:
        """Returns the best of some candidates if it clearly beats the rollout policy's move, otherwise that move."""
        leader = max(alive, key=lambda n: (self.mean(n), -n), default=0)
        gain, error = self.gain(leader)
        return leader if gain > error else 0

    def mixed(self, chosen: int, alive: Sequence[int], draws: Draws) -> int:
        """Returns the choice or, occasionally, a bluff that is not worse by one standard error."""
        bluffs = self._plan.bluffs
        if bluffs is None:
            return chosen
        gains = {n: self.gain(n, chosen) for n in alive if n != chosen and bluffs(self._moves[chosen], self._moves[n])}
        equal = [n for n, (gain, error) in gains.items() if gain >= -error]
        return equal[draws.below(len(equal))] if equal and not draws.below(BLUFF) else chosen

    def explained(self, chosen: int) -> Explanation:
        """Returns the choice with its reasons."""
        rows = [
            Candidate(move, len(self._values[n]), self.mean(n), *self.gain(n)) for n, move in enumerate(self._moves)
        ]
        playouts = sum(len(values) for values in self._values)
        return Explanation(chosen, tuple(rows), len(self._values[0]), playouts, self._is_cut)


def mean_and_error(differences: Sequence[float]) -> tuple[float, float]:
    """Returns the mean of some differences and its standard error, which is infinite for fewer than two differences.

    >>> mean_and_error([0.5, 0.5]), mean_and_error([1.0])
    ((0.5, 0.0), (1.0, inf))
    """
    number = len(differences)
    mean = sum(differences) / number if number else 0.0
    if number < 2:
        return mean, inf
    return mean, sqrt(sum((d - mean) ** 2 for d in differences) / (number - 1) / number)
