"""Version 1 of these rules, for matches that began under it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.kernel.dealer import Dealer
from games.kernel.state import Seat, Table
from games.negoces2 import ending
from games.negoces2.game import Negoces2


class Join(ending.Join):
    """A prompt that also counts declarations of seats that have since resigned."""

    def standing(self, table: Table, declared: Sequence[Seat]) -> list[Seat]:
        return list(declared)


class PromotingDealer(Dealer):
    """A dealer that moves the next seats to the first place if all winners have resigned."""

    def end(self, standings: Iterable[Iterable[Seat]], scores: Iterable[int] | None = None) -> None:
        left = self.state.public.left
        stayed = [[seat for seat in place if seat not in left] for place in standings]
        super().end([place for place in stayed if place], scores)


class Negoces2Version1(Negoces2):
    """The rules as first released."""

    version = 1
    sets = frozenset()  # hands also keep the order in which their cards arrive
    phase_types = tuple(Join if phase is ending.Join else phase for phase in Negoces2.phase_types)
    dealer = PromotingDealer
    keeps_resigned_answers = True
