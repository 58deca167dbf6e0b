"""The actions of a turn: bank money, lay properties, play actions, in any order (A:57, B:268-270)."""

from __future__ import annotations

from collections.abc import Iterable

from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.errors import Reason, Refusal
from games.kernel.phase import verb
from games.kernel.slots import OneOf
from games.kernel.state import Move, Prompt, Seat
from games.kernel.template import Template, template
from games.kernel.view import View
from games.monopoly_deal.actions import CHOICES
from games.monopoly_deal.board import Board, bank, hand
from games.monopoly_deal.cards import faces_of
from games.monopoly_deal.deck import MAY_BE, WILD_COLOURS, Colour
from games.monopoly_deal.estate import lay
from games.monopoly_deal.piles import card_in_hand, play_to, use_plays
from games.monopoly_deal.rearrange import Rearranging, rearrangements
from games.monopoly_deal.reasons import made_for, why_no_play
from games.monopoly_deal.winning import end_won, may_declare


class Play(Rearranging):
    """A play of the seat in turn. The turn lasts until the player ends it (E43)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        board, me = Board(view), view.me
        faces = faces_of(view, view.cards("hand", me))
        yield template("end_turn")
        if may_declare(board, me):
            yield template("declare")
        if view.public.plays_left:
            yield from self._plays(view, board, faces)
        yield from rearrangements(view, board)

    def _plays(self, view: View, board: Board, faces: list[Face]) -> Iterable[Template]:
        me = view.me
        yield template("bank", face=OneOf([face for face in faces if face not in MAY_BE]))
        yield template("lay", face=OneOf([face for face in faces if face in MAY_BE and face not in WILD_COLOURS]))
        for face in faces:
            if face in WILD_COLOURS:
                yield template("lay", face=OneOf([face]), colour=OneOf(board.colours_for(me, face)))
            elif face in CHOICES:
                yield from CHOICES[face](view, board, me, face)

    def made_for(self, view: View, face: Face) -> str | None:
        return made_for(face)

    def move_with(self, view: View, verb: str, card: CardId) -> Move | None:
        is_only_played = view.public.plays_left and verb not in (made_for(view.face(card)), "bank", "lay")
        return None if is_only_played else Move(verb)

    def reason(self, view: View, prompt: Prompt, move: Move, refusal: Refusal) -> Reason | None:
        return why_no_play(view, move, refusal)

    def default(self, view: View, prompt: Prompt) -> Move:
        """Returns the end of the turn."""
        return Move("end_turn")

    @verb
    def bank(self, dealer: Dealer, seat: Seat, face: Face) -> None:
        """Lays money, or an action or rent card as money, in the bank for good (A:61-63, B:274-276; row 37)."""
        play_to(dealer, seat, face, bank(seat))

    @verb
    def lay(self, dealer: Dealer, seat: Seat, face: Face, colour: Colour | None = None) -> None:
        """Lays a property; lays a wild as one of its colours (A:71, B:284; E32, E35)."""
        use_plays(dealer)
        lay(dealer, card_in_hand(dealer.state, seat, face), hand(seat), seat, colour or face)

    @verb
    def declare(self, dealer: Dealer, seat: Seat) -> None:
        """Declares the seat the winner (A:74, B:286; `win_declaration`)."""
        end_won(dealer, seat)

    @verb
    def end_turn(self, dealer: Dealer, seat: Seat) -> None:
        """Ends the turn (A:99, B:312)."""
        dealer.change(ending=True)
