"""Delivers notices from the outboxes of matches to their players, in steps that may lie on two nodes.

A move puts its notices into the outbox of its match. The relay reads them, writes them to the players, commits, and
deletes the entries. Killed before that, it finds by their keys that it has delivered them. A process rings it for a
match after each commit; what is lost with the process, the sweeper delivers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from uuid import UUID

from django.db import transaction

from events.base.clock import now_ms
from events.base.publishing import soon
from events.models import Outbox, Relayed
from events.notices import statements

AT_ONCE = 200
KEYS_KEPT_MS = 86_400_000  # far longer than an entry can stay after it was delivered
PRUNED_AT_ONCE = 5_000


_rung: set[UUID] = set()
"""The matches for which this process has been rung, and has not looked since."""


def ring(match: UUID) -> None:
    """Has the notices that wait in a match delivered soon after the commit."""

    def committed() -> None:
        _rung.add(match)

    transaction.on_commit(committed, robust=True)
    soon(relay_rung)


def relay_rung() -> int:
    """Delivers what waits in the matches that this process was rung for; returns how many entries."""
    matches = []
    while _rung:
        matches.append(_rung.pop())
    return _relayed(lambda: statements.waiting_entries_in(matches, AT_ONCE)) if matches else 0


def notices_relay() -> int:
    """Delivers what waits in all matches; returns how many entries. For the sweeper."""
    return _relayed(lambda: statements.waiting_entries(AT_ONCE))


def _relayed(waiting: Callable[[], list[statements.Entry]]) -> int:
    delivered = 0
    while entries := waiting():
        _deliver(entries)
        _delete(entries)
        delivered += len(entries)
        if len(entries) < AT_ONCE:
            break
    return delivered


def _deliver(entries: list[statements.Entry]) -> None:
    """Writes the notices of entries to their players."""
    with transaction.atomic():
        statements.relay(now_ms(), entries)


def _delete(entries: list[statements.Entry]) -> None:
    """Deletes delivered entries, those of one match together."""
    keys: defaultdict[UUID, list[UUID]] = defaultdict(list)
    for entry in entries:
        keys[entry.match_id].append(entry.key)
    for match_id, of_match in keys.items():
        Outbox.objects.filter(match=match_id, key__in=of_match).delete()


def relayed_prune() -> int:
    """Deletes some of the keys that are too old to be needed; returns how many. For the sweeper."""
    old = Relayed.objects.filter(at_ms__lt=now_ms() - KEYS_KEPT_MS).order_by("at_ms").values("pk")
    return Relayed.objects.filter(pk__in=old[:PRUNED_AT_ONCE]).delete()[0]
