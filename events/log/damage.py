"""Damaged logs: a fold checks the hash chain of the events that it reads, and stops the match if the chain is broken.

Other matches continue. The operator restores the events; the next audit without a finding releases the match.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from uuid import UUID

import structlog

from events.base.error_reports import own_connection, report
from events.base.fairness import event_hash
from events.log.errors import LogDamaged
from events.log.log import StoredEvent

_MARK = """
    UPDATE events_match SET damaged_seq = %(seq)s
    WHERE id = (SELECT id FROM events_match WHERE id = %(match)s FOR NO KEY UPDATE{skips}) AND damaged_seq IS NULL
"""
_IS_MARKED = "SELECT damaged_seq IS NOT NULL FROM events_match WHERE id = %s"

log = structlog.get_logger()


class BrokenChain(Exception):
    """An error: event `seq` is missing, or its hash does not continue the hash of the previous event."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"event {seq} is missing or was changed")
        self.seq = seq


def chained(events: Iterable[StoredEvent], seq: int, hash: bytes, upto: int) -> Iterator[StoredEvent]:
    """Yields the events after event `seq`, whose hash is `hash`, up to event `upto`.

    Raises BrokenChain at the first defect.
    """
    for event in events:
        seq += 1
        hash = event_hash(hash, event.core_bytes)
        if event.seq != seq or event.hash != hash:
            raise BrokenChain(seq)
        yield event
    if seq != upto:
        raise BrokenChain(seq + 1)


def stop_damaged_match(match_id: UUID, seq: int) -> LogDamaged:
    """Stops a match whose event `seq` is missing or changed, writes an error report, and returns the problem to raise.

    A separate connection marks the match at once. If the match is locked, usually by the caller, it is marked when the
    lock is released. If marking fails, the next fold finds the same damage.
    """
    report("log_damaged", f"match {match_id}", f"event {seq} is missing or was changed", match_id)
    if not _marked(match_id, seq, " SKIP LOCKED"):
        threading.Thread(target=_marked, args=(match_id, seq, ""), name="damage", daemon=True).start()
    return LogDamaged()


def _marked(match_id: UUID, seq: int, skips: str) -> bool:
    """Marks a match as damaged; returns False if the match is locked."""
    try:
        with own_connection() as own, own.cursor() as cursor:
            cursor.execute(_MARK.format(skips=skips), {"seq": seq, "match": match_id})
            if cursor.rowcount:
                return True
            cursor.execute(_IS_MARKED, [match_id])
            return cursor.fetchone() in ((True,), None)
    except Exception:
        log.exception("damage_not_marked", match=str(match_id))
        return True
