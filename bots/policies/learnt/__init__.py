"""Plays as a network that was trained by self-play (docs/self-play.md): the likeliest action of each step of a move.

The weights are `<game>_<seats>.safetensors` beside this file. A match is played by `greedy` if there are none for its
number of seats, or if its options or rules lead to another encoding than that of the training.
"""

from __future__ import annotations

import json
from array import array
from functools import cache, lru_cache
from pathlib import Path

from bots.encoding.alphabet import Alphabet
from bots.encoding.drafts import Draft
from bots.encoding.rows import Encoding, Writer, fingerprint
from bots.policies import greedy
from bots.policies.learnt.network import Network
from bots.policies.learnt.weights import read
from bots.policy import Policy
from games import registry
from games.kernel.game import Game
from games.kernel.rng import Draws
from games.kernel.state import Move, Prompt
from games.kernel.template import LegalMoves
from games.kernel.view import View

FOLDER = Path(__file__).parent
MOST_ENCODINGS = 64


class Learnt:
    """A network with the encoding that it was trained with."""

    def __init__(self, encoding: Encoding, network: Network) -> None:
        self.encoding, self.network = encoding, network

    def choose(self, view: View, prompt: Prompt, moves: LegalMoves) -> Move:
        """Spells a move, the likeliest action at each step."""
        draft, writer = Draft(self.encoding.alphabet, view, [(prompt, moves)]), Writer(self.encoding)
        while draft.move is None:
            actions = sorted(draft.actions)
            draft.choose(actions[0] if len(actions) == 1 else self._best(writer.row(view, draft), actions))
        return draft.move[1]

    def _best(self, row: bytearray, actions: list[int]) -> int:
        numbers = array("f")
        numbers.frombytes(row)
        return self.network.best(numbers, actions)


def of(game_key: str) -> Policy:
    """The learnt policy for a game. Raises KeyError if nothing was learnt for it."""
    if not any(FOLDER.glob(f"{game_key}_*.safetensors")):
        raise KeyError(f"expected a game that was learnt, got {game_key!r}")
    game, otherwise = registry.get(game_key), greedy.of(game_key)

    def choose(view: View, moves: LegalMoves, draws: Draws) -> Move | None:
        learnt = learnt_for(game, view.seats, json.dumps(view.options.to_json()))
        if learnt is None or moves.prompt is None or moves.prompt.mode == "open":
            return otherwise(view, moves, draws)
        return learnt.choose(view, moves.prompt, moves)

    return choose


@lru_cache(MOST_ENCODINGS)
def learnt_for(game: Game, seats: int, options: str) -> Learnt | None:
    """What was learnt for these rules, if anything. options: as JSON, since some of them have no hash."""
    found = _network(game.key, seats)
    if found is None:
        return None
    encoding = Encoding(Alphabet(game, seats, game.options.from_json(json.loads(options), seats)))
    return Learnt(encoding, found[1]) if fingerprint(encoding) == found[0] else None


@cache
def _network(game_key: str, seats: int) -> tuple[str, Network] | None:
    """The fingerprint of the encoding, and the network."""
    path = FOLDER / f"{game_key}_{seats}.safetensors"
    if not path.exists():
        return None
    weights = read(path.read_bytes())
    return weights.about["fingerprint"], Network(weights)
