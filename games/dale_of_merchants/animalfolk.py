"""The available animalfolk decks, one row for each, and their printed cards.

A new deck is a file in `techniques/` and a row here (its texts are in `texts/`).
"""

from __future__ import annotations

from games.dale_of_merchants.cards import CARDS, JUNK, Animalfolk, enrol
from games.dale_of_merchants.techniques.chameleons import CHAMELEONS
from games.dale_of_merchants.techniques.macaws import MACAWS
from games.dale_of_merchants.techniques.ocelots import OCELOTS
from games.dale_of_merchants.techniques.pandas import PANDAS
from games.dale_of_merchants.techniques.raccoons import RACCOONS
from games.dale_of_merchants.techniques.squirrels import SQUIRRELS
from games.kernel.deck import Deck

FOLKS = (
    MACAWS,
    PANDAS,
    RACCOONS,
    SQUIRRELS,
    OCELOTS,
    CHAMELEONS,
)


def printed(folks: tuple[Animalfolk, ...]) -> Deck:
    """Returns all cards of these decks, and the junk."""
    return Deck(*(card.printed for folk in folks for card in folk.cards), CARDS[JUNK].printed)


for folk in FOLKS:
    enrol(folk)
