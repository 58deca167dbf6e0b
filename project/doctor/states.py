"""Stored states, which the log can always restore."""

from __future__ import annotations

from collections.abc import Iterator

from events.log import keeping, stored_states
from project.doctor.finding import Finding, fault, ok, rows, warning

SAMPLES = 5
_SAMPLED = """
    SELECT match_id, seq, hash, sealed FROM events_storedstate WHERE code = %s ORDER BY random() LIMIT %s
"""
_DELETE = "delete the rows of that match from events_storedstate: the sweeper stores others"


def follow_from_the_log() -> Iterator[Finding]:
    """Whether some stored states are those that the whole log gives."""
    sampled = rows(_SAMPLED, [stored_states.code(), SAMPLES])
    wrong = 0
    for match_id, seq, hash, sealed in sampled:
        verdict = keeping.verdict(match_id, seq, bytes(hash), bytes(sealed))
        wrong += verdict != "right"
        where = f"the stored state of match {match_id} after event {seq}"
        if verdict == "unread":
            yield warning(f"{where} is passed over: it was changed, or its key is missing", _DELETE)
        elif verdict == "wrong":
            yield fault(f"{where} is another than the log gives", _DELETE)
    if not wrong:
        yield ok(f"{len(sampled)} stored states were folded again")
