"""The ratings within clubs."""

from __future__ import annotations

from events.clubs.models import ClubRating
from events.clubs.ratings import club_rating_count
from events.log.models import Match
from events.projections.registry import projection


@projection(
    "club_rating",
    "match.over",
    tables=[ClubRating],
    concerns=lambda match: match.rated and match.club is not None,
    waits_until_known=True,
    is_ordered=True,
)
def club_rating_follow(match: Match) -> None:
    """Counts an ended match in the ratings of its club."""
    club_rating_count(match=match)
