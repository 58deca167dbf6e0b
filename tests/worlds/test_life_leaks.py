"""Leaks planted in clubs, statistics and calendars: a pair of worlds reveals each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from events.accounts import calendars
from events.accounts import views as accounts
from events.clubs.models import Club
from events.log import access
from events.log.access import Viewer
from events.log.models import Match, Seat
from events.match_history import projections as histories
from events.match_history import services as participations
from events.matches.models import Note
from events.matches.record import table_views
from events.matches.views import presence
from events.notifications.models import Notification
from events.ratings import services as ratings
from events.ratings.models import Participation
from events.replays import coach_views
from events.tournaments.models import Entry
from events.users.models import Follow, Player
from tests.events.calls import somebody
from tests.events.http.openapi.conformance import Conformance
from tests.worlds.acts import NAMES
from tests.worlds.life import Everybody, Wanted, compared
from tests.worlds.worlds import Leak

pytestmark = pytest.mark.django_db


class Planted(NamedTuple):
    """A member of a module, its replacement, the lines and viewers that show the leak, and the pair of worlds."""

    module: Any
    name: str
    make: Callable[[Any], Any]
    shown_by: str
    group: str
    seed: int
    acts: int = 3


def _every_club(_: Any) -> Any:
    return lambda player: list(Club.objects.values_list("pk", flat=True))


def _asking_less(may_know: Any) -> Any:
    return lambda match_id, player, head: head is not None and may_know(match_id, player, head)


def _all_rated(_: Any) -> Any:
    return lambda game: Match.objects.filter(game=game, rated=True, status="finished").values_list("pk", flat=True)


def _seeing_all(view_at: Any) -> Any:
    return lambda match, viewer, match_state: view_at(match, Viewer(viewer.seat, all=True), match_state)


def _counting_every_match(_: Any) -> Any:
    def leaking(match: Match) -> None:
        Participation.objects.bulk_create(participations._rows_of(match), ignore_conflicts=True)

    return leaking


def _with_all_matches(luck_of: Any) -> Any:
    def leaking(name: str, *rest: Any) -> Any:
        return {**luck_of(name, *rest), "waiting": Seat.objects.filter(player__name=name).count()}

    return leaking


def _evenings_of_all(_: Any) -> Any:
    return lambda player: Entry.objects.all()


def _with_followers(player_page: Any) -> Any:
    def leaking(name: str, *rest: Any) -> Any:
        return {**player_page(name, *rest), "followers": Follow.objects.filter(other__name=name).count()}

    return leaking


def _with_the_hours_of_all(player_page: Any) -> Any:
    def leaking(name: str, *rest: Any) -> Any:
        return {**player_page(name, *rest), "quiet": str(Player.objects.get(name=name).quiet_hours)}

    return leaking


def _notes_of_all(_: Any) -> Any:
    return lambda player, match_id: {
        "match": str(match_id),
        "written_at": None,
        "text": str(list(Note.objects.filter(match=match_id).values_list("text"))),
    }


def _with_notices_of_all(player_export: Any) -> Any:
    return lambda player: {**player_export(player), "notices": [Notification.objects.count()]}


LEAKS = {
    "a list with the tables of all clubs": Planted(access, "clubs_of", _every_club, "GET /matches?club", "outside", 3),
    "a statement less for a match that is not there": Planted(
        access, "_may_know", _asking_less, "$match/view", "outside", 3
    ),
    "ratings of everybody that count private matches": Planted(
        ratings, "_countable", _all_rated, "GET /ratings", "sent away", 2, 6
    ),
    "cards that others hold": Planted(table_views, "view_at", _seeing_all, "$match/view", "a member", 2),
    "reliability that counts private matches": Planted(
        histories, "participations_store", _counting_every_match, "GET /players/$ada", "sent away", 2, 6
    ),
    "luck that counts private matches": Planted(coach_views, "luck_of", _with_all_matches, "/luck/", "outside", 3),
    "a calendar with the evenings of all": Planted(
        calendars, "entries_held", _evenings_of_all, "/calendars/$calendar", "outside", 2, 10
    ),
    "a page that counts who follows": Planted(
        accounts, "player_page", _with_followers, "GET /players/$", "a member", 4
    ),
    "a page with hours that are private": Planted(
        accounts, "player_page", _with_the_hours_of_all, "GET /players/$", "sent away", 4
    ),
    "a note that all read": Planted(presence, "note_of", _notes_of_all, "$match/note", "a member", 11, 10),
    "an export with the notices of others": Planted(
        accounts, "player_export", _with_notices_of_all, "GET /me/export", "sent away", 3
    ),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str) -> None:
    planted, people = LEAKS[name], Everybody.of({name: somebody(name.title()) for name in NAMES})
    leaking = patch.object(planted.module, planted.name, planted.make(getattr(planted.module, planted.name)))

    with leaking, patch.object(Conformance, "check"), pytest.raises(Leak) as leak:
        compared(people, Wanted(planted.seed, planted.group, planted.acts), planted.shown_by)
    print(leak.value)
