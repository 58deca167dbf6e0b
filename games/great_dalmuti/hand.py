"""The sequence of hands: ranks, points, and the end of the match (rules, 'Le jeu', last paragraphs)."""

from __future__ import annotations

from games.great_dalmuti.board import DISCARD, TRICK, hand, roles_of
from games.great_dalmuti.dealing import deal, gather
from games.great_dalmuti.scoring import is_extra_hand_needed, is_last, placings, points
from games.kernel.dealer import Dealer
from games.kernel.phase import Phase
from games.kernel.state import Prompt, Seat, Table


class Hand(Phase):
    """The frame of one hand, open during its taxes and tricks; the hand is over when all its prompts have closed."""

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        places = end_hand(dealer)
        next_hand(dealer, places, final=self.is_last(dealer.state))

    def is_last(self, table: Table) -> bool:
        """Returns whether this hand is the last one, apart from ties."""
        return is_last(table)


def start_hand(dealer: Dealer, order: tuple[Seat, ...]) -> None:
    """Orders the seats by rank, gathers the cards and deals (rules, 'Distribution des cartes')."""
    dealer.change(
        order=order,
        roles=roles_of(order),
        hand_number=dealer.state.public.hand_number + 1,
        finished=(),
        trick=(),
        passed=(),
        revolution=None,
        exposed=(),
    )
    gather(dealer)
    dealer.inside = dealer.state.prompts[dealer.prompt(Hand)]
    deal(dealer)


def end_hand(dealer: Dealer) -> tuple[Seat, ...]:
    """Ends a hand: the seat that still holds cards is last and lays them down; seats gain points (R23, R25).

    Returns the places, first to last.
    """
    public = dealer.state.public
    last = next(seat for seat in public.order if seat not in public.finished)
    places = (*public.finished, last)
    dealer.move(dealer.state.cards("trick"), TRICK, DISCARD)
    dealer.move(dealer.state.cards("hand", last), hand(last), DISCARD)
    gained = points(public.order, places, dealer.state.options)
    dealer.change(finished=places, points=tuple(had + more for had, more in zip(public.points, gained, strict=True)))
    dealer.announce("hand_over", hand_number=public.hand_number, places=places, points=gained)
    return places


def next_hand(dealer: Dealer, places: tuple[Seat, ...], *, final: bool) -> None:
    """Starts the next hand, ranked by the places in this hand, or ends the match."""
    public = dealer.state.public
    if final and not is_extra_hand_needed(dealer.state):
        dealer.end(placings(dealer.state), public.points)
        return
    if final:
        dealer.change(extra_hands=public.extra_hands + 1)
    dealer.change(drawn=())
    dealer.close()
    start_hand(dealer, places)
