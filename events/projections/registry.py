"""The projections, and the function that each app registers for its own in its `projections.py`.

The position of a projection is kept per match, as a timer: the statement that stores an event sets it, and the
scheduler deletes it once the projection has followed. So no match waits for another one whose log is damaged, or whose
end is not known to everybody, and a match that all projections have followed has no row.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import NamedTuple
from uuid import UUID

from django.db import connection, models, transaction
from django.utils.module_loading import autodiscover_modules

from events.base.clock import now_ms
from events.base.nodes import parts
from events.log.models import Match
from events.timers.models import MatchTimer
from events.timers.registry import match_timer
from events.timers.scheduler import LONGEST_RETRY_MS

ENDS = ("match.over", "match.void")
AT_ONCE = 1_000
_SHARE = "SELECT pg_try_advisory_xact_lock_shared(hashtextextended(%s, 0))"

Handler = Callable[[Match], None]


class Projection(NamedTuple):
    """A handler with the types of events that it follows and the tables that it fills (see `projection`)."""

    name: str
    types: Collection[str]
    handler: Handler
    tables: Collection[type[models.Model]]
    concerns: Callable[[Match], bool]
    waits_until_known: bool
    is_ordered: bool

    @property
    def lock(self) -> str:
        """Names the advisory lock that a rebuild holds and handlers share."""
        return f"projection {self.name}"

    def due_ms(self, match: Match) -> int:
        """Returns when the projection may follow a match, in ms."""
        if not self.waits_until_known or not match.spectator_delay:
            return now_ms()
        return (match.over_ms or match.last_at_ms) + 1000 * match.spectator_delay

    def follow(self, match_id: UUID) -> int | None:
        """Calls the handler with a match; returns when to try again, in ms, or None.

        It is called later if the end of the match is not known to everybody, or while the projection is rebuilt.
        A damaged or blinded match is left out: its timers are set again once it is repaired or released.
        """
        with transaction.atomic():
            return self.apply(match_id) if self._shares() else now_ms()

    def apply(self, match_id: UUID) -> int | None:
        """Does the same within a transaction, whether or not the projection is rebuilt."""
        match = Match.objects.filter(pk=match_id, damaged_seq=None).first()
        if match is None or not self.concerns(match) or self.waits_until_known and match.is_blinded:
            return None
        if (due_ms := self.due_ms(match)) > now_ms():
            return due_ms
        self.handler(match)
        return None

    def waiting(self) -> list[UUID]:
        """Returns the matches that the projection has not followed yet, at most AT_ONCE."""
        soon = now_ms() + LONGEST_RETRY_MS  # what has failed is tried again by then
        timers = MatchTimer.objects.filter(kind=self.name, due_ms__lte=soon).order_by("due_ms").values_list("match")
        return [match for (match,) in parts.listed(timers[:AT_ONCE], "match uuid")]

    def _shares(self) -> bool:
        """Returns whether the projection is not rebuilt now; no rebuild begins before the transaction ends."""
        with connection.cursor() as cursor:
            cursor.execute(_SHARE, [self.lock])
            return bool(cursor.fetchone()[0])


_projections: dict[str, Projection] = {}


def projection(
    name: str,
    *types: str,
    tables: Collection[type[models.Model]] = (),
    concerns: Callable[[Match], bool] = lambda match: True,
    waits_until_known: bool = False,
    is_ordered: bool = False,
) -> Callable[[Handler], Handler]:
    """Registers a handler, which receives each match in whose log an event of these types was stored.

    It runs in a transaction. It may receive a match again, which must change nothing.
    tables: the models whose rows it writes, and which a rebuild empties. concerns: returns whether it wants a match.
    waits_until_known: it receives a match once everybody may know how it ended. is_ordered: its rows depend on the
    order of the matches; otherwise each row names its match.
    """

    def register(handler: Handler) -> Handler:
        own = Projection(name, types, handler, tables, concerns, waits_until_known, is_ordered)
        _projections[name] = own
        match_timer(name)(own.follow)
        return handler

    return register


@cache
def projections() -> Mapping[str, Projection]:
    """Returns all projections, by name."""
    autodiscover_modules("projections")
    return _projections


def projection_timers(match: Match, types: Iterable[str]) -> dict[str, int]:
    """Returns when the projections that follow events of these types may follow a match, in ms, by name."""
    found = {*types}
    return {
        name: each.due_ms(match)
        for name, each in projections().items()
        if not found.isdisjoint(each.types) and each.concerns(match)
    }
