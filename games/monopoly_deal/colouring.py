"""Naming the colour of a wild that a seat has received."""

from __future__ import annotations

from collections.abc import Iterable

from games.kernel.dealer import Dealer
from games.kernel.errors import Reason, Refusal
from games.kernel.phase import Phase, verb
from games.kernel.slots import OneOf
from games.kernel.state import Move, Prompt, Seat
from games.kernel.template import Template, template
from games.kernel.view import View
from games.monopoly_deal.board import Board, arriving, clockwise
from games.monopoly_deal.deck import COLOURS, MAY_BE, Colour
from games.monopoly_deal.estate import lay
from games.monopoly_deal.reasons import why_not_of_colour


def prompt_colour(dealer: Dealer) -> bool:
    """Prompts the next seat that must name a colour, the active seat first; returns whether it found a seat (E22)."""
    state = dealer.state
    for seat in clockwise(state, state.public.turn):
        if cards := state.cards("arriving", seat):
            dealer.prompt(Colouring, seat, after=state.options.answer_seconds, card=cards[0])
            return True
    return False


class Colouring(Phase):
    """The choice of a colour for a wild that the seat has received."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        face = view.face(prompt.data["card"])
        colours = Board(view).colours_for(view.me, face) or MAY_BE[face]
        yield template("place", colour=OneOf(colours))

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        colour = move.args.get("colour")
        if refusal.slot != "colour" or colour not in COLOURS:
            return None
        return why_not_of_colour(view.face(prompt.data["card"]), colour)

    @verb
    def place(self, dealer: Dealer, seat: Seat, colour: Colour) -> None:
        """Lays the wild among the seat's properties of that colour (E22, E27)."""
        lay(dealer, dealer.current.data["card"], arriving(seat), seat, colour)
