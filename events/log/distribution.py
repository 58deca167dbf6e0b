"""How the tables of matches can be divided over several databases: by the id of the match.

Everything that a move reads and writes belongs to one match (docs/scaling.md). The tests divide these tables into
partitions and play on them; a statement of a move that touched a second partition would fail them.
"""

from __future__ import annotations

COLUMNS = {
    "events_match": "id",
    "events_actionevent": "match_id",
    "events_archive": "match_id",
    "events_pending": "match_id",
    "events_sealedanswer": "match_id",
    "events_seat": "match_id",
    "events_secret": "match_id",
    "events_withdrawable": "match_id",
    "events_formerholder": "match_id",
    "events_orderedanswer": "match_id",
    "events_standingorder": "match_id",
}
"""The distribution column of each table that is divided."""

WHOLE = frozenset({
    "events_analysis", "events_auditmark", "events_delivery", "events_globalleaf", "events_invitation",
    "events_looking", "events_notice", "events_ratingchange", "events_replaylink", "events_report",
    "events_streamticket", "events_tournamentmatch", "events_waitingplayer",
})  # fmt: skip
"""Tables that name matches and stay whole: no move of a person touches them, or they belong to a player. So do all
tables without a match: players and what is theirs, ratings, counters, and stored replies, whose keys are scopes."""
