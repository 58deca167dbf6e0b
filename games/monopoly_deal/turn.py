"""A turn: draw, play, discard excess cards. After each move the groups are rearranged."""

from __future__ import annotations

from games.kernel.dealer import Dealer
from games.kernel.phase import Phase
from games.kernel.state import Prompt, Seat
from games.monopoly_deal.board import clockwise
from games.monopoly_deal.colouring import prompt_colour
from games.monopoly_deal.discard import Discard
from games.monopoly_deal.estate import drop_lone_hotels, settle
from games.monopoly_deal.piles import draw, is_exhausted
from games.monopoly_deal.play import Play
from games.monopoly_deal.winning import check_win, end_undecided

REFILL = 5


class Turn(Phase):
    """The frame around the prompts of one turn."""

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        """Settles a move: prompts for colours, rearranges groups, checks for a win, and continues."""
        self.clear(dealer)
        if prompt_colour(dealer):
            return
        settle(dealer)
        check_win(dealer)
        if not dealer.state.is_over:
            _refill_hands(dealer)
            self._go_on(dealer)

    def clear(self, dealer: Dealer) -> None:
        """Takes down lone hotels before the next prompt, so that no event ends with one (E23b)."""
        drop_lone_hotels(dealer)

    def end_at_limit(self, dealer: Dealer, reason: str) -> None:
        """Ends a match that has reached one of its limits (ruling 'No endless game')."""
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
        """Passes the turn to the next seat, or ends the match if it has reached one of its limits."""
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
    """Begins a seat's turn; the seat may win before it draws (A:49-53, B:268; E49)."""
    options, turns = dealer.state.options, dealer.state.public.turns
    dealer.change(
        turn=seat,
        turns=turns + 1,
        plays_left=options.plays,
        wild_moves_left=options.wild_moves_per_turn,
        has_played=False,
        ending=False,
        held_before=dealer.state.size("hand", seat),
    )
    frame = dealer.prompt(Turn)
    check_win(dealer)
    if not dealer.state.is_over:
        _draw_for_turn(dealer, seat)
        dealer.prompt(Play, seat, within=frame, after=options.turn_seconds)


def _draw_for_turn(dealer: Dealer, seat: Seat) -> None:
    """Draws two cards, or five after an empty hand (row 7; `redraw`, `redraw_replaces_draw`)."""
    options, redraw_due = dealer.state.options, dealer.state.public.redraw_due
    is_empty = options.redraw == "empty_at_turn_start" and not dealer.state.size("hand", seat)
    number = options.draw
    if is_empty or seat in redraw_due:
        number = REFILL if options.redraw_replaces_draw else REFILL + options.draw
        dealer.change(redraw_due=[other for other in redraw_due if other != seat])
    draw(dealer, seat, number)


def _refill_hands(dealer: Dealer) -> None:
    """Lets each seat with an empty hand draw five cards at once, if the option says so (E45)."""
    if dealer.state.options.redraw == "immediately":
        for seat in clockwise(dealer.state, dealer.state.public.turn):
            if not dealer.state.size("hand", seat):
                draw(dealer, seat, REFILL)


def _note_empty_hand(dealer: Dealer, seat: Seat) -> None:
    """Handles a hand that is empty after a turn in edition A: five cards later (A:99), or now (A:53 literally)."""
    options = dealer.state.options
    if dealer.state.size("hand", seat):
        return
    if options.redraw == "flagged_at_end":
        dealer.change(redraw_due=(*dealer.state.public.redraw_due, seat))
    elif options.redraw == "end_of_turn_now":
        draw(dealer, seat, REFILL)
