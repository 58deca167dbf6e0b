"""What processes say of themselves: that they run, with which keys, by which clock, and that they have worked."""

from __future__ import annotations

import json

from django.conf import settings
from django.db import connection

from events.base.clock import now_ms
from events.base.signing import keys_of
from events.base.vault import vault_of
from events.models import Process

FORGOTTEN = "1 hour"

_BEAT = """
    INSERT INTO events_process (name, kind, keys, clock_ahead_ms, seen_at, worked_at)
    SELECT %(name)s, %(kind)s, %(keys)s::jsonb, %(now)s - extract(epoch FROM at) * 1000, at,
        CASE WHEN %(worked)s THEN at END
    FROM (SELECT clock_timestamp() AS at) AS clock
    ON CONFLICT (name) DO UPDATE SET keys = EXCLUDED.keys, clock_ahead_ms = EXCLUDED.clock_ahead_ms,
        seen_at = EXCLUDED.seen_at, worked_at = COALESCE(EXCLUDED.worked_at, events_process.worked_at)
"""
_PRUNE = "DELETE FROM events_process WHERE seen_at < clock_timestamp() - %s::interval"


def key_ids() -> dict[str, list[str]]:
    """The ids of the keys of this process, by setting; the current one first. They tell nothing of the keys."""
    return {
        "COMPTOIR_SECRET_KEY": vault_of(settings.COMPTOIR_SECRET_KEY).key_ids,
        "COMPTOIR_SIGNING_SEED": [key.signer.key_id for key in keys_of(settings.COMPTOIR_SIGNING_SEED)],
    }


def process_beat(*, name: str, kind: str, worked: bool = False) -> None:
    """Notes that a process runs. worked: it has finished a round of its work since the last time."""
    values = {"name": name, "kind": kind, "keys": json.dumps(key_ids()), "now": now_ms(), "worked": worked}
    with connection.cursor() as cursor:
        cursor.execute(_BEAT, values)


def process_end(*, name: str) -> None:
    """Notes that a process ends."""
    Process.objects.filter(pk=name).delete()


def processes_prune() -> int:
    """Deletes processes that ended without a word; returns how many. For the sweeper."""
    with connection.cursor() as cursor:
        cursor.execute(_PRUNE, [FORGOTTEN])
        return cursor.rowcount
