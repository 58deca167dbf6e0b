"""Abilities used between actions: rolling the die, throwing away the market deck's top card, building."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.dale_of_merchants.account import Hand, request, stack
from games.dale_of_merchants.board import MARKET_DISCARD, held
from games.dale_of_merchants.building import Item, ask_help, build, may_ask
from games.dale_of_merchants.cards import CARDS
from games.dale_of_merchants.copying import (
    Used,
    Uses,
    announce_copy,
    copy_slot,
    is_copier,
    mark,
    mark_of,
    passed,
    present,
    used_as,
    uses,
)
from games.dale_of_merchants.reasons import why_no_action
from games.dale_of_merchants.supplies import draw_market
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.errors import Reason, Refusal
from games.kernel.phase import Phase, verb
from games.kernel.slots import OneOf
from games.kernel.state import Move, Prompt, Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View

ABILITIES = frozenset({"roll", "throw_top", "claim"})
DIE = (0, 1, 1, 2, 2, 3)


class Acting(Phase):
    """A phase in which abilities may be used first; its prompt opens again after each ability."""

    def made_for(self, view: View, face: Face) -> str | None:
        return "play" if CARDS[face].resolve is not None and "play" in self.verbs else None

    def move_with(self, view: View, verb: str, card: CardId) -> Move | None:
        return None if verb in ABILITIES else Move(verb)

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        return why_no_action(view, move, refusal)

    @verb
    def roll(self, dealer: Dealer, seat: Seat, card: CardId, copy: str | None = None) -> None:
        """Rolls the die and adds it to the card's value this turn (Bold Haggler)."""
        used = used_as(dealer.state, seat, card, copy)
        card, meaning = mark(dealer, seat, card, used.meaning), used.meaning
        announce_copy(dealer, seat, used)
        delta = meaning.delta + roll_die(dealer, seat)
        mark(dealer, seat, card, meaning._replace(delta=delta, rolled=True))

    @verb
    def throw_top(self, dealer: Dealer, seat: Seat, card: CardId, copy: str | None = None) -> None:
        """Throws away the market deck's top card (Market Discovery, Good Old Times; RULES.md, ruling 13)."""
        own = present(dealer.state, card)
        meaning, path = throwers(dealer.state, seat, card)[copy or own.key]
        used = Used(dealer.state.face(card), meaning, path)
        is_bound = not is_copier(dealer.state, card) or CARDS[meaning.face].copies is None
        mark(dealer, seat, card, meaning if is_bound else own, bound=is_bound, threw=True)
        announce_copy(dealer, seat, used)
        draw_market(dealer, 1, MARKET_DISCARD)

    @verb
    def build(self, dealer: Dealer, seat: Seat, cards: Sequence[Item]) -> None:
        """Builds the next stack (rules, p. 11, 'Stall action')."""
        build(dealer, seat, cards)

    @verb
    def ask_help(self, dealer: Dealer, seat: Seat, cards: Sequence[Item]) -> None:
        """Lays cards openly for a stack and prompts the teammate to complete it (rules, p. 14, 'Teams')."""
        ask_help(dealer, seat, cards)


def roll_die(dealer: Dealer, seat: Seat) -> int:
    """Rolls the ocelots' die (rules, p. 3, 'Components')."""
    rolled = DIE[dealer.roll("ocelot", len(DIE))]
    dealer.announce("rolled", seat=seat, value=rolled)
    return rolled


def building(view: View, cards: Hand) -> Iterator[Template]:
    """Yields the ways to build: alone, or with a teammate's help."""
    yield template("build", cards=stack(view, view.me, cards))
    if may_ask(view):
        yield template("ask_help", cards=request(view, view.me, cards))


def rolling(view: View, cards: Hand) -> Iterator[Template]:
    """Yields the rolls of the die, for each card that may roll."""
    for card, meanings in cards.items():
        keys = [key for key, (meaning, _) in meanings.items() if CARDS[meaning.face].rolls and not meaning.rolled]
        if keys:
            yield template("roll", card=OneOf([card], private=True), **copy_slot(view, card, keys))


def throwing(view: View) -> Iterator[Template]:
    """Yields the ways to throw away the market deck's top card, if there is one."""
    if view.size("market_deck") or view.size("market_discard"):
        for card in held(view, view.me):
            if keys := list(throwers(view, view.me, card)):
                yield template("throw_top", card=OneOf([card], private=True), **copy_slot(view, card, keys))


def throwers(table: Table, seat: Seat, card: CardId) -> Uses:
    """Returns the meanings with which a card may throw, once a turn: itself, a copy, or a chameleon in its chain."""
    if mark_of(table, card).get("threw", False):
        return {}
    meanings = uses(table, seat, card)
    if is_copier(table, card):
        more = {key: use for key, use in passed(table, seat, card).items() if key not in meanings}
        own = present(table, card)
        meanings = {**meanings, **more, own.key: (own, ())}
    return {key: use for key, use in meanings.items() if CARDS[use[0].face].throws}
