"""The cards: eight goods, four of each, and one of contraband (rules, 'Contenu')."""

from __future__ import annotations

from games.kernel.deck import Deck, Printed

DECK = Deck(
    Printed("wine", 4, number=1),
    Printed("spices", 4, number=2),
    Printed("tea", 4, number=3),
    Printed("silk", 4, number=4),
    Printed("coffee", 4, number=5),
    Printed("jewels", 4, number=6),
    Printed("perfume", 4, number=7),
    Printed("jade", 4, number=8),
    Printed("contraband", 1),
)

CONTRABAND = "contraband"
GOODS = tuple(line.face for line in DECK.lines if line.face != CONTRABAND)
FACES = tuple(line.face for line in DECK.lines)
COINS_EACH = 15
"""The coins with which each of the four players starts (rules, 'Mise en place')."""
