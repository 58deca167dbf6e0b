"""The meanings of a card: itself, its meaning set this turn, or the meanings that a chameleon copies.

If a chameleon copies an unbound chameleon, the chain continues with the copied chameleon's text, read for the same
player, until it reaches a card that copies nothing. Chains do not count if they have no such end or lead back to their
first card. A chameleon without a valid chain is its printed card (rules, p. 16; RULES.md, rulings 11-14).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from games.dale_of_merchants.board import Mark, hand, shown
from games.dale_of_merchants.cards import CARDS
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.slots import OneOf
from games.kernel.state import Seat, Table

Path = tuple[CardId, ...]


class Meaning(NamedTuple):
    """The use of a card: a face, the change of its value, and whether the card's die was rolled."""

    face: Face
    delta: int = 0
    rolled: bool = False

    @property
    def key(self) -> str:
        """The meaning's name in moves: `bold_haggler`, `bold_haggler+3_rolled`."""
        return self.face + (f"{self.delta:+d}" if self.delta else "") + ("_rolled" if self.rolled else "")


Uses = Mapping[str, tuple[Meaning, Path]]


def mark_of(table: Table, card: CardId) -> Mark:
    """Returns the mark of a card for this turn; empty if it has no mark."""
    marks: Mapping[str, Mark] = table.public.marks
    return marks.get(str(card), {}) if marks else {}


def is_copier(table: Table, card: CardId) -> bool:
    """Returns whether a card is a chameleon that has not copied yet."""
    return CARDS[table.face(card)].copies is not None and not mark_of(table, card).get("bound", False)


def present(table: Table, card: CardId) -> Meaning:
    """Returns a card's meaning without further copying: its mark of this turn, or its printed face."""
    mark = mark_of(table, card)
    return Meaning(mark["face"], mark["delta"], mark["rolled"]) if mark else _printed(table.face(card))


@cache
def _printed(face: Face) -> Meaning:
    return Meaning(face)


def uses(table: Table, seat: Seat, card: CardId) -> Uses:
    """Returns the meanings of a seat's card, each with the chain of copied cards that shows the fewest cards."""
    if not table.public.marks and CARDS[face := table.face(card)].copies is None:
        return _printed_uses(face)
    own = present(table, card)
    if not is_copier(table, card):
        return {own.key: (own, ())}
    meanings: dict[str, tuple[Meaning, Path]] = {}
    for node, path in reached(table, seat, card):
        if not is_copier(table, node):
            meaning = present(table, node)
            meanings.setdefault(meaning.key, (meaning, path))
    return meanings or {own.key: (own, ())}


@cache
def _printed_uses(face: Face) -> Uses:
    """Returns the only meaning of a card that copies nothing and has no mark: itself."""
    return {face: (Meaning(face), ())}


def reached(table: Table, seat: Seat, card: CardId, avoiding: Path = ()) -> Iterator[tuple[CardId, Path]]:
    """Yields once each card that a chain from a chameleon reaches, with its chain; chains of open cards come first."""
    hidden = frozenset(table.cards("hand", seat))
    seen = {card, *avoiding}
    ahead: deque[tuple[CardId, Path]] = deque()
    _append_targets(table, seat, card, (), hidden, ahead)
    while ahead:
        node, path = ahead.popleft()
        if node in seen:
            continue
        seen.add(node)
        yield node, path
        if is_copier(table, node):
            _append_targets(table, seat, node, path, hidden, ahead)


def _append_targets(
    table: Table, seat: Seat, card: CardId, path: Path, hidden: frozenset[CardId], ahead: deque[tuple[CardId, Path]]
) -> None:
    copies = CARDS[table.face(card)].copies
    assert copies is not None, "only chameleons have targets"
    for target in copies(table, seat):
        if target in hidden:
            ahead.append((target, (*path, target)))
        else:
            ahead.appendleft((target, (*path, target)))


def passed(table: Table, seat: Seat, card: CardId) -> Uses:
    """Returns the chameleons on valid chains from a card, by face."""
    meanings: dict[str, tuple[Meaning, Path]] = {}
    for node, path in reached(table, seat, card):
        if is_copier(table, node) and table.face(node) not in meanings:
            if any(not is_copier(table, end) for end, _ in reached(table, seat, node, (card, *path))):
                meanings[table.face(node)] = (Meaning(table.face(node)), path)
    return meanings


def value(table: Table, seat: Seat, meaning: Meaning) -> int:
    """Returns the value of a card for the seat that uses it; Flashy Show raises it for the active seat."""
    public = table.public
    more: int = public.flashy if seat == public.turn else 0
    return CARDS[meaning.face].value + meaning.delta + more


class Used(NamedTuple):
    """A card in use: its own face, its meaning, and, for a chameleon, the chain of copied cards."""

    face: Face
    meaning: Meaning
    path: Path


def used_as(table: Table, seat: Seat, card: CardId, key: str | None) -> Used:
    """Returns a card with the chosen meaning; `key` is None for a card that copies nothing."""
    meaning, path = uses(table, seat, card)[key or present(table, card).key]
    return Used(table.face(card), meaning, path)


def announce_copy(dealer: Dealer, seat: Seat, used: Used) -> None:
    """Announces the card that an open chameleon copies, and shows the hand cards in its chain."""
    if used.path:
        hidden = [step for step in used.path if step in dealer.state.cards("hand", seat)]
        if hidden:
            dealer.show(hidden, hand(seat))
        dealer.announce("copied", seat=seat, card=used.face, copy=used.meaning.face)


def mark(dealer: Dealer, seat: Seat, card: CardId, meaning: Meaning, bound: bool = True, **did: bool) -> CardId:
    """Lays a card of the hand openly and marks its meaning for the rest of the turn; returns its new id.

    did: `threw` (it threw away the market deck's top card), `claimed` (it was claimed for the hand size).
    """
    before = mark_of(dealer.state, card)
    if card in dealer.state.cards("hand", seat):
        card = dealer.move([card], hand(seat), shown(seat))[0]
    once = {name: did.get(name, before.get(name, False)) for name in ("threw", "claimed")}
    made = {**meaning._asdict(), "bound": bound, **once}
    dealer.change(marks={**dealer.state.public.marks, str(card): made})
    return card


def copy_slot(table: Table, card: CardId, keys: list[str]) -> dict[str, OneOf]:
    """Returns the slot for a chameleon's copy; empty for a card that copies nothing."""
    return {"copy": OneOf(keys)} if is_copier(table, card) else {}
