"""Matches of the arena in which each policy receives its seat's view as JSON, as the API serves it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bots.arena.match import ArenaMatch, MatchEnding
from bots.policy import Policy
from games.kernel.codec import view_from, view_json
from games.kernel.effect import Announced, Effect
from games.kernel.game import Game
from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View


class Watched(ArenaMatch):
    """A match that records its effects."""

    def __init__(self, game: Game, policies: Sequence[Policy], seed: int, **options: object) -> None:
        self.effects: list[Effect] = []
        served_policies = [served(game, policy) for policy in policies]
        super().__init__(game, game.options.from_json(options, len(policies)), served_policies, seed)

    def _learn(self, effects: Sequence[Effect]) -> None:
        self.effects += effects
        super()._learn(effects)

    def announced(self, what: str) -> list[Announced]:
        return [effect for effect in self.effects if isinstance(effect, Announced) and effect.what == what]


def served(game: Game, policy: Policy) -> Policy:
    """Returns the policy as on a server: it gets a view read from JSON, and its moves are checked for legality."""

    def choose(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
        move = policy(view_from(game, json.loads(json.dumps(view_json(game, view)))), moves, draws)
        assert move is None or move in moves, f"{move} is not legal"
        return move

    return choose


def played(game: Game, policies: Sequence[Policy], seed: int, **options: object) -> MatchEnding:
    """Returns the ending of a match between policies."""
    return Watched(game, policies, seed, **options).played()
