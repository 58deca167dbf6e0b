"""Elimination of seats, for games that the last remaining seat wins.

The game's public state has a field `out: tuple[Seat, ...] = ()`: the eliminated seats in order. `meanings.toml`
declares it as `{ type = "seats" }`. Resigned seats are in `left`, as in every game.
"""

from __future__ import annotations

from games.kernel.dealer import Dealer
from games.kernel.state import Seat, Table


def playing(table: Table) -> tuple[Seat, ...]:
    """Returns the seats that are neither eliminated nor resigned."""
    gone = {*table.public.out, *table.public.left}
    return tuple(seat for seat in range(table.seats) if seat not in gone)


def next_playing(table: Table, seat: Seat) -> Seat:
    """Returns the next seat clockwise that still plays, or the given seat if no other seat plays."""
    order = [(seat + step) % table.seats for step in range(1, table.seats + 1)]
    return next((other for other in order if other in playing(table)), seat)


def eliminate(dealer: Dealer, seat: Seat) -> bool:
    """Eliminates a seat, and ends the match if one seat is left; returns whether the match has ended."""
    dealer.change(out=(*dealer.state.public.out, seat))
    return end_if_alone(dealer)


def end_if_alone(dealer: Dealer) -> bool:
    """Ends the match if at most one seat still plays; returns whether it has ended.

    `Game.seat_resigned` can call it, too. The seats that were eliminated last are placed directly after the winner.
    """
    stayed = playing(dealer.state)
    if len(stayed) > 1:
        return False
    places = [stayed, *((seat,) for seat in reversed(dealer.state.public.out))]
    dealer.end([place for place in places if place])
    return True
