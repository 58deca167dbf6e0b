"""The eighty cards: twelve ranks, of which the lower ones are better and rarer, and two jesters (rules, 'Contenu')."""

from __future__ import annotations

from collections.abc import Mapping

from games.kernel.deck import Deck, Face, Printed

JESTER = "jester"

DECK = Deck(
    Printed("1", 1, rank=1),
    Printed("2", 2, rank=2),
    Printed("3", 3, rank=3),
    Printed("4", 4, rank=4),
    Printed("5", 5, rank=5),
    Printed("6", 6, rank=6),
    Printed("7", 7, rank=7),
    Printed("8", 8, rank=8),
    Printed("9", 9, rank=9),
    Printed("10", 10, rank=10),
    Printed("11", 11, rank=11),
    Printed("12", 12, rank=12),
    Printed(JESTER, 2, rank=13),
)

RANKS: Mapping[Face, int] = {line.face: line.attributes["rank"] for line in DECK.lines}

LEFT_OUT: Mapping[str, tuple[Face, ...]] = {"full": (), "minus12": ("12",), "minus11_12": ("11", "12")}
