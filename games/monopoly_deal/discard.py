"""The discard of excess cards at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.errors import Reason, Refusal, because
from games.kernel.phase import Phase, verb
from games.kernel.slots import Ordered
from games.kernel.state import Move, Prompt, Seat
from games.kernel.template import Template, template
from games.kernel.view import View
from games.monopoly_deal.board import CENTRE, DRAW_PILE, hand


class Discard(Phase):
    """The choice of cards to discard, in order. number: the number of excess cards (A:99, B:312)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        number = prompt.data["number"]
        yield template("discard", cards=Ordered(view.cards("hand", view.me), range(number, number + 1), private=True))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        return because("exactly", number=prompt.data["number"]) if refusal.code == "wrong_size" else None

    @verb
    def discard(self, dealer: Dealer, seat: Seat, cards: Sequence[CardId]) -> None:
        """Puts cards under the draw pile one by one, so that the last card lies at the bottom (E44)."""
        if dealer.state.options.discard_to == "centre_pile":
            dealer.move(cards, hand(seat), CENTRE, in_order=True)
        else:
            dealer.move(cards[::-1], hand(seat), DRAW_PILE, index=0, in_order=True)
