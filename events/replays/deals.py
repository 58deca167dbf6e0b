"""Luck and skill over many matches: the effect of a player's deals, and their results."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import mean, stdev

from events.base.texts import texts_of
from events.ratings.models import Participation
from events.replays.coach import DIGITS, between_equals, shares_of
from events.replays.coaching import LOOKED_AT, OPEN_TO_ALL
from events.replays.models import Analysis
from events.replays.serializers import DealsEstimateOut, PlayerLuckOut
from events.users.models import Player
from events.users.named import player_with_results

MIN_MATCHES = 10
"""The least number of matches for which the mean is shown."""
T_95 = 2.262
"""Student's t factor for a 95 % interval from ten samples. For more samples the intervals are slightly too wide."""


def luck_of(name: str, game: str, caller: Player | None, language: str) -> PlayerLuckOut:
    """Returns the effect of the deals in a player's matches. Raises NotFound, or Forbidden if their results are
    private.
    """
    player = player_with_results(name, caller)
    open_to_all = {f"match__{name}": value for name, value in OPEN_TO_ALL.items()}
    known_to_be_over = Participation.objects.filter(player=player, game=game).values("match")
    analyses = Analysis.objects.filter(player=player, match__in=known_to_be_over, match__rated=True, **open_to_all)
    judged = list(
        analyses.filter(replays_total__gt=0)
        .exclude(status="failed")
        .select_related("match")
        .order_by("-pk")[:LOOKED_AT]
    )
    known = [_gains(one) for one in judged if len(one.replays) >= one.replays_total and one.match.standings]
    return {
        "player": player.name,
        "game": game,
        "matches": len(known),
        "waiting": len(judged) - len(known),
        "estimate": _estimate(known, language) if len(known) >= MIN_MATCHES else None,
    }


def _gains(analysis: Analysis) -> tuple[float, float]:
    """Returns the effect of a match's deal on the seat's result, and the rest of the result."""
    seat = analysis.seat
    here, elsewhere = between_equals(analysis.replays, seat)
    assert analysis.match.standings is not None
    return mean(here) - mean(elsewhere), shares_of(analysis.match.standings)[seat] - mean(here)


def _estimate(known: Sequence[tuple[float, float]], language: str) -> DealsEstimateOut:
    texts, n = texts_of("luck")[language], len(known)
    lucks, skills = zip(*known, strict=True)
    (luck, luck_margin), (skill, skill_margin) = [
        (mean(gains), T_95 * stdev(gains) / sqrt(n)) for gains in (lucks, skills)
    ]
    sentences = [
        texts[f"{name}_{_verdict(value, margin)}"].format(
            n=n, gain=f"{round(100 * value):+d}".replace("-", "−"), margin=round(100 * margin)
        )
        for name, value, margin in (("luck", luck, luck_margin), ("skill", skill, skill_margin))
    ]
    return {
        "luck": round(luck, DIGITS),
        "luck_margin": round(luck_margin, DIGITS),
        "skill": round(skill, DIGITS),
        "skill_margin": round(skill_margin, DIGITS),
        "sentence": " ".join(sentences),
    }


def _verdict(value: float, margin: float) -> str:
    return "even" if abs(value) <= margin else "more" if value > 0 else "less"
