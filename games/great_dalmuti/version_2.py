"""What version 2 of these rules does differently; matches that began under it are still played and replayed by it.

The points of a seat that has resigned end a match to a total, too. The phase has the name of the one that it replaces,
because prompts refer to phases by name.
"""

from __future__ import annotations

from games.great_dalmuti import hand
from games.great_dalmuti.game import GreatDalmuti
from games.great_dalmuti.scoring import is_last
from games.kernel.state import Table


class Hand(hand.Hand):
    """Counts the points of all seats."""

    def is_last(self, table: Table) -> bool:
        """Whether any seat has reached the total."""
        total = table.options.end.get("total")
        return is_last(table) if total is None else bool(max(table.public.points) >= total)


class GreatDalmutiVersion2(GreatDalmuti):
    """The rules as released second."""

    version = 2
    phase_types = (Hand, *GreatDalmuti.phase_types[1:])
