"""Version 2 of these rules, for matches that began under it."""

from __future__ import annotations

from games.dealmaker.game import Dealmaker
from games.kernel.dealer import Dealer
from games.kernel.state import Json


class BareStops(Dealer):
    """A dealer whose announcement of stop achat does not describe the change of the stock."""

    def announce(self, what: str, **details: Json) -> None:
        if what == "stop_achat":
            details = {}
        super().announce(what, **details)


class DealmakerVersion2(Dealmaker):
    """The rules as released second."""

    version = 2
    dealer = BareStops
