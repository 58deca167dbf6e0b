"""The occupants of the seats of a match."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from events.base.caches import CACHED_MATCHES, LeastRecentlyUsed
from events.log.match_state.folding import MatchState
from events.log.models import Match
from events.log.models import Seat as Seats


class Occupant(NamedTuple):
    """The holder of a seat of a started match.

    is_bot_account: whether a bot account holds the seat; its program leases the decisions.
    """

    number: int
    kind: str
    player_id: UUID | None
    policy: str
    resigned: bool
    is_bot_account: bool | None = False

    @property
    def is_bot(self) -> bool:
        """True if a policy answers for the seat."""
        return self.kind == Seats.Kind.BOT and not self.resigned

    @property
    def is_leased(self) -> bool:
        """True if workers, or the program of a bot account, lease the decisions of the seat."""
        return self.is_bot or (bool(self.is_bot_account) and not self.resigned)

    @property
    def notified(self) -> UUID | None:
        """The player to notify of events at the table."""
        return self.player_id if self.kind == Seats.Kind.PLAYER else None


_occupants: LeastRecentlyUsed[tuple[Occupant, ...]] = LeastRecentlyUsed(CACHED_MATCHES)


def occupants(match: Match, match_state: MatchState) -> tuple[Occupant, ...]:
    """Returns the holders of the seats of a started match, in order. Each change of a holder is an event of the log."""
    key = (match.id, match_state.seated)
    cached = _occupants.get(key)
    if cached is None:
        cached = stored_occupants(match)
        _occupants.put(key, cached)
    return cached


def stored_occupants(match: Match) -> tuple[Occupant, ...]:
    """Returns the present holders of the seats of any match, in order."""
    seats = Seats.objects.filter(match_id=match.id).order_by("number")
    return tuple(Occupant(*row) for row in seats.values_list(*Occupant._fields[:-1], "player__is_bot"))
