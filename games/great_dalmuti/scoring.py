"""The points of a hand, the end of a match, and its winner (rules, 'Le jeu', 'Variantes')."""

from __future__ import annotations

from games.great_dalmuti.options import DalmutiOptions
from games.kernel.state import Seat, Table

Places = tuple[Seat, ...]


def points(order: Places, places: Places, options: DalmutiOptions) -> tuple[int, ...]:
    """Returns each seat's points: one for each seat still in play when it went out, and the bonus (R25, R43).

    order: the seats by rank during the hand; places: the seats from first to last.
    """
    own = 1 if options.score_self else 0
    gained = [len(places) - 1 - places.index(seat) + own for seat in range(len(places))]
    for seat in bonus(order, places, options.peon_rise_bonus):
        gained[seat] += 1
    return tuple(gained)


def bonus(order: Places, places: Places, reading: str) -> tuple[Seat, ...]:
    """Returns the seats that gain bonus points for peons that rose, one entry per point (R43; three readings)."""
    greater, lesser = order[:2]
    greater_peon_rose = places[-1] != order[-1]
    lesser_peon_rose = places.index(order[-2]) < len(places) - 2
    if reading == "literal":
        return (greater, order[-2]) if greater_peon_rose else ()
    if reading == "both_to_gd":
        return (greater,) * (greater_peon_rose + lesser_peon_rose)
    if reading == "by_pair":
        return (greater,) * greater_peon_rose + (lesser,) * lesser_peon_rose
    return ()


def is_last(table: Table) -> bool:
    """Returns whether the match has had all its hands, or a remaining seat has reached the total (R26)."""
    end = table.options.end
    if "hands" in end:
        return bool(table.public.hand_number >= end["hands"])
    return bool(max(points_of_stayed(table)) >= end["total"])


def points_of_stayed(table: Table) -> list[int]:
    """Returns the points of the seats that have not resigned."""
    return [points for seat, points in enumerate(table.public.points) if seat not in table.public.left]


def is_extra_hand_needed(table: Table) -> bool:
    """Returns whether another hand is needed to break a tie for the first place (option `final_tie`)."""
    options, public = table.options, table.public
    if options.final_tie != "extra_hand" or public.extra_hands == options.max_extra_hands:
        return False
    stayed = points_of_stayed(table)
    return stayed.count(max(stayed)) > 1


def placings(table: Table) -> list[list[Seat]]:
    """Returns the remaining seats by points; ties share a place, or the last hand breaks them (`final_tie`)."""
    public = table.public
    seats = [seat for seat in public.finished if seat not in public.left]
    if table.options.final_tie == "last_hand_order":
        return [[seat] for seat in sorted(seats, key=lambda seat: -public.points[seat])]
    totals = sorted({public.points[seat] for seat in seats}, reverse=True)
    return [[seat for seat in seats if public.points[seat] == total] for total in totals]
