"""Laying sets and beating them, until all the others have passed (rules, 'Le jeu')."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.great_dalmuti.board import DISCARD, TRICK, clockwise, hand, held, in_play, rank_of, taken
from games.great_dalmuti.sets import answers, leads
from games.kernel.dealer import Dealer
from games.kernel.deck import Face
from games.kernel.phase import Phase, verb
from games.kernel.state import Move, Prompt, Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View


class Lead(Phase):
    """Who has the lead lays a set of any size; he may not pass (rules, 'Le jeu')."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        jester_pair = view.options.jester_pair == "rank13"
        return (template("play", cards=cards) for cards in leads(held(view, view.me), jester_pair))

    @verb
    def play(self, dealer: Dealer, seat: Seat, cards: Mapping[Face, int]) -> None:
        """Lay a set of cards of one rank, jesters among them as one likes."""
        lay(dealer, seat, cards)


class Follow(Phase):
    """As many cards of a better rank, or a pass; who has passed may come back in (rules, 'Le jeu')."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        top = view.public.trick[-1]
        yield template("pass")
        for cards in answers(held(view, view.me), top["rank"], top["count"]):
            yield template("play", cards=cards)

    def default(self, view: View, prompt: Prompt) -> Move:
        return Move("pass")

    @verb
    def play(self, dealer: Dealer, seat: Seat, cards: Mapping[Face, int]) -> None:
        """Lay as many cards as the set to beat has, of a better rank."""
        lay(dealer, seat, cards)

    @verb("pass")
    def pass_(self, dealer: Dealer, seat: Seat) -> None:
        """Leave the set as it is, also if one could beat it."""
        dealer.change(passed=(*dealer.state.public.passed, seat))
        go_on(dealer, seat)


def lead(dealer: Dealer, seat: Seat) -> None:
    """Asks for the first set of a trick."""
    dealer.prompt(Lead, seat, after=dealer.state.options.turn_seconds)


def lay(dealer: Dealer, seat: Seat, cards: Mapping[Face, int]) -> None:
    """Lays a set; under `reenter` the passes before it are forgotten. Who has no card left is out (R23)."""
    public, reenter = dealer.state.public, dealer.state.options.pass_rule == "reenter"
    laid = {"seat": seat, "rank": rank_of(cards), "count": sum(cards.values())}
    dealer.move(taken(dealer.state, seat, cards), hand(seat), TRICK)
    out = () if dealer.state.size("hand", seat) else (seat,)
    dealer.change(
        trick=(*public.trick, laid), passed=() if reenter else public.passed, finished=(*public.finished, *out)
    )
    go_on(dealer, seat)


def go_on(dealer: Dealer, seat: Seat) -> None:
    """Asks the next seat that may answer the set; nobody may: the trick is over. Asks nothing once a hand is over."""
    state = dealer.state
    if in_play(state) == 1:
        return
    after = clockwise(state.public.order, seat)
    following = next((other for other in after if may_answer(state, other)), None)
    if following is None:
        end_trick(dealer)
    else:
        dealer.prompt(Follow, following, after=state.options.turn_seconds)


def may_answer(table: Table, seat: Seat) -> bool:
    """Whether a seat is asked for a better set: it holds cards, has not passed, and did not lay the set itself."""
    size, top = table.size("hand", seat), table.public.trick[-1]
    if not size or seat in table.public.passed:
        return False
    if table.options.auto_pass and (size < top["count"] or top["rank"] == 1):
        return False
    return seat != top["seat"] or bool(table.options.self_raise)


def end_trick(dealer: Dealer) -> None:
    """Who laid the best set leads; if he is out, the next at his left who holds cards (R22, R24)."""
    state = dealer.state
    winner = state.public.trick[-1]["seat"]
    dealer.move(state.cards("trick"), TRICK, DISCARD)
    dealer.change(trick=(), passed=())
    seats = (winner, *clockwise(state.public.order, winner))
    lead(dealer, next(seat for seat in seats if state.size("hand", seat)))
