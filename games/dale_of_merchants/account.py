"""Payments and stacks: each usable card is a `CardChoice`, and each payment or stack is a `CardPick`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.dale_of_merchants.board import discard, goal, held, stacks
from games.dale_of_merchants.cards import CARDS
from games.dale_of_merchants.copying import Meaning, Uses, uses, value
from games.dale_of_merchants.pick import GROUPS, SURPLUS, CardChoice, CardPick
from games.kernel.deck import CardId, Face
from games.kernel.state import Seat, Table, tupled

DISCARDED, JUNK_ALLOWED = "discarded", "junk"

Hand = dict[CardId, Uses]


def used(table: Table, seat: Seat) -> Hand:
    """Returns the meanings of each card of a hand."""
    return {card: uses(table, seat, card) for card in held(table, seat)}


def paying(table: Table, seat: Seat, cards: Hand) -> list[CardChoice]:
    """Returns a hand as choices for a payment."""
    return [
        tupled(CardChoice, (card, key, value(table, seat, meaning), *_in_payment(meaning.face)[3:]))
        for card, meanings in cards.items()
        for key, (meaning, _) in meanings.items()
    ]


def payment(choices: list[CardChoice], price: int, discarded: bool = False) -> CardPick:
    """Returns the payments of a price, in the order in which they are discarded (rules, p. 8, 'Market action').

    discarded: whether the bought card lies on the market discard; then the payment needs a card that permits this.
    """
    requires = (DISCARDED,) if discarded else ()
    return CardPick(choices, (price, None), minimal=True, requires=requires, ordered=True, private=True)


@cache
def _in_payment(face: Face) -> CardChoice:
    """Returns the contribution of a face to a payment, apart from its card and value."""
    printed = CARDS[face]
    return CardChoice(0, "", 0, gives=(SURPLUS,) * printed.overpays + (DISCARDED,) * printed.buys_discarded)


def stack(table: Table, seat: Seat, cards: Hand, fixed: Iterable[CardChoice] = ()) -> CardPick:
    """Returns the next stacks that a seat may build, or its completions of a teammate's stack (rules, p. 11)."""
    fixed = tuple(fixed)
    number = stacks(table, seat) + 1
    return CardPick(stack_choices(table, seat, cards), (number, number), fixed=fixed, private=True)


def request(table: Table, seat: Seat, cards: Hand) -> CardPick:
    """Returns the cards that a seat may lay for its teammate to complete; they leave room for one more card."""
    loose = [choice._replace(needs=None, group=None) for choice in stack_choices(table, seat, cards)]
    return CardPick(loose, (0, stacks(table, seat)), private=True)


def stack_choices(table: Table, seat: Seat, cards: Hand) -> list[CardChoice]:
    """Returns the hand as choices for a stack, plus the discard if a card in the hand permits it."""
    choices = [stack_choice(table, seat, card, meaning) for card, ms in cards.items() for meaning, _ in ms.values()]
    if any(choice.earns for choice in choices):
        for card in table.cards(*discard(seat)):
            meanings = uses(table, seat, card).values()
            choices += [stack_choice(table, seat, card, meaning, discarded=True) for meaning, _ in meanings]
    return [choice for choice in choices if choice.value - choice.slack <= goal(table)]


def stack_choice(table: Table, seat: Seat, card: CardId, meaning: Meaning, discarded: bool = False) -> CardChoice:
    """Returns a card as a choice for a stack.

    A card from the discard needs neither the same animalfolk set nor permission for junk.
    """
    loose = _in_stack(meaning.face, seat, discarded)
    return tupled(CardChoice, (card, meaning.key, value(table, seat, meaning), *loose[3:]))


@cache
def _in_stack(face: Face, seat: Seat, discarded: bool) -> CardChoice:
    """Returns the contribution of a face to a stack, apart from its card and value."""
    printed = CARDS[face]
    credit = f"discarded_{seat}"
    return CardChoice(
        0,
        "",
        0,
        slack=printed.slack,
        group=None if discarded else printed.folk,
        needs=JUNK_ALLOWED if printed.is_junk and not discarded else None,
        gives=(JUNK_ALLOWED,) * printed.allows_junk + (GROUPS,) * printed.allows_folk,
        earns=credit if printed.allows_discarded else None,
        spends=credit if discarded else None,
    )
