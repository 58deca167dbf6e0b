"""The projection of ratings, from rated public matches."""

from __future__ import annotations

from events.log.models import Match
from events.projections.registry import projection, projections
from events.ratings.models import Rating, RatingChange
from events.ratings.services import rating_count

NAME = "rating"


@projection(
    NAME,
    "match.over",
    tables=[RatingChange, Rating],
    concerns=lambda match: match.rated,
    waits_until_known=True,
    is_ordered=True,
)
def rating_follow(match: Match) -> None:
    """Updates the ratings with a match that has ended."""
    rating_count(match, projections()[NAME].waiting())
