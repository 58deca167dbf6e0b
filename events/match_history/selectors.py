"""The results of a player, and the player's reliability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt

from django.db.models import Count, Q

from events.base.clock import rfc3339
from events.base.texts import texts_of
from events.match_history.serializers import (
    LastResultOut,
    OpponentResultsOut,
    PlayerResultsOut,
    ReliabilityOut,
    SeatResultsOut,
    ShareOut,
)
from events.match_history.services import RECKONED
from events.ratings.models import Participation
from events.users.models import Player
from events.users.named import player_with_results
from games.kernel.words.sentence import Term, filled
from games.kernel.words.texts import singular

LISTED = 20
COMPARED = 1_000
"""The number of newest matches that count for results against opponents; a bot may have played many more."""
END = Participation.End
Z = 1.96
"""The number of standard deviations around the mean that contain 95 % of a normal distribution."""


def reliability_of(player: Player, language: str) -> ReliabilityOut:
    """Returns the reliability of a player in their last matches with other people."""
    last = Participation.objects.filter(player=player, people__gt=0).order_by("-over_ms")[:RECKONED]
    rows = list(last.values_list("end", "moves", "missed"))
    ends = Counter(end for end, _, _ in rows)
    return {
        "matches": len(rows),
        "played": ends[END.PLAYED],
        "resigned": ends[END.RESIGNED],
        "timed_out": ends[END.TIMED_OUT],
        "left": ends[END.LEFT],
        "moves": sum(moves for _, moves, _ in rows),
        "missed": sum(missed for _, _, missed in rows),
        "words": _words(rows, ends, language),
    }


def _words(rows: Sequence[tuple[str, int, int]], ends: Counter[str], language: str) -> str:
    texts = texts_of("reliability")[language]
    if not rows:
        return str(texts["none"])
    moves, missed = sum(moves for _, moves, _ in rows), sum(missed for _, _, missed in rows)
    numbers = {"n": len(rows), **{str(end): ends[end] for end in END}}
    terms = {name: _number(number, language) for name, number in numbers.items()}
    made = _number(moves, language)._replace(is_none=False)
    awaited = _number(moves + missed, language)._replace(is_none=not missed)
    return filled(texts["some"], {**terms, "moves": made, "all": awaited})


def _number(number: int, language: str) -> Term:
    """Returns a number, with the grammatical form of the counted noun."""
    return Term(str(number), int(number not in singular(language)), is_none=number == 0)


def results_of(name: str, game: str, caller: Player | None) -> PlayerResultsOut:
    """Returns a player's results in a game. Raises NotFound, or Forbidden if the player hides them."""
    player = player_with_results(name, caller)
    rows = Participation.objects.filter(player=player, game=game)
    placed = rows.filter(place__isnull=False)
    places = list(placed.order_by("over_ms", "pk").values_list("place", flat=True))
    won = [place == 1 for place in places]
    return {
        "player": player.name,
        "game": game,
        "played": len(won),
        "won": sum(won),
        "won_share": share(sum(won), len(won)),
        "streak": _streaks(won)[-1],
        "longest_streak": max(_streaks(won)),
        "seats": [
            SeatResultsOut(seat=number, seats=seats, played=played, won=firsts)
            for number, seats, played, firsts in placed.order_by("seats", "number")
            .values_list("number", "seats")
            .annotate(Count("pk"), won=Count("pk", filter=Q(place=1)))
        ],
        "opponents": _opponents(player, game),
        "newest": [_last(row) for row in rows.order_by("-over_ms", "-pk")[:LISTED]],
    }


def share(part: int, whole: int) -> ShareOut:
    """Returns a share with its 95 % interval after Wilson (1927).

    >>> share(5, 10)
    {'value': 0.5, 'low': 0.237, 'high': 0.763}
    """
    if not whole:
        return {"value": 0.0, "low": 0.0, "high": 1.0}
    value, room = part / whole, Z * Z / whole
    centre, half = value + room / 2, Z * sqrt(value * (1 - value) / whole + room / whole / 4)
    low, high = (centre - half) / (1 + room), (centre + half) / (1 + room)
    return {"value": round(value, 3), "low": round(max(low, 0.0), 3), "high": round(min(high, 1.0), 3)}


def _streaks(won: Iterable[bool]) -> list[int]:
    """Returns the lengths of winning streaks: 0 before the first match, then the length after each match."""
    streaks = [0]
    for each in won:
        streaks.append(streaks[-1] + 1 if each else 0)
    return streaks


def _opponents(player: Player, game: str) -> list[OpponentResultsOut]:
    """Returns results against the most frequent opponents in a game, without players who hide their results."""
    mine = Participation.objects.filter(player=player, game=game, place__isnull=False).order_by("-over_ms")
    places = {row.match: row.place for row in mine[:COMPARED] if row.place is not None}
    met: dict[str, Counter[str]] = {}
    others = Participation.objects.filter(match__in=places, player__is_active=True, player__shows_results=True)
    for match, name, place in others.exclude(player=player).values_list("match", "player__name", "place"):
        if place is not None:
            found = met.setdefault(name, Counter())
            found["played"] += 1
            found["ahead"] += places[match] < place
            found["behind"] += places[match] > place
    most = sorted(met.items(), key=lambda item: (-item[1]["played"], item[0]))[:LISTED]
    return [
        OpponentResultsOut(player=name, played=found["played"], ahead=found["ahead"], behind=found["behind"])
        for name, found in most
    ]


def participation_lines(player: Player) -> list[LastResultOut]:
    """Returns all stored results of a player's matches, for their export."""
    return [_last(row) for row in Participation.objects.filter(player=player).order_by("pk")]


def _last(row: Participation) -> LastResultOut:
    return {
        "match": str(row.match),
        "at": rfc3339(row.over_ms),
        "place": row.place,
        "seats": row.seats,
        "end": row.end,  # type: ignore[typeddict-item]
    }
