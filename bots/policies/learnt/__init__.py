"""A policy that plays the best of a few moves as judged by a network trained on playouts (docs/self-play.md).

The moves are the candidates of search; the first candidate is the move by the rules of thumb. The network sees the view
and a description of each move. Another move replaces the first one only if its value exceeds the first value by more
than the network's guard.

The weights are `<game>_<seats>.safetensors` beside this file. `greedy` plays instead if there are no weights for the
number of seats, or if the match's options or rules lead to another encoding than the training's.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from pathlib import Path

from bots.encoding.alphabet import Alphabet
from bots.encoding.rows import Encoding, fingerprint
from bots.policies import greedy
from bots.policies.learnt.judge import Judge
from bots.policies.learnt.weights import Weights, read
from bots.policy import Policy
from games import registry
from games.kernel.game import Game
from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View

FOLDER = Path(__file__).parent
MOST_ENCODINGS = 64


def of(game_key: str) -> Policy:
    """Returns the learnt policy for a game. Raises KeyError if there are no weights for it."""
    if not any(FOLDER.glob(f"{game_key}_*.safetensors")):
        raise KeyError(f"expected a game that was learnt, got {game_key!r}")
    game, otherwise = registry.get(game_key), greedy.of(game_key)

    def choose(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
        judge = judge_for(game, view.seats, json.dumps(view.options.to_json()))
        return otherwise(view, moves, draws) if judge is None else judge.choose(view, moves, draws)

    return choose


@lru_cache(MOST_ENCODINGS)
def judge_for(game: Game, seats: int, options: str) -> Judge | None:
    """Returns the judge for these rules, or None. options: as JSON, since some options are not hashable."""
    weights = _weights(game.key, seats)
    if weights is None:
        return None
    encoding = Encoding(Alphabet(game, seats, game.options.from_json(json.loads(options), seats)))
    return Judge(encoding, weights) if fingerprint(encoding) == weights.about["fingerprint"] else None


@cache
def _weights(game_key: str, seats: int) -> Weights | None:
    path = FOLDER / f"{game_key}_{seats}.safetensors"
    return read(path.read_bytes()) if path.exists() else None
