"""Which tables are divided among the nodes of a distributed database, and by which column; what else follows from it.

The tables of a match lie where the match lies, so that whatever a move reads and writes is on one node.
"""

from collections.abc import Mapping

FIRST = "events_match"
COLUMNS: Mapping[str, str] = {
    FIRST: "id",
    "events_actionevent": "match_id",
    "events_archive": "match_id",
    "events_pending": "match_id",
    "events_sealedanswer": "match_id",
    "events_seat": "match_id",
    "events_secret": "match_id",
    "events_withdrawable": "match_id",
    "events_formerholder": "match_id",
    "events_rematch": "match_id",
    "events_outbox": "match_id",
    "events_orderedanswer": "match_id",
    "events_standingorder": "match_id",
    "events_auditmark": "match_id",
    "events_storedstate": "match_id",
    "events_command": "owner",
}
"""The column by which each table is divided; all other tables stay whole, on the first node."""

FUNCTIONS = ("events_append", "events_rewrite_pending", "events_seal")
"""What a move calls; the match is the first argument of each, `p_match`. One call goes to one node."""
