"""The reports of processes: that they run, their keys, their clocks, and their finished work."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.db import connection

from events.base.clock import follow, own_ms
from events.base.encryption import cipher_of
from events.base.signing import keys_of
from events.processes.models import Process

FORGOTTEN = "1 hour"

_BEAT = """
    INSERT INTO events_process (name, kind, keys, clock_ahead_ms, seen_at, worked_at)
    SELECT %(name)s, %(kind)s, %(keys)s::jsonb, %(now)s - extract(epoch FROM at) * 1000, at,
        CASE WHEN %(worked)s THEN at END
    FROM (SELECT clock_timestamp() AS at) AS clock
    ON CONFLICT (name) DO UPDATE SET keys = EXCLUDED.keys, clock_ahead_ms = EXCLUDED.clock_ahead_ms,
        seen_at = EXCLUDED.seen_at, worked_at = COALESCE(EXCLUDED.worked_at, events_process.worked_at)
    RETURNING (extract(epoch FROM seen_at) * 1000)::bigint
"""
_PRUNE = "DELETE FROM events_process WHERE seen_at < clock_timestamp() - %s::interval"


def key_ids() -> dict[str, list[str]]:
    """Returns the ids of the keys of this process, by setting, with the current key first. The ids reveal nothing about
    the keys.
    """
    return {
        "COMPTOIR_SECRET_KEY": cipher_of(settings.COMPTOIR_SECRET_KEY).key_ids,
        "COMPTOIR_SIGNING_SEED": [key.signer.key_id for key in keys_of(settings.COMPTOIR_SIGNING_SEED)],
    }


def process_beat(*, name: str, kind: str, worked: bool = False) -> None:
    """Records that a process runs, and adjusts the clock of the process to the clock of the database.

    worked: whether the process has finished a round of work since the last report.
    """
    values: dict[str, Any] = {
        "name": name,
        "kind": kind,
        "keys": json.dumps(key_ids()),
        "now": own_ms(),
        "worked": worked,
    }
    with connection.cursor() as cursor:
        cursor.execute(_BEAT, values)
        follow(values["now"], int(cursor.fetchone()[0]))


def process_end(*, name: str) -> None:
    """Records that a process ends."""
    Process.objects.filter(pk=name).delete()


def processes_prune() -> int:
    """Deletes processes that ended without a report; returns their number."""
    with connection.cursor() as cursor:
        cursor.execute(_PRUNE, [FORGOTTEN])
        return int(cursor.rowcount)
