"""Stored states, which the log can always restore."""

from __future__ import annotations

from collections.abc import Iterator

from events.log import keeping, stored_states
from events.log.damage import BrokenChain
from events.models import Match
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
        match = Match.objects.get(pk=match_id)
        opened = stored_states.open_row(match, seq, hash, sealed)
        wrong += 1
        if opened is None:
            yield warning(f"the stored state of match {match_id} after event {seq} is passed over: "
                          "it was changed, or its key is missing", _DELETE)  # fmt: skip
        elif not _is_right(match, opened):
            yield fault(
                f"the stored state of match {match_id} after event {seq} is another than the log gives", _DELETE
            )
        else:
            wrong -= 1
    if not wrong:
        yield ok(f"{len(sampled)} stored states were folded again")


def _is_right(match: Match, opened: stored_states.Opened) -> bool:
    try:
        return keeping.is_right(match, opened)
    except BrokenChain:
        return False
