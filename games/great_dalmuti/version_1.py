"""Version 1 of these rules, for matches that began under it."""

from __future__ import annotations

from games.great_dalmuti.version_2 import GreatDalmutiVersion2
from games.kernel.dealer import Dealer
from games.kernel.state import Table


class GreatDalmutiVersion1(GreatDalmutiVersion2):
    """The rules as first released."""

    version = 1
    sets = frozenset()  # hands also keep the order in which their cards arrive
    keeps_resigned_answers = True

    def note_draw(self, dealer: Dealer) -> None:
        """Records nothing: the cards drawn for ranks are only in the first event."""

    def scores_so_far(self, table: Table) -> None:  # type: ignore[override]
        """Returns None: a match that ends by resignations has no scores."""
