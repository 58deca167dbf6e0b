"""The registry of projections. Each app registers its projections in its module `projections.py`.

A projection has a timer for each match that it must process. The statement that stores an event sets the timer; the
scheduler deletes it once the projection has processed the match. So a match with a damaged log, or with an end that is
not public yet, does not delay other matches. A match that all projections have processed has no timer.
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
    """A handler, the types of events that trigger it, and the tables that it fills (see `projection`)."""

    name: str
    types: Collection[str]
    handler: Handler
    tables: Collection[type[models.Model]]
    concerns: Callable[[Match], bool]
    waits_until_known: bool
    is_ordered: bool

    @property
    def lock(self) -> str:
        """The name of the advisory lock that a rebuild holds exclusively and handlers share."""
        return f"projection {self.name}"

    def due_ms(self, match: Match) -> int:
        """Returns the time, in ms, from which the projection may process a match."""
        if not self.waits_until_known or not match.spectator_delay:
            return now_ms()
        return (match.over_ms or match.last_at_ms) + 1000 * match.spectator_delay

    def follow(self, match_id: UUID) -> int | None:
        """Calls the handler with a match; returns the time of the next attempt, in ms, or None.

        The handler is called later if the end of the match is not public yet, or while the projection is rebuilt. A
        damaged or blinded match is skipped; its timers are set again once it is repaired or released.
        """
        with transaction.atomic():
            return self.apply(match_id) if self._shares() else now_ms()

    def apply(self, match_id: UUID) -> int | None:
        """Does the same as `follow`, within the caller's transaction, and also during a rebuild."""
        match = Match.objects.filter(pk=match_id, damaged_seq=None).first()
        if match is None or not self.concerns(match) or self.waits_until_known and match.is_blinded:
            return None
        if (due_ms := self.due_ms(match)) > now_ms():
            return due_ms
        self.handler(match)
        return None

    def waiting(self) -> list[UUID]:
        """Returns the matches that the projection has not processed yet, at most AT_ONCE."""
        soon = now_ms() + LONGEST_RETRY_MS  # failed timers are retried by then
        timers = MatchTimer.objects.filter(kind=self.name, due_ms__lte=soon).order_by("due_ms").values_list("match")
        return [match for (match,) in parts.listed(timers[:AT_ONCE], "match uuid")]

    def _shares(self) -> bool:
        """Returns whether no rebuild is running; if so, none can begin before the transaction ends."""
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
    """Registers a handler. It is called with each match whose log has a new event of these types.

    The handler runs in a transaction. It may be called again with the same match and must be idempotent. tables: the
    models that it writes, whose rows a rebuild deletes. concerns: a function that returns whether the handler processes
    a match. waits_until_known: whether to call it only once everybody may know how a match ended. is_ordered: whether
    its rows depend on the order of the matches; if not, each row names its match.
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
    """Returns the due time, in ms, of each projection that events of these types trigger for a match, by name."""
    found = {*types}
    return {
        name: each.due_ms(match)
        for name, each in projections().items()
        if not found.isdisjoint(each.types) and each.concerns(match)
    }
