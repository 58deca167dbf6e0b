"""Colluders planted among honest bots, and how often the figures for moderators accuse colluders or honest bots.

    python -m tests.bots.collusion [--pairs 40] [--matches 24] [--games great_dalmuti ...] [--json FILE]

Each pair plays `matches` matches together and as many apart, with `greedy` or, one in three, `uniform`. In a planted
pair the first bot is greedy, and favours the second bot as a colluder does: `loses` (plays any move, at the smallest
table), `spares` (never names the second in a move while it can name another), or `feeds` (names the second whenever it
can). A pair is accused if a finding in either direction is marked as unusual.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from rich.progress import track

from bots import policies
from bots.arena.match import ArenaMatch
from bots.policy import Policy
from events.moderation.dealings import Dealings, SharedMatch, findings
from games import registry
from games.kernel.effect import Effect
from games.kernel.game import Game
from games.kernel.rng import Draws, policy_draws
from games.kernel.state import Move, Prompt, Seat
from games.kernel.template import LegalMoves
from games.kernel.view import View
from games.kernel.words.meanings import declared

SHORT = {"great_dalmuti": {"end": {"hands": 1}}}
COLLUSIONS = ("loses", "spares", "feeds")
MOST_LOOKED_AT = 60
HONEST = ("greedy", "greedy", "uniform")
"""The policies of honest players; their strength differs, like that of people."""


class Observed(ArenaMatch):
    """A match that counts all events that the public log of a match on the server shows."""

    def __init__(self, game: Game, seats: Sequence[Policy], deal: int) -> None:
        self.dealings, self._package = Dealings(len(seats)), game.package
        self._public: tuple[Seat | None, Move | None] = (None, None)
        options = game.options.from_json(SHORT.get(game.key, {}), len(seats))
        super().__init__(game, options, seats, deal)

    def observed(self) -> Dealings:
        """Plays the match; returns the counts."""
        result = self.played()
        places = result.places
        if result.is_over:
            self.dealings.shares = {seat: 1 - (place - 1) / (len(places) - 1) for seat, place in enumerate(places)}
        return self.dealings

    def _chosen(self, seat: Seat, prompt: Prompt) -> Move | None:
        move = super()._chosen(seat, prompt)
        self._public = (None, None) if self._game.is_sealed(prompt) else (seat, move)
        return move

    def _learn(self, effects: Sequence[Effect]) -> None:
        self.dealings.add(self._package, *self._public, effects)
        self._public = (None, None)
        super()._learn(effects)


class Colluder:
    """A policy that plays like another one, except in its dealings with the partner."""

    def __init__(self, game: Game, collusion: str, partner: Seat) -> None:
        self._game, self._collusion, self._partner = game, collusion, partner

    def __call__(self, view: View, moves: LegalMoves, draws: Draws) -> Move | None:
        if self._collusion == "loses":
            return policies.get(self._game.key, "uniform")(view, moves, draws)
        chosen = policies.get(self._game.key, "greedy")(view, moves, draws)
        feeds = self._collusion == "feeds"
        if chosen is None or self._names_partner(chosen) is feeds or not (feeds or self._names(chosen)):
            return chosen
        named = [move for move in islice(moves, MOST_LOOKED_AT) if self._names(move)]
        wanted = [move for move in named if self._names_partner(move) is feeds]
        return wanted[draws.below(len(wanted))] if wanted else chosen

    def _names(self, move: Move) -> list[Seat]:
        slots = declared(self._game.package)["verbs"][move.verb]
        values = [value for name, value in move.args.items() if slots.get(name) == "seat"]
        return [each for value in values for each in (value if isinstance(value, list | tuple) else [value])]

    def _names_partner(self, move: Move) -> bool:
        return self._partner in self._names(move)


def meetings_of(
    game: Game, collusion: str | None, pair: int, matches: int
) -> tuple[list[SharedMatch], list[float], list[float]]:
    """Returns the data of a pair: their matches together, and the results of each without the other."""
    size = max(2, min(game.seats)) if collusion == "loses" else min(4, max(game.seats))
    draws = policy_draws(b"collusion/%s/%d" % (game.key.encode(), pair), str(collusion))
    one, other = (policies.get(game.key, HONEST[draws.below(len(HONEST))]) for _ in range(2))
    met, alone = list[SharedMatch](), ([], [])
    for number in range(matches):
        deal = (pair * 1_000 + number) * 4
        seat, second = number % size, (number + 1 + number // size % (size - 1)) % size
        honest = [policies.get(game.key, HONEST[draws.below(len(HONEST))]) for _ in range(size)]
        together = list(honest)
        together[seat] = one if collusion is None else Colluder(game, collusion, second)
        together[second] = other
        met.append(SharedMatch(Observed(game, together, deal).observed(), seat, second))
        for part, (policy, own) in enumerate(((one if collusion is None else greedy(game), seat), (other, second))):
            table = list(honest)
            table[own] = policy
            dealings = Observed(game, table, deal + 1 + part).observed()
            if dealings.shares:
                alone[part].append(dealings.shares[own])
    return met, *alone


def greedy(game: Game) -> Policy:
    """Returns a colluder's policy towards other players."""
    return policies.get(game.key, "greedy")


def is_accused(game: Game, collusion: str | None, pair: int, matches: int) -> list[str]:
    """Returns the kinds of findings that are marked for a pair, in either direction."""
    met, own, others = meetings_of(game, collusion, pair, matches)
    back = [SharedMatch(each.dealings, each.other, each.seat) for each in met]
    found = [*findings(met, own, others), *findings(back, others, own)]
    return [finding.kind for finding in found if finding.is_unusual]


def measured(game: Game, collusion: str | None, pairs: int, matches: int) -> dict[str, Any]:
    """Returns how many of some pairs are accused, and of what."""
    label = f"{game.key}, {collusion or 'honest'}"
    accused = [is_accused(game, collusion, pair, matches) for pair in track(range(pairs), label)]
    return {
        "game": game.key,
        "pairs": pairs,
        "matches": matches,
        "planted": collusion,
        "accused": sum(map(bool, accused)),
        "by": dict(Counter(kind for kinds in accused for kind in set(kinds))),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--matches", type=int, default=24)
    parser.add_argument("--games", nargs="+", default=list(registry.GAMES), choices=list(registry.GAMES))
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    rows = [
        measured(game, collusion, given.pairs, given.matches)
        for game in map(registry.get, given.games)
        for collusion in (None, *COLLUSIONS)
    ]
    for row in rows:
        print(json.dumps(row))
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
