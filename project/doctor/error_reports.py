"""The check for error reports of the last day."""

from __future__ import annotations

from collections.abc import Iterator

from project.doctor.finding import Finding, fault, ok, rows, warning

_RECENT = """
    SELECT code, place, message, request_id, match, count, extract(epoch FROM clock_timestamp() - last_seen_at)::int
    FROM events_alarm WHERE last_seen_at > clock_timestamp() - interval '1 day'
    ORDER BY last_seen_at DESC, id LIMIT 20
"""
_ADVICE = {
    "log_damaged": "restore the match's rows, then audit it (docs/operating.md, A damaged log)",
    "audit_failed": "see what was changed (docs/operating.md, Audit)",
    "log_contradicted": "publish what was lost, and begin another log (docs/operating.md, Error reports)",
}
"""The advice for error reports that an operator can act on."""

_DEFECT = "look for the request or the match in the log, and report the defect (docs/operating.md, Error reports)"


def have_not_been_written() -> Iterator[Finding]:
    """Checks for unexpected errors and for changed logs."""
    reports = rows(_RECENT)
    for code, place, message, request, match, count, seconds in reports:
        about = "".join(f", {name} {value}" for name, value in (("request", request), ("match", match)) if value)
        words = f"{code} at {place}: {message}; {count} times, last {seconds} seconds ago{about}"
        yield fault(words, _ADVICE[code]) if code in _ADVICE else warning(words, _DEFECT)
    if not reports:
        yield ok("no error report within a day")
