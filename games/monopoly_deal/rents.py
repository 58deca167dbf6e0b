"""The rents that groups earn."""

from __future__ import annotations

from games.kernel.deck import Face
from games.kernel.state import Seat
from games.monopoly_deal.board import Board, Group
from games.monopoly_deal.deck import RENT_COLOURS


def rentable(board: Board, seat: Seat, face: Face) -> list[Group]:
    """Returns the groups for which a rent card can be played (E11, E12); one per colour if their rents are added up."""
    groups = [group for group in board.groups[seat] if group.colour in RENT_COLOURS[face] and group.rent]
    if board.table.options.rent_groups == "one":
        return groups
    return list({group.colour: group for group in reversed(groups)}.values())[::-1]


def rent_owed(board: Board, seat: Seat, name: str, doubles: int) -> int:
    """Returns the rent of a group, in millions; doubles apply to buildings as well (E13-E15; `rent_groups`)."""
    options = board.table.options
    named = next(group for group in board.groups[seat] if group.name == name)
    groups = [named] if options.rent_groups == "one" else board.of_colour(seat, named.colour)
    times = 1 + doubles if options.double_stack == "add" else 2**doubles
    return sum(group.rent for group in groups) * times
