"""A turn: an action, its bonus actions, and the clean-up (rules, p. 8-13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.dale_of_merchants.abilities import Acting, building, rolling, throwing
from games.dale_of_merchants.account import Hand, paying, payment, used
from games.dale_of_merchants.board import (
    MARKET_DISCARD,
    PAID,
    PLAYED,
    discard,
    hand,
    hand_size,
    held,
    is_junk,
    market,
    market_places,
    shown,
    stacks,
)
from games.dale_of_merchants.building import Item, announce_copies, end, used_cards
from games.dale_of_merchants.cards import CARDS, JUNK, SlotMaker
from games.dale_of_merchants.copying import Uses, announce_copy, copy_slot, mark, mark_of, used_as, uses
from games.dale_of_merchants.supplies import discard_cards, hand_limit, leave_hand, refill_hand, refill_market, throw
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.errors import Reason, Refusal, because
from games.kernel.phase import Phase, verb
from games.kernel.slots import Json, OneOf, Ordered, Slot, Subset
from games.kernel.state import Move, Prompt, Seat, Table, Zone
from games.kernel.template import Template, template
from games.kernel.view import View


class MarketDay(Phase):
    """The frame of the match: whenever no prompt is open, the turn continues."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        return ()

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        """Prompts for an extra stack; without one, ends the technique and prompts for an action or the clean-up."""
        public = dealer.state.public
        if public.extra:
            dealer.prompt(ExtraStack, public.turn)
            return
        dealer.move(dealer.state.cards("played"), PLAYED, discard(public.turn))
        if public.actions:
            dealer.prompt(Turn, public.turn)
        else:
            self.clean_up(dealer, public.turn)
            dealer.prompt(CleanUp, public.turn)

    def clean_up(self, dealer: Dealer, seat: Seat) -> None:
        """Refills the hand; the market follows when the turn ends (rules, p. 12; RULES.md, ruling 10)."""
        refill_hand(dealer, seat)


class Turn(Acting):
    """An action of the active seat: market, technique, stall or inventory (rules, p. 8, 'Action phase')."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        cards = used(view, view.me)
        yield template("discard", cards=Ordered(tuple(cards), range(len(cards) + 1), private=True))
        yield from building(view, cards)
        yield from _buying(view, cards)
        if view.public.techniques < view.options.max_techniques:
            yield from self._playing(view, cards)
        yield from rolling(view, cards)
        yield from throwing(view)

    def default(self, view: View, prompt: Prompt) -> Move:
        return Move("discard", {"cards": []})

    def slot_makers(self, face: Face) -> Mapping[str, SlotMaker]:
        """Returns the choices of a technique's player."""
        return CARDS[face].slots

    def _playing(self, view: View, cards: Hand) -> Iterator[Template]:
        """Yields a template for each card and each technique that it may be.

        Meanings with the same face share a template.
        """
        for card, meanings in cards.items():
            techniques = _techniques(meanings)
            rest = tuple([other for other in cards if other != card]) if techniques else ()
            for face, keys in techniques.items():
                made = {name: make(view, view.me, rest) for name, make in self.slot_makers(face).items()}
                slots: dict[str, Slot] = {name: slot for name, slot in made.items() if slot is not None}
                yield template("play", card=OneOf([card], private=True), **copy_slot(view, card, keys), **slots)

    @verb
    def discard(self, dealer: Dealer, seat: Seat, cards: Sequence[CardId]) -> None:
        """Discards any number of cards, or none (rules, p. 11, 'Inventory action')."""
        _act(dealer)
        discard_cards(dealer, seat, cards)

    @verb
    def buy(self, dealer: Dealer, seat: Seat, place: int, cards: Sequence[Item]) -> None:
        """Buys a card of the market (rules, p. 8, 'Market action')."""
        _buy(dealer, seat, market(place), cards)

    @verb
    def buy_discarded(self, dealer: Dealer, seat: Seat, cards: Sequence[Item]) -> None:
        """Buys the market discard's top card for its value (Market Discovery)."""
        _buy(dealer, seat, MARKET_DISCARD, cards)

    @verb
    def play(self, dealer: Dealer, seat: Seat, card: CardId, copy: str | None = None, **choices: Json) -> None:
        """Plays a technique (rules, p. 9, 'Technique action')."""
        used = used_as(dealer.state, seat, card, copy)
        played = CARDS[used.meaning.face]
        leave_hand(dealer, seat, [card], PLAYED)
        announce_copy(dealer, seat, used)
        _act(dealer, bonus=played.bonus)
        dealer.change(techniques=dealer.state.public.techniques + 1)
        assert played.resolve is not None, "only techniques are played"
        played.resolve(dealer, seat, **choices)


def _techniques(meanings: Uses) -> dict[Face, list[str]]:
    """Returns the meanings of a card that are techniques, by face."""
    techniques: dict[Face, list[str]] = {}
    for key, (meaning, _) in meanings.items():
        if CARDS[meaning.face].resolve is not None:
            techniques.setdefault(meaning.face, []).append(key)
    return techniques


def _act(dealer: Dealer, bonus: bool = False) -> None:
    """Spends an action; a bonus gives it back (rules, p. 10)."""
    dealer.change(actions=dealer.state.public.actions - 1 + bonus)


def _buying(view: View, cards: Hand) -> Iterator[Template]:
    choices = paying(view, view.me, cards)
    for place in market_places(view):
        price = CARDS[view.face(view.cards("market", None, place)[0])].value + place
        yield template("buy", place=OneOf([place]), cards=payment(choices, price))
    discarded = view.cards("market_discard")
    if discarded and any(CARDS[m.face].buys_discarded for meanings in cards.values() for m, _ in meanings.values()):
        price = CARDS[view.face(discarded[-1])].value
        yield template("buy_discarded", cards=payment(choices, price, discarded=True))


def _buy(dealer: Dealer, seat: Seat, src: Zone, items: Sequence[Item]) -> None:
    bought = dealer.state.cards(*src)[-1]
    clears = CARDS[dealer.state.face(bought)].clears
    price = used_cards(dealer.state, seat, items)
    _act(dealer)
    leave_hand(dealer, seat, price, PAID)
    announce_copies(dealer, seat, price.values())
    dealer.move([bought], src, hand(seat))
    if clears and any(is_junk(dealer.state, card) for card in dealer.state.cards("paid")):
        dealer.prompt(ThrowJunk, seat, most=clears)
    else:
        dealer.move(dealer.state.cards("paid"), PAID, discard(seat))


class ThrowJunk(Phase):
    """The buyer's choice of junk to throw away instead of discarding it with the payment (Essential Purchase)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        paid = [card for card in view.cards("paid") if view.face(card) == JUNK]
        yield template("throw_junk", cards=Subset(paid, range(prompt.data["most"] + 1)))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        return because("only_junk") if refusal.code == "not_an_option" else None

    @verb
    def throw_junk(self, dealer: Dealer, seat: Seat, cards: Sequence[CardId]) -> None:
        """Throws away junk from the payment and discards the other cards."""
        throw(dealer, cards, PAID)
        dealer.move(dealer.state.cards("paid"), PAID, discard(seat))


class ExtraStack(Acting):
    """The choice of the active seat to build an extra stack or to stop (Winter is Coming)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        cards = used(view, view.me)
        yield template("stop")
        yield from building(view, cards)
        yield from rolling(view, cards)
        yield from throwing(view)

    def default(self, view: View, prompt: Prompt) -> Move:
        return Move("stop")

    @verb
    def stop(self, dealer: Dealer, seat: Seat) -> None:
        """Builds no extra stack."""
        dealer.change(extra=0)


class HandSizeClaim(NamedTuple):
    """A card that may raise the hand size: its meanings, the maximum increase, and whether the claim is required."""

    card: CardId
    keys: tuple[str, ...]
    more: int
    is_required: bool


def claims(table: Table, seat: Seat) -> list[HandSizeClaim]:
    """Returns the claims of a seat; none if all of them together would draw no card (RULES.md, ruling 15)."""
    candidates = claimable(table, seat)
    most = hand_limit(table) + sum(claim.more for claim in candidates)
    return candidates if most > hand_size(table, seat) else []


def claimable(table: Table, seat: Seat) -> list[HandSizeClaim]:
    """Returns the cards that may still raise the hand size. Only chameleons with other meanings may decline."""
    candidates = []
    for card in held(table, seat):
        meanings = uses(table, seat, card)
        raises = {key: size for key, (meaning, _) in meanings.items() if (size := CARDS[meaning.face].hand_size)}
        if raises and not mark_of(table, card).get("claimed", False):
            candidates.append(HandSizeClaim(card, tuple(raises), max(raises.values()), len(raises) == len(meanings)))
    return candidates


class CleanUp(Acting):
    """The prompt between the two refills, opened for every hand (RULES.md, ruling 10)."""

    unusable_card_reason = because("actions_over")

    def move_with(self, view: View, verb: str, card: CardId) -> Move | None:
        return None

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        offered = self.claims(view)
        for claim in offered:
            yield template(
                "claim", card=OneOf([claim.card], private=True), **copy_slot(view, claim.card, list(claim.keys))
            )
        if not any(claim.is_required for claim in offered):
            yield template("end_turn")
            yield from throwing(view)

    def claims(self, view: View) -> list[HandSizeClaim]:
        """Returns the claims that are offered."""
        return claims(view, view.me)

    def default(self, view: View, prompt: Prompt) -> Move:
        """Returns the required claims, then the end of the turn."""
        moves = list(self.legal_moves(view, prompt))
        return next((move for move in moves if move.verb == "end_turn"), moves[0])

    @verb
    def claim(self, dealer: Dealer, seat: Seat, card: CardId, copy: str | None = None) -> None:
        """Shows a card that raises the hand size (Cookies), or lets a chameleon copy such a card."""
        used = used_as(dealer.state, seat, card, copy)
        mark(dealer, seat, card, used.meaning, claimed=True)
        announce_copy(dealer, seat, used)

    @verb
    def end_turn(self, dealer: Dealer, seat: Seat) -> None:
        """Refills the market and ends the turn; the open cards return to the hand (rules, p. 13)."""
        refill_market(dealer)
        dealer.move(dealer.state.cards("shown", seat), shown(seat), hand(seat))
        public = dealer.state.public
        dealer.change(
            turn=(seat + 1) % dealer.state.seats,
            turns=public.turns + 1,
            actions=1,
            techniques=0,
            requests=0,
            flashy=0,
            marks={},
        )
        if public.turns + 1 >= dealer.state.options.max_turns:
            _close_market(dealer)


def _close_market(dealer: Dealer) -> None:
    """Ends a match without a winner at the last turn; seats that have not resigned are ranked by stacks (ruling 20)."""
    left = dealer.state.public.left
    built = {seat: stacks(dealer.state, seat) for seat in range(dealer.state.seats) if seat not in left}
    end(dealer, [[s for s in built if built[s] == n] for n in sorted(set(built.values()), reverse=True)])
