"""How the tables of matches can be divided over several databases: by the id of the match.

Everything that a move reads and writes belongs to one match (docs/scaling.md). The tests divide these tables into
partitions and play on them; a statement of a move that touched a second partition would fail them.
"""

from __future__ import annotations

COLUMNS = {
    "events_match": "id",
    "events_actionevent": "match_id",
    "events_pending": "match_id",
    "events_sealedanswer": "match_id",
    "events_seat": "match_id",
    "events_secret": "match_id",
    "events_withdrawable": "match_id",
    "events_formerholder": "match_id",
}
"""The distribution column of each table that is divided. All other tables stay whole: players and what is theirs,
ratings, counters, the global log, and stored replies, whose keys are scopes."""
