"""Deals the same cards in another order: no output to a viewer may depend on the order of arrival.

Before a decision of a match, the cards in each set that the viewer does not see are permuted, as if they had arrived
in another order. The same decision, by faces, must then show the viewer the same events.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.kernel.deck import CardId
from games.kernel.errors import RulesError
from games.kernel.game import Game
from games.kernel.rng import Draws, shuffled
from games.kernel.state import Move, Seat, State, canonical
from tests.games.harness.card_knowledge import sees, with_cards
from tests.games.harness.simulate import Decision, Match, Step

# Moves whose rule depends on when a card arrived: in edition A a wild may be exchanged for a property drawn this turn
# (A:156).
RECENT = {"monopoly_deal": frozenset({"swap_wild"})}


def arrived_otherwise(match: Match, viewer: Seat | None, draws: Draws) -> tuple[Match, dict[CardId, CardId]]:
    """Returns the match with its unseen sets filled in another order, and a map from each card to its counterpart."""
    other = match.now()
    other.state, alike = _permuted(match.game, match.state, viewer, draws)
    other.sealed = {
        prompt: {seat: renamed_move(move, alike) for seat, move in held.items()}
        for prompt, held in match.sealed.items()
    }
    return other, alike


def _permuted(game: Game, state: State, viewer: Seat | None, draws: Draws) -> tuple[State, dict[CardId, CardId]]:
    other, alike = state.copied(), {}
    for zone, cards in state.zones.items():
        if zone.name in game.sets and not sees(game, viewer, zone):
            ids = sorted(card for card in cards if card is not None)
            other.faces.update(zip(ids, [state.faces[card] for card in shuffled(ids, draws)], strict=True))
            alike.update(zip(canonical(ids, state.faces), canonical(ids, other.faces), strict=True))
            other.zones[zone] = canonical(ids, other.faces) if zone.name in state.sets else tuple(ids)
    return other, alike


def decided(match: Match, decision: Decision, alike: Mapping[CardId, CardId]) -> list[Step] | None:
    """Returns the events of a decision in such a match; None if the move's rule depends on the arrival order."""
    move = decision.move
    try:
        return match.decide(decision._replace(move=move and renamed_move(move, alike)))
    except RulesError:
        if move is not None and move.verb in RECENT.get(match.game.key, frozenset()):
            return None
        raise


def renamed_move(move: Move, alike: Mapping[CardId, CardId]) -> Move:
    """Returns a move with its cards replaced."""
    return Move(move.verb, with_cards(move.args, alike))
