"""Stores matches that were played in memory (`tests.bench.seeding.in_memory`), and the players who played them.

A transaction stores whole matches, in the order of the foreign keys. All constraints and triggers apply, except those
that notify: no process waits for a match that does not exist yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction

from events.log.global_log import KINDS, NewLeaf
from events.log.models import ActionEvent
from events.notifications.models import Notification, NotificationHead
from events.users.models import Player
from events.users.services import player_register
from tests.bench.seeding.copying import begin_quietly, copy, copy_values
from tests.bench.seeding.in_memory import Table


class _Core(msgspec.Struct):
    """The members of an event's public part that columns repeat."""

    actor: int | None
    at_ms: int


_core = msgspec.json.Decoder(_Core).decode


def players_make(name: str, number: int) -> list[Player]:
    """Creates the given number of players, without tokens."""
    return [player_register(name=f"{name} {place}", password=None) for place in range(number)]


class BulkStore:
    """Stores the matches of players without notifications from other matches, so that numbers have no gaps."""

    def __init__(self) -> None:
        self._notices = Counter[UUID]()

    def add(self, tables: Sequence[Table]) -> list[NewLeaf]:
        """Stores matches in one transaction; returns their leaves for the global log."""
        notices = self._numbered(notice for table in tables for notice in table.notices)
        with transaction.atomic():
            begin_quietly()
            copy([table.match for table in tables])
            for name in ("seats", "secrets", "replies"):
                copy([row for table in tables for row in getattr(table, name)])
            copy_values(ActionEvent, (row for table in tables for row in _event_rows(table)))
            copy([row for table in tables if not table.is_over for row in table.pending()])
            self._store_notices(notices)
        return [leaf for table in tables for leaf in _leaves(table)]

    def _numbered(self, notices: Iterable[Notification]) -> list[Notification]:
        ordered = sorted(notices, key=lambda notice: notice.created_ms)
        for notice in ordered:
            self._notices[notice.player_id] += 1
            notice.number = self._notices[notice.player_id]
        return ordered

    def _store_notices(self, notices: list[Notification]) -> None:
        copy(notices)
        heads = [
            NotificationHead(player_id=player, last=self._notices[player]) for player in {n.player_id for n in notices}
        ]
        NotificationHead.objects.bulk_create(
            heads, update_conflicts=True, unique_fields=["player"], update_fields=["last"]
        )


def _event_rows(table: Table) -> Iterator[tuple[Any, ...]]:
    """Yields the columns of `ActionEvent`, as `log.store` writes them."""
    for event in table.events:
        core = _core(event.core_bytes)
        columns = (core.actor, core.at_ms, event.core_bytes, event.hidden_bytes, event.hash)
        yield (table.match.pk, event.seq, event.type, *columns)


def _leaves(table: Table) -> Iterator[NewLeaf]:
    """Yields the leaves that the services add with the events, and the head's leaf, which the witness adds later."""
    for event in table.events:
        if event.type in KINDS:
            yield NewLeaf(event.core["at_ms"], table.match.pk, KINDS[event.type], event.hash)
    if table.is_over:
        yield NewLeaf(table.match.last_at_ms, table.match.pk, "head", table.match.head_hash)
