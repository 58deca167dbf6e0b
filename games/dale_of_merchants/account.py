"""Which cards may pay, and which may be built together. Each card is a `Choice`; payments and stacks are `Pick`s."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.dale_of_merchants.board import discard, goal, held, stacks
from games.dale_of_merchants.cards import CARDS
from games.dale_of_merchants.copying import Meaning, Uses, uses, value
from games.dale_of_merchants.pick import GROUPS, SURPLUS, Choice, Pick
from games.kernel.deck import CardId, Face
from games.kernel.state import Seat, Table, tupled

DISCARDED, JUNK_ALLOWED = "discarded", "junk"

Hand = dict[CardId, Uses]


def used(table: Table, seat: Seat) -> Hand:
    """What each card of a hand may be used as."""
    return {card: uses(table, seat, card) for card in held(table, seat)}


def paying(table: Table, seat: Seat, cards: Hand) -> list[Choice]:
    """A hand as choices for a payment."""
    return [
        tupled(Choice, (card, key, value(table, seat, meaning), *_in_payment(meaning.face)[3:]))
        for card, meanings in cards.items()
        for key, (meaning, _) in meanings.items()
    ]


def payment(choices: list[Choice], price: int, discarded: bool = False) -> Pick:
    """The payments of a price, in the order in which they are discarded (rules, p. 8, 'Market action').

    discarded: the bought card lies on the market discard, so the payment needs a card that may buy from there.
    """
    requires = (DISCARDED,) if discarded else ()
    return Pick(choices, (price, None), minimal=True, requires=requires, ordered=True, private=True)


@cache
def _in_payment(face: Face) -> Choice:
    """What a face brings to a payment, whichever the card and its value."""
    printed = CARDS[face]
    return Choice(0, "", 0, gives=(SURPLUS,) * printed.overpays + (DISCARDED,) * printed.buys_discarded)


def stack(table: Table, seat: Seat, cards: Hand, fixed: Iterable[Choice] = ()) -> Pick:
    """What a seat may build as the next stack, or add to what its teammate has laid (rules, p. 11, 'Stall action')."""
    fixed = tuple(fixed)
    number = stacks(table, seat) + 1
    return Pick(stack_choices(table, seat, cards), (number, number), fixed=fixed, private=True)


def request(table: Table, seat: Seat, cards: Hand) -> Pick:
    """What a seat may lay for its teammate to complete: anything that leaves room for one more card."""
    loose = [choice._replace(needs=None, group=None) for choice in stack_choices(table, seat, cards)]
    return Pick(loose, (0, stacks(table, seat)), private=True)


def stack_choices(table: Table, seat: Seat, cards: Hand) -> list[Choice]:
    """The cards of the hand as choices for a stack; also those of the discard, if a card of the hand allows it."""
    choices = [stack_choice(table, seat, card, meaning) for card, ms in cards.items() for meaning, _ in ms.values()]
    if any(choice.earns for choice in choices):
        for card in table.cards(*discard(seat)):
            meanings = uses(table, seat, card).values()
            choices += [stack_choice(table, seat, card, meaning, discarded=True) for meaning, _ in meanings]
    return [choice for choice in choices if choice.value - choice.slack <= goal(table)]


def stack_choice(table: Table, seat: Seat, card: CardId, meaning: Meaning, discarded: bool = False) -> Choice:
    """A card as it counts in a stack. A card from the discard needs neither the same set nor permission for junk."""
    loose = _in_stack(meaning.face, seat, discarded)
    return tupled(Choice, (card, meaning.key, value(table, seat, meaning), *loose[3:]))


@cache
def _in_stack(face: Face, seat: Seat, discarded: bool) -> Choice:
    """What a face brings to a stack, whichever the card and its value."""
    printed = CARDS[face]
    credit = f"discarded_{seat}"
    return Choice(
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
