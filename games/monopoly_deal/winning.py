"""The end of a match: a win with three complete groups of different colours, or a draw."""

from __future__ import annotations

from games.kernel.dealer import Dealer
from games.kernel.state import Seat
from games.monopoly_deal.board import Board, clockwise


def end_won(dealer: Dealer, seat: Seat) -> None:
    """Ends the match for one winner; all others share the second place."""
    dealer.announce("won", by=seat)
    dealer.end([[seat], [other for other in range(dealer.state.seats) if other != seat]])


def end_undecided(dealer: Dealer, reason: str) -> None:
    """Ends the match at a limit: the next seat in turn order that has its sets wins; otherwise the match is drawn."""
    board = Board(dealer.state)
    following = clockwise(dealer.state, (dealer.state.public.turn + 1) % dealer.state.seats)
    winner = next((seat for seat in following if has_sets(board, seat)), None)
    if winner is None:
        end_drawn(dealer, reason)
    else:
        end_won(dealer, winner)


def end_drawn(dealer: Dealer, reason: str) -> None:
    """Ends the match without a winner."""
    dealer.announce(reason)
    dealer.end([range(dealer.state.seats)])


def has_sets(board: Board, seat: Seat) -> bool:
    """Returns whether a seat wins on its turn: it has (or, with `win_latched`, had) its sets, and has not resigned."""
    public = board.table.public
    return seat not in public.left and (board.has_won(seat) or seat in public.latched)


def may_declare(board: Board, seat: Seat) -> bool:
    """Returns whether a seat can declare itself the winner, if the option requires declarations."""
    return board.table.options.win_declaration == "declare" and has_sets(board, seat)


def check_win(dealer: Dealer) -> None:
    """Ends the match if it is won now: on the winner's own turn, when all claims are closed (A:74, B:286; E47-E50)."""
    state = dealer.state
    board, turn = Board(state), state.public.turn
    if state.options.win_latched:
        _latch(dealer, board)
    if state.options.win_declaration == "declare":
        return
    candidates = clockwise(state, turn) if state.options.win == "any_turn" else [turn]
    for seat in candidates:
        if has_sets(board, seat):
            end_won(dealer, seat)
            return


def _latch(dealer: Dealer, board: Board) -> None:
    """Records the seats that have their sets on another seat's turn (B:286 read literally)."""
    public = dealer.state.public
    seats = [seat for seat in range(dealer.state.seats) if seat in public.latched or board.has_won(seat)]
    dealer.change(latched=seats)
