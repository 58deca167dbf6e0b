"""All printed cards in printed order: 106 cards, 252M."""

from __future__ import annotations

from collections.abc import Iterable

from games.kernel.deck import CardId, Deck, Face
from games.kernel.state import Table
from games.monopoly_deal.actions import ACTIONS_AND_RENTS
from games.monopoly_deal.deck import MISPRINTS, MONEY, PROPERTIES, WILDS

DECK = Deck(*PROPERTIES, *WILDS, *ACTIONS_AND_RENTS, *MONEY, *MISPRINTS)
PLACES = {face: place for place, face in enumerate(DECK.attributes)}


def faces_of(table: Table, cards: Iterable[CardId]) -> list[Face]:
    """Returns the different faces of some cards, in printed order."""
    return sorted({table.face(card) for card in cards}, key=PLACES.__getitem__)
