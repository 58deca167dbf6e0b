"""What a club plays in a season, over the API: a league, a weekly evening, and tournaments of all games.

`TOURNAMENTS` holds one wish after another, each with how many bots are entered beside people.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from tests.season.members import Member
from tests.season.world import DAY_MS, HOUR_MS, MINUTE_MS
from tests.simulation.people import Life, Nap
from tests.simulation.scheduler import START_MS

TIE_BREAKS = ["buchholz", "wins"]
SLOW: dict[str, Any] = {"per_move": 86_400, "ladder": ["default_move", "bot"], "vacation_days": 5}
STRICT: dict[str, Any] = {"per_move": 43_200, "ladder": ["default_move", "default_move", "resign"]}
LIVE: dict[str, Any] = {"bank": 600, "increment": 5, "ladder": ["default_move", "bot"]}
EVENING_MS = 4 * DAY_MS + 10 * HOUR_MS + 30 * MINUTE_MS  # Tuesday, 18:30 UTC, after the beginning of a week
EVENING_LASTS_MS = 100 * MINUTE_MS


class Wish(NamedTuple):
    """A tournament. entrants: how many people enter; bots: how many bots are entered."""

    settings: dict[str, Any]
    entrants: int
    bots: int = 0


LEAGUE: dict[str, Any] = {
    "title": "League", "game": "monopoly_deal", "options": {"sets_to_win": 1}, "seats": 2, "format": "swiss",
    "clock": SLOW, "rated": True, "substitutes": True, "tie_breaks": TIE_BREAKS,
}  # fmt: skip
EVENING: dict[str, Any] = {
    "title": "Evening", "game": "great_dalmuti", "options": {"end": {"hands": 1}, "auto_pass": True}, "seats": 4,
    "format": "swiss", "rounds": 2, "max_players": 12, "clock": LIVE, "check_in": 30, "round_minutes": 40,
    "weekly_in": "UTC", "tie_breaks": TIE_BREAKS,
}  # fmt: skip
TOURNAMENTS: Sequence[Wish] = (
    Wish({"game": "dale_of_merchants", "options": {"max_turns": 8}, "seats": 2, "format": "swiss", "rounds": 3,
          "late_entry": 3, "clock": STRICT}, 8),
    Wish({"game": "negoces2", "options": {"max_sales": 4}, "seats": 4, "format": "swiss", "rounds": 2, "clock": SLOW},
         8, 2),
    Wish({"game": "dealmaker", "options": {"pace": "web"}, "seats": 3, "format": "swiss", "rounds": 2,
          "clock": STRICT}, 7, 1),
    Wish({"game": "great_dalmuti", "options": {"end": {"hands": 1}, "auto_pass": True}, "seats": 4, "format": "swiss",
          "rounds": 2, "duplicate": True, "clock": SLOW}, 9, 1),
    Wish({"game": "monopoly_deal", "options": {"sets_to_win": 1}, "seats": 2, "format": "knock_out", "replays": 2,
          "clock": STRICT}, 7, 1),
    Wish({"game": "dale_of_merchants", "options": {"max_turns": 8}, "seats": 2, "format": "round_robin",
          "substitutes": True, "clock": SLOW}, 6, 1),
)  # fmt: skip


def evening_ms(number: int) -> int:
    """When the evening of a week begins; weeks are counted from 0."""
    return START_MS + 7 * DAY_MS * number + EVENING_MS


def moment(at_ms: int) -> str:
    """A time as the API takes it."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat()


def held(organiser: Member, wish: Wish, club: str, entrants: Sequence[Member], held: list[str]) -> Life:
    """Opens a tournament of the club, which people enter on the same day; enters bots, and starts it."""
    settings = {"title": wish.settings["game"], "max_players": 16, "club": club, "tie_breaks": TIE_BREAKS}
    opened = yield from organiser.done("POST", "/tournaments", {**settings, **wish.settings})
    tournament = opened.body["id"]
    held.append(tournament)
    for entrant in entrants:
        entrant.start(_entered(entrant, tournament))
    for _ in range(wish.bots):
        yield from organiser.done("POST", f"/tournaments/{tournament}/entries", {"policy": "greedy"})
    yield Nap(DAY_MS)
    if organiser.is_gone:
        return
    reply = yield from organiser.asked("POST", f"/tournaments/{tournament}/start", once=True)
    if reply.status >= 300:
        yield from organiser.done("POST", f"/tournaments/{tournament}/cancel")


def _entered(entrant: Member, tournament: str) -> Life:
    yield Nap(1 + entrant.random.randrange(int(1.1 * DAY_MS)))  # some come too late, or late
    if entrant.is_here:
        yield from entrant.enter(tournament)


def abandoned(organiser: Member, club: str, entrants: Sequence[Member], held: list[str]) -> Life:
    """Opens a tournament and is never seen again; its entrants vote for cancelling it after a week."""
    settings = {"title": "Abandoned", "max_players": 16, "club": club, **TOURNAMENTS[0].settings}
    opened = yield from organiser.done("POST", "/tournaments", settings)
    tournament = opened.body["id"]
    held.append(tournament)
    organiser.vanishes_ms = organiser.scheduler.now_ms
    for entrant in entrants:
        entrant.start(_waited_in_vain(entrant, tournament))


def _waited_in_vain(entrant: Member, tournament: str) -> Life:
    yield from entrant.enter(tournament)
    yield Nap(8 * DAY_MS + entrant.random.randrange(DAY_MS))
    yield from entrant.vote(tournament)
