"""The relay, which delivers notifications from the outboxes of matches to their players, in steps that may use two
databases.

A move writes its notifications into the outbox of its match. The relay reads them, writes them to the players, commits,
and deletes the entries. If it is killed before it deletes the entries, their stored keys prove that they were
delivered. A process calls the relay for a match after each commit. A timer of the match delivers the notifications of a
process that died.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from events.base.clock import now_ms
from events.base.publishing import after_commit
from events.notifications import statements
from events.notifications.models import Relayed
from events.notifications.next_delivery import deliveries_wake

AT_ONCE = 200
KEYS_KEPT_MS = 86_400_000  # far longer than an entry can remain after its delivery
PRUNED_AT_ONCE = 5_000


_notified: set[UUID] = set()
"""The matches whose outboxes this process must still read."""


def notify(match: UUID) -> None:
    """Delivers the waiting notifications of a match after the commit."""

    def committed() -> None:
        _notified.add(match)

    transaction.on_commit(committed, robust=True)
    after_commit(relay_notified)


def relay_notified() -> int:
    """Delivers the notifications of the matches in `_notified`; returns the number of delivered entries."""
    matches = []
    while _notified:
        matches.append(_notified.pop())
    return notices_relay(matches) if matches else 0


def notices_relay(matches: Sequence[UUID]) -> int:
    """Delivers the outbox entries of matches; returns the number of delivered entries."""
    delivered = 0
    while entries := statements.waiting_entries_in(matches, AT_ONCE):
        _deliver(entries)
        _delete(entries)
        delivered += len(entries)
        if len(entries) < AT_ONCE:
            break
    return delivered


def _deliver(entries: list[statements.OutboxEntry]) -> None:
    """Writes the notifications of entries to their players."""
    with transaction.atomic():
        statements.relay(now_ms(), entries)
        deliveries_wake()


def _delete(entries: list[statements.OutboxEntry]) -> None:
    """Deletes delivered entries, with one statement for each match."""
    keys: defaultdict[UUID, list[UUID]] = defaultdict(list)
    for entry in entries:
        keys[entry.match_id].append(entry.key)
    for match_id, of_match in keys.items():
        statements.delete_entries(match_id, of_match)


def relayed_prune() -> int:
    """Deletes some of the keys that are no longer needed; returns their number."""
    old = Relayed.objects.filter(at_ms__lt=now_ms() - KEYS_KEPT_MS).order_by("at_ms").values("pk")
    return Relayed.objects.filter(pk__in=old[:PRUNED_AT_ONCE]).delete()[0]
