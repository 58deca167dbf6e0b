"""Printed cards: their values, their techniques and their permissions.

A technique is one short function, and a passive card is one declaration; both are in the file of their animalfolk
(`techniques/`). The rules check the abilities of a card, never its identity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from games.kernel.deck import CardId, Face, Printed
from games.kernel.phase import Phase
from games.kernel.slots import Slot
from games.kernel.state import Seat, Table

Resolve = Callable[..., None]
SlotMaker = Callable[[Table, Seat, tuple[CardId, ...]], Slot | None]
Targets = Callable[[Table, Seat], tuple[CardId, ...]]

JUNK = "junk"


@dataclass(frozen=True)
class Card:
    """A printed card. The defaults describe a card without abilities.

    number: the number of copies in its deck. folk: its animalfolk (None: junk). slots: the choices of its player.
    bonus: whether it has the (+) icon. hand_size: the number of cards that it adds to the hand size. copies: the cards
    that it may copy. overpays: whether it permits superfluous cards in a payment. clears: the number of junk cards, in
    the price paid for it, that the buyer may throw away. allows_folk, allows_discarded: whether it permits any
    animalfolk, or one card of the discard, in a stack. slack: the amount by which its value may differ in a stack.
    """

    face: Face
    value: int
    number: int
    folk: str | None = None
    resolve: Resolve | None = None
    slots: Mapping[str, SlotMaker] = field(default_factory=dict)
    bonus: bool = False
    hand_size: int = 0
    rolls: bool = False
    throws: bool = False
    copies: Targets | None = None
    buys_discarded: bool = False
    overpays: bool = False
    clears: int = 0
    allows_junk: bool = False
    allows_folk: bool = False
    allows_discarded: bool = False
    slack: int = 0
    stacks: int = 0

    @property
    def is_junk(self) -> bool:
        """True if the card belongs to no animalfolk."""
        return self.folk is None

    @property
    def printed(self) -> Printed:
        """The card's line in the printed list of cards."""
        kind = "junk" if self.is_junk else "passive" if self.resolve is None else "technique"
        return Printed(self.face, self.number, value=self.value, folk=self.folk, type=kind, bonus=self.bonus)


class Animalfolk:
    """A deck of one animalfolk: its cards, and the phases of its techniques."""

    def __init__(self, name: str, cards: tuple[Card, ...], phases: tuple[type[Phase], ...] = ()) -> None:
        self.name = name
        self.cards = tuple(replace(card, folk=name) for card in cards)
        self.phases = phases


CARDS: dict[Face, Card] = {JUNK: Card(JUNK, 1, 60)}


def enrol(folk: Animalfolk) -> None:
    """Adds the cards of an animalfolk to `CARDS`."""
    CARDS.update({card.face: card for card in folk.cards})


def technique(face: Face, value: int, number: int, resolve: Resolve, *, bonus: bool = True, **slots: SlotMaker) -> Card:
    """Makes a technique. slots: the choices of its player; a slot maker that returns None leaves out its slot."""
    return Card(face, value, number, resolve=resolve, slots=slots, bonus=bonus)


passive = Card
