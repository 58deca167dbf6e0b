"""The phase between the deal and the first lead: taxes, revolution, commoners' swap (rules, 'Impôts', 'Variantes')."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.great_dalmuti.board import hand, held, roles_of, taken
from games.great_dalmuti.deck import JESTER, RANKS
from games.great_dalmuti.reasons import why_no_call, why_no_gift
from games.great_dalmuti.swap import CommonerSwap, has_swap
from games.great_dalmuti.tricks import lead
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.errors import Reason, Refusal, because
from games.kernel.phase import SealedPhase
from games.kernel.slots import Counts
from games.kernel.state import Move, Prompt, Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View

DUES = (2, 1)


class Taxation(SealedPhase):
    """A prompt to every seat, so that nobody sees which seat could call the revolution (rules, 'Impôts').

    data: `dues`: the numbers of cards (two and one) that the first seats of the order give; empty if these seats first
    see the cards that they receive, or if the hand has no taxes.
    """

    unusable_card_reason = because("no_choice")

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        number = cards_owed(view, prompt, view.me)
        yield gift(view, number) if number else template("accept")
        if held(view, view.me).get(JESTER) == 2:
            yield template("revolution")
            if view.options.gp_may_choose_plain and view.me == view.public.order[-1]:
                yield template("plain_revolution")

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        if refusal.slot == "cards":
            return why_no_gift(view, move.args["cards"], cards_owed(view, prompt, view.me))
        return why_no_call(view, move.verb)

    def default(self, view: View, prompt: Prompt) -> Move:
        number = cards_owed(view, prompt, view.me)
        return worst_gift(view, number) if number else Move("accept")

    def resolve(self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move]) -> None:
        caller = next((seat for seat, move in answers.items() if move.verb in CALLS), None)
        if caller is not None:
            CALLS[answers[caller].verb](dealer, caller)
            lead(dealer, dealer.state.public.order[0])
        elif not is_taxed(dealer.state):
            lead(dealer, dealer.state.public.order[0])
        elif prompt.data["dues"]:
            exchange(dealer, tributes(dealer.state) + gifts(dealer.state, answers))
            after_taxes(dealer)
        else:
            exchange(dealer, tributes(dealer.state))
            prompt_for_taxes(dealer, Gifts, dealer.state.public.order[:2], DUES)


class Gifts(SealedPhase):
    """The Dalmutis' gifts after they have seen the cards that they received, in equal number (option `tax_mode`)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield gift(view, cards_owed(view, prompt, view.me))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        number = cards_owed(view, prompt, view.me)
        return why_no_gift(view, move.args["cards"], number) if refusal.slot == "cards" else None

    def default(self, view: View, prompt: Prompt) -> Move:
        return worst_gift(view, cards_owed(view, prompt, view.me))

    def resolve(self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move]) -> None:
        exchange(dealer, gifts(dealer.state, answers))
        after_taxes(dealer)


def levy(dealer: Dealer) -> None:
    """Prompts every seat, even in hands without taxes, since a revolution may still be called."""
    options = dealer.state.options
    sealed = is_taxed(dealer.state) and options.tax_mode == "sealed"
    prompt_for_taxes(dealer, Taxation, dealer.state.public.order, DUES if sealed else ())


def prompt_for_taxes(dealer: Dealer, phase: type[SealedPhase], seats: Iterable[Seat], dues: tuple[int, ...]) -> None:
    """Opens a sealed prompt about taxes."""
    dealer.prompt(phase, seats, dues=dues, after=dealer.state.options.tax_seconds)


def is_taxed(table: Table) -> bool:
    """Returns whether there are taxes in this hand (rules, 'Variantes')."""
    return bool(table.options.first_hand_taxes) or table.public.hand_number > 1


def cards_owed(table: Table, prompt: Prompt, seat: Seat) -> int:
    """Returns the number of cards that a seat must choose and give."""
    owed: dict[Seat, int] = dict(zip(table.public.order, prompt.data["dues"], strict=False))
    return owed.get(seat, 0)


def gift(view: View, number: int) -> Template:
    """Returns a choice of `number` cards of the viewer's hand."""
    bounds = {face: (0, min(copies, number)) for face, copies in held(view, view.me).items()}
    return template("give", cards=Counts(bounds, range(number, number + 1), private=True))


def worst_gift(view: View, number: int) -> Move:
    """Returns a gift of the worst cards of a hand; includes jesters, which fit any set, only if necessary."""
    cards = view.cards("hand", view.me)
    worst_first = sorted(map(view.face, cards), key=lambda face: (face == JESTER, -RANKS[face]))
    faces = worst_first[:number]
    return Move("give", {"cards": {face: faces.count(face) for face in faces}})


Exchange = tuple[tuple[CardId, ...], Seat, Seat]


def tributes(table: Table) -> list[Exchange]:
    """Returns the best cards of the peons; here, jesters count as the worst cards (rules, 'Impôts')."""
    order = table.public.order
    return [(best(table, order[-1 - n], number), order[-1 - n], order[n]) for n, number in enumerate(DUES)]


def best(table: Table, seat: Seat, number: int) -> tuple[CardId, ...]:
    """Returns the best cards of a hand."""
    cards = table.cards("hand", seat)
    return tuple(sorted(cards, key=lambda card: RANKS[table.face(card)])[:number])


def gifts(table: Table, answers: Mapping[Seat, Move]) -> list[Exchange]:
    """Returns the cards that the Dalmutis chose to give."""
    order = table.public.order
    return [(chosen(table, order[n], answers[order[n]]), order[n], order[-1 - n]) for n in range(len(DUES))]


def chosen(table: Table, seat: Seat, move: Move) -> tuple[CardId, ...]:
    """Returns the cards that a seat's answer names by face."""
    cards: Mapping[Face, int] = move.args["cards"]
    return taken(table, seat, cards)


def exchange(dealer: Dealer, exchanges: Iterable[Exchange]) -> None:
    """Moves all cards simultaneously: the list is complete before the first card moves."""
    for cards, giver, taker in list(exchanges):
        dealer.move(cards, hand(giver), hand(taker))


def after_taxes(dealer: Dealer) -> None:
    """Opens the commoners' swap or, without a swap, the Greater Dalmuti's lead."""
    order = dealer.state.public.order
    if has_swap(dealer.state):
        dealer.prompt(CommonerSwap, order[2], after=dealer.state.options.tax_seconds)
    else:
        lead(dealer, order[0])


def plain_revolution(dealer: Dealer, seat: Seat) -> None:
    """Cancels the taxes; the jesters prove the call and stay in the hand (rules, 'Impôts')."""
    call(dealer, seat, greater=False)


def revolution(dealer: Dealer, seat: Seat) -> None:
    """Cancels the taxes; if the Greater Peon called it, also reverses the order of rank (rules, 'Impôts')."""
    order = dealer.state.public.order
    greater = seat == order[-1]
    call(dealer, seat, greater)
    if greater:
        dealer.change(order=order[::-1], roles=roles_of(order[::-1]))


def call(dealer: Dealer, seat: Seat, greater: bool) -> None:
    """Announces the caller and shows their jesters."""
    jesters = [card for card in dealer.state.cards("hand", seat) if dealer.state.face(card) == JESTER]
    dealer.announce("revolution", seat=seat, greater=greater)
    dealer.show(jesters, hand(seat))
    dealer.change(revolution={"seat": seat, "greater": greater})


CALLS = {"revolution": revolution, "plain_revolution": plain_revolution}
