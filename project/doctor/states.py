"""The check of snapshots. They can always be recomputed from the log."""

from __future__ import annotations

from collections.abc import Iterator

from events.log import snapshots, snapshotter
from project.doctor.finding import Finding, fault, ok, rows, warning

SAMPLES = 5
_SAMPLED = """
    SELECT state.match_id, state.seq, state.hash, state.sealed
    FROM events_storedstate AS state JOIN events_match AS match ON match.id = state.match_id
    WHERE state.code = %s::jsonb ->> match.game ORDER BY random() LIMIT %s
"""
_DELETE = "delete the rows of that match from events_storedstate: the scheduler stores others"


def follow_from_the_log() -> Iterator[Finding]:
    """Compares a sample of snapshots with the states computed from whole logs."""
    sampled = rows(_SAMPLED, [snapshots.codes(), SAMPLES])
    wrong = 0
    for match_id, seq, hash, sealed in sampled:
        verdict = snapshotter.verdict(match_id, seq, bytes(hash), bytes(sealed))
        wrong += verdict != "right"
        where = f"the snapshot of match {match_id} after event {seq}"
        if verdict == "unread":
            yield warning(f"{where} is ignored: it was changed, or its key is missing", _DELETE)
        elif verdict == "wrong":
            yield fault(f"{where} differs from the log", _DELETE)
    if not wrong:
        yield ok(f"{len(sampled)} snapshots agree with their logs")
