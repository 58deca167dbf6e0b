"""The course of a turn: draw, play, put away what is too much; after each act the table is put in order."""

from __future__ import annotations

from games.kernel.dealer import Dealer
from games.kernel.phase import Phase
from games.kernel.state import Prompt, Seat
from games.monopoly_deal.board import clockwise
from games.monopoly_deal.colouring import ask_colour
from games.monopoly_deal.discard import Discard
from games.monopoly_deal.estate import drop_lone_hotels, settle
from games.monopoly_deal.piles import draw, is_exhausted
from games.monopoly_deal.play import Play
from games.monopoly_deal.winning import check_win, end_undecided

REFILL = 5


class Turn(Phase):
    """A frame around one turn, in which everything that is asked during it is asked."""

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        """An act is over, with all that it set off: colours are named, groups put in order, the win looked for."""
        self.clear(dealer)
        if ask_colour(dealer):
            return
        settle(dealer)
        check_win(dealer)
        if not dealer.state.is_over:
            _refill_hands(dealer)
            self._go_on(dealer)

    def clear(self, dealer: Dealer) -> None:
        """What comes off before anybody is asked again, so that no row leaves it standing (E23b)."""
        drop_lone_hotels(dealer)

    def end_at_limit(self, dealer: Dealer, reason: str) -> None:
        """Ends a match that would go on for ever (ruling 'No endless game')."""
        end_undecided(dealer, reason)

    def _go_on(self, dealer: Dealer) -> None:
        state, seat = dealer.state, dealer.state.public.turn
        excess = state.size("hand", seat) - state.options.hand_limit
        if not state.public.ending:
            dealer.prompt(Play, seat, after=state.options.turn_seconds)
        elif excess > 0:
            dealer.prompt(Discard, seat, after=state.options.turn_seconds, number=excess)
        else:
            self._end_turn(dealer, seat)

    def _end_turn(self, dealer: Dealer, seat: Seat) -> None:
        """Hands the turn on, or ends the match where one of its limits is reached."""
        _note_empty_hand(dealer, seat)
        public = dealer.state.public
        is_idle = is_exhausted(dealer.state) and not public.has_played
        dealer.change(idle=public.idle + 1 if is_idle else 0)
        dealer.close()
        if dealer.state.public.idle >= dealer.state.seats:
            self.end_at_limit(dealer, "drawn_by_exhaustion")
        elif public.turns >= dealer.state.options.max_turns:
            self.end_at_limit(dealer, "drawn_by_turns")
        else:
            begin_turn(dealer, (seat + 1) % dealer.state.seats)


def begin_turn(dealer: Dealer, seat: Seat) -> None:
    """Gives a seat the turn; he wins before he draws (A:49-53, B:268; E49)."""
    options, turns = dealer.state.options, dealer.state.public.turns
    dealer.change(
        turn=seat, turns=turns + 1, plays_left=options.plays, wild_moves_left=options.wild_moves_per_turn,
        has_played=False, ending=False, held_before=dealer.state.size("hand", seat),
    )  # fmt: skip
    frame = dealer.prompt(Turn)
    check_win(dealer)
    if not dealer.state.is_over:
        _draw_for_turn(dealer, seat)
        dealer.prompt(Play, seat, within=frame, after=options.turn_seconds)


def _draw_for_turn(dealer: Dealer, seat: Seat) -> None:
    """Two cards, or five after an empty hand (row 7; `redraw`, `redraw_replaces_draw`)."""
    options, due = dealer.state.options, dealer.state.public.redraw_due
    is_empty = options.redraw == "empty_at_turn_start" and not dealer.state.size("hand", seat)
    number = options.draw
    if is_empty or seat in due:
        number = REFILL if options.redraw_replaces_draw else REFILL + options.draw
        dealer.change(redraw_due=[other for other in due if other != seat])
    draw(dealer, seat, number)


def _refill_hands(dealer: Dealer) -> None:
    """Lets whoever has played his last card draw five at once, where the option says so (E45)."""
    if dealer.state.options.redraw == "immediately":
        for seat in clockwise(dealer.state, dealer.state.public.turn):
            if not dealer.state.size("hand", seat):
                draw(dealer, seat, REFILL)


def _note_empty_hand(dealer: Dealer, seat: Seat) -> None:
    """Edition A looks at the hand when one's turn ends (A:99; literally A:53, five cards there and then)."""
    options = dealer.state.options
    if dealer.state.size("hand", seat):
        return
    if options.redraw == "flagged_at_end":
        dealer.change(redraw_due=(*dealer.state.public.redraw_due, seat))
    elif options.redraw == "end_of_turn_now":
        draw(dealer, seat, REFILL)
