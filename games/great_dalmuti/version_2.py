"""Version 2 of these rules, for matches that began under it.

If a match is played to a total, the points of resigned seats can end it, too. The phase has the name of the phase that
it replaces, because prompts refer to phases by name.
"""

from __future__ import annotations

from games.great_dalmuti import hand
from games.great_dalmuti.scoring import is_last
from games.great_dalmuti.version_3 import GreatDalmutiVersion3
from games.kernel.state import Table


class Hand(hand.Hand):
    """A hand that counts the points of all seats."""

    def is_last(self, table: Table) -> bool:
        """Returns whether any seat has reached the total."""
        total = table.options.end.get("total")
        return is_last(table) if total is None else bool(max(table.public.points) >= total)


class GreatDalmutiVersion2(GreatDalmutiVersion3):
    """The rules as released second."""

    version = 2
    phase_types = (Hand, *GreatDalmutiVersion3.phase_types[1:])
