"""The building of a stack: laying its cards, extra stacks, the win, and help from a teammate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.dale_of_merchants.account import stack, stack_choices, used
from games.dale_of_merchants.board import (
    discard,
    goal,
    hand,
    opponents,
    stacks,
    stall,
    teammate,
)
from games.dale_of_merchants.cards import CARDS
from games.dale_of_merchants.copying import Used, announce_copy, used_as
from games.dale_of_merchants.pick import CardChoice
from games.dale_of_merchants.reasons import why_no_action
from games.dale_of_merchants.supplies import leave_hand
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.errors import Reason, Refusal
from games.kernel.phase import Phase, verb
from games.kernel.state import Move, Prompt, Seat, Table, Zone
from games.kernel.template import Template, template
from games.kernel.view import View

Item = Mapping[str, Any]


def laid(seat: Seat) -> Zone:
    """Returns the zone of cards that lie open for a teammate to complete."""
    return Zone("laid", seat)


def used_cards(table: Table, seat: Seat, items: Iterable[Item]) -> dict[CardId, Used]:
    """Returns the cards with their chosen meanings, in the chosen order."""
    return {item["card"]: used_as(table, seat, item["card"], item["as"]) for item in items}


def build(dealer: Dealer, seat: Seat, items: Iterable[Item]) -> None:
    """Builds the next stack alone."""
    spend(dealer)
    own = used_cards(dealer.state, seat, items)
    _lay(dealer, seat, own, next_stack(dealer.state))
    announce_copies(dealer, seat, own.values())
    stack_built(dealer, more_stacks(own.values()))


def next_stack(table: Table) -> Zone:
    """Returns the zone of the active seat's next stack."""
    return stall(table, table.public.turn, stacks(table, table.public.turn) + 1)


def _lay(dealer: Dealer, seat: Seat, cards: Iterable[CardId], dst: Zone) -> None:
    rest = tuple(cards)
    for src in (laid(seat), discard(seat)):
        there = frozenset(dealer.state.cards(*src))
        dealer.move([card for card in rest if card in there], src, dst)
        rest = tuple(card for card in rest if card not in there)
    leave_hand(dealer, seat, rest, dst)


def announce_copies(dealer: Dealer, seat: Seat, cards: Iterable[Used]) -> None:
    """Announces the cards that the chameleons among these open cards copy."""
    for card in cards:
        announce_copy(dealer, seat, card)


def more_stacks(cards: Iterable[Used]) -> int:
    """Returns the number of extra stacks that these cards allow (Winter is Coming; RULES.md, ruling 18)."""
    return sum(CARDS[card.meaning.face].stacks for card in cards)


def stack_built(dealer: Dealer, more: int) -> None:
    """Announces a stack, adds the extra stacks that it allows, and ends a won match (rules, p. 13, 'End of the game').

    The last stack of a player who has resigned does not win (RULES.md, ruling 23).
    """
    active = dealer.state.public.turn
    number = stacks(dealer.state, active)
    dealer.announce("built", seat=active, stack=number)
    dealer.change(extra=dealer.state.public.extra + more)
    rivals, left = opponents(dealer.state, active), dealer.state.public.left
    winners = [seat for seat in range(dealer.state.seats) if seat not in rivals]
    if number == goal(dealer.state) and any(seat not in left for seat in winners):
        end(dealer, [winners, rivals])


def end(dealer: Dealer, places: Iterable[Iterable[Seat]]) -> None:
    """Ends the match; the score is the number of stacks."""
    dealer.end(places, [stacks(dealer.state, seat) for seat in range(dealer.state.seats)])


def spend(dealer: Dealer) -> None:
    """Spends an extra stack if there is one, otherwise an action."""
    public = dealer.state.public
    if public.extra:
        dealer.change(extra=public.extra - 1)
    else:
        dealer.change(actions=public.actions - 1)


# Teams


def may_ask(table: Table) -> bool:
    """Returns whether the seat may request help again in this turn (RULES.md, ruling 22)."""
    public = table.public
    return bool(table.options.teams) and public.requests < table.options.max_requests


def ask_help(dealer: Dealer, seat: Seat, items: Iterable[Item]) -> None:
    """Lays cards openly and prompts the teammate to complete the stack; cards that are already open stay in place."""
    choices = stack_choices(dealer.state, seat, used(dealer.state, seat))
    named = {(choice.card, choice.meaning): choice for choice in choices}
    fixed = [named[item["card"], item["as"]] for item in items]
    own = used_cards(dealer.state, seat, items)
    hidden = [card for card in own if card in dealer.state.cards("hand", seat)]
    to = dict(zip(hidden, dealer.move(hidden, hand(seat), laid(seat)), strict=True))
    announce_copies(dealer, seat, own.values())
    laid_choices = [choice._replace(card=to.get(choice.card, choice.card))._asdict() for choice in fixed]
    dealer.change(requests=dealer.state.public.requests + 1)
    dealer.prompt(Help, teammate(seat), fixed=laid_choices, more=more_stacks(own.values()))


class Help(Phase):
    """The choice of the active seat's teammate to complete the stack or to decline (RULES.md, ruling 17)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("decline")
        fixed = [CardChoice(**choice) for choice in prompt.data["fixed"]]
        yield template("help", cards=stack(view, view.me, used(view, view.me), fixed))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        return why_no_action(view, move, refusal)

    def default(self, view: View, prompt: Prompt) -> Move:
        return Move("decline")

    @verb
    def decline(self, dealer: Dealer, seat: Seat) -> None:
        """Adds nothing: the cards return to the hand, and the action is not spent."""
        builder = dealer.state.public.turn
        dealer.move(dealer.state.cards("laid", builder), laid(builder), hand(builder))

    @verb
    def help(self, dealer: Dealer, seat: Seat, cards: Sequence[Item]) -> None:
        """Completes the stack with cards from the teammate's hand (rules, p. 14, 'Teams')."""
        spend(dealer)
        data, stack, own = dealer.current.data, next_stack(dealer.state), used_cards(dealer.state, seat, cards)
        _lay(dealer, dealer.state.public.turn, [choice["card"] for choice in data["fixed"]], stack)
        _lay(dealer, seat, own, stack)
        announce_copies(dealer, seat, own.values())
        stack_built(dealer, data["more"] + more_stacks(own.values()))
