"""The tables that are divided among the nodes of a distributed database, with their distribution columns.

All rows of a match are on the same node, so a move reads and writes on one node.
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
    "events_fork": "match_id",
    "events_rematch": "match_id",
    "events_outbox": "match_id",
    "events_matchtimer": "match_id",
    "events_orderedanswer": "match_id",
    "events_standingorder": "match_id",
    "events_auditmark": "match_id",
    "events_storedstate": "match_id",
    "events_command": "owner",
}
"""The distribution column of each divided table. All other tables stay undivided, on the first node."""

FUNCTIONS = ("events_append", "events_rewrite_pending", "events_seal", "events_set_timers")
"""The functions that a move calls. Their first argument, `p_match`, is the match, so each call runs on one node."""
