"""The end: declarations, further declarations, and the winner (rules, 'Fin de partie')."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.kernel.dealer import Dealer
from games.kernel.errors import Reason, Refusal, because
from games.kernel.phase import SealedPhase
from games.kernel.state import Move, Prompt, Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View
from games.negoces2.board import SEATS, everybody_has_sold, hand, hand_faces, lacked, purse, qualifies
from games.negoces2.deck import GOODS


class Declare(SealedPhase):
    """A prompt to every seat after every sale, so that no pause reveals which seat could win (N21 to N23)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("play_on")
        if qualifies(view, view.me):
            yield template("declare")

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        return because("cannot_win_yet") if move.verb == "declare" else None

    def resolve(self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move]) -> None:
        declared = [seat for seat, move in answers.items() if move.verb == "declare"]
        if declared:
            _prompt_the_others(dealer, declared)


class Join(SealedPhase):
    """The choice of each other seat, after a declaration, to show that it qualifies or to stay silent (ruling A10)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("keep_silent")
        if qualifies(view, view.me):
            yield template("join")

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        return because("cannot_win_yet") if move.verb == "join" else None

    def resolve(self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move]) -> None:
        joined = [seat for seat, move in answers.items() if move.verb == "join"]
        decide(dealer, [*self.standing(dealer.state, prompt.data["declared"]), *joined])

    def standing(self, table: Table, declared: Sequence[Seat]) -> list[Seat]:
        """Returns the declarations of seats that have not resigned since their declaration (RULES.md, 'Leaving')."""
        return [seat for seat in declared if seat not in table.public.left]


def after_sale(dealer: Dealer) -> None:
    """Ends the match after the last sale; otherwise opens declarations when all have been seller (N20, ruling A18).

    The seats that have been seller are public, so a sale without declarations reveals nothing.
    """
    if dealer.state.public.sales >= dealer.state.options.max_sales:
        end_by_limit(dealer)
    elif everybody_has_sold(dealer.state):
        dealer.prompt(Declare, _stayed(dealer.state), after=dealer.state.options.answer_deadline)


def decide(dealer: Dealer, claimants: Sequence[Seat]) -> None:
    """Ends the match: the claimant with most coins wins (N24; ties: ruling A12). Does nothing without claimants."""
    if not claimants:
        return
    state = dealer.state
    for seat in sorted(claimants):
        _show(dealer, seat)
    places = ranked(claimants, lambda seat: purse(state, seat))
    if len(places[0]) > 1 and state.options.total_tie == "play_on":
        dealer.announce("tied", seats=places[0])
        return
    if state.options.total_tie == "buyer_wins" and state.public.buyer in places[0]:
        tied = [seat for seat in places[0] if seat != state.public.buyer]
        places[:1] = [[state.public.buyer], *([tied] if tied else [])]
    rest = [seat for seat in range(SEATS) if seat not in claimants]
    dealer.end([*places, rest])


def end_by_limit(dealer: Dealer) -> None:
    """Ends the match after its last sale: first qualified seats by coins, then others by goods, coins (ruling A18)."""

    def standing(seat: Seat) -> tuple[bool, int, int]:
        coins, goods = purse(dealer.state, seat), len(GOODS) - len(lacked(hand_faces(dealer.state, seat)))
        return (True, coins, 0) if qualifies(dealer.state, seat) else (False, goods, coins)

    dealer.announce("last_sale")
    dealer.end(ranked(_stayed(dealer.state), standing))


def ranked(seats: Iterable[Seat], worth: Callable[[Seat], Any]) -> list[list[Seat]]:
    """Returns seats from the best to the worst; equal seats are together."""
    by_worth: dict[Any, list[Seat]] = {}
    for seat in sorted(seats):
        by_worth.setdefault(worth(seat), []).append(seat)
    return [by_worth[value] for value in sorted(by_worth, reverse=True)]


def _prompt_the_others(dealer: Dealer, declared: list[Seat]) -> None:
    silent = [seat for seat in _stayed(dealer.state) if seat not in declared]
    joining = dealer.state.options.join_declaration
    if joining == "auto":
        decide(dealer, [*declared, *(seat for seat in silent if qualifies(dealer.state, seat))])
    elif joining == "ask" and silent:
        dealer.announce("declared", seats=declared)
        dealer.prompt(Join, silent, after=dealer.state.options.answer_deadline, declared=declared)
    else:
        decide(dealer, declared)


def _show(dealer: Dealer, seat: Seat) -> None:
    """Shows the qualification of a claimant: the coins, and the hand if it has all goods."""
    complete = not lacked(hand_faces(dealer.state, seat))
    if complete:
        dealer.show(dealer.state.cards("hand", seat), hand(seat))
    dealer.announce("shows", seat=seat, coins=purse(dealer.state, seat), all_goods=complete)


def _stayed(table: Table) -> list[Seat]:
    return [seat for seat in range(SEATS) if seat not in table.public.left]
