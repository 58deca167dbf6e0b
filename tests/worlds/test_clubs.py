"""Nothing of a private club reaches anybody outside: paired worlds, and planted leaks."""

from __future__ import annotations

from functools import partial
from typing import Any
from unittest.mock import patch

import pytest

from events.clubs import selectors as clubs
from events.clubs import services
from events.clubs.models import Club, ClubMember
from events.leagues import selectors as leagues
from events.leagues.models import League
from events.log import access
from events.log.models import Match
from events.ratings import services as ratings
from events.tournaments import selectors as tournaments
from tests.events.calls import Caller, somebody
from tests.events.http.openapi.conformance import Conformance
from tests.games.harness.time_budget import SECONDS
from tests.worlds.clubs import Look, People, compared, founded, leaks_found, nothing, peopled, playing
from tests.worlds.worlds import Leak

pytestmark = pytest.mark.django_db


def people_of() -> People:
    return People(*(somebody(name.title()) for name in People._fields))


@pytest.mark.parametrize("viewer", ["nobody", "a member of another club"])
def test_a_private_club_is_not_visible_to_other_users(viewer: str):
    people = people_of()
    caller = Caller() if viewer == "nobody" else people.zoe
    between = (founded, peopled) if SECONDS else ()

    assert compared(people, caller, nothing, *between, playing) > 130


def test_a_private_club_is_not_visible_to_a_removed_member():
    people = people_of()

    assert compared(people, people.dan, founded, playing) > 130


# Planted leaks


def _every_club(_: Any) -> Any:
    return lambda player: list(Club.objects.values_list("pk", flat=True))


def _asking_less(may_know: Any) -> Any:
    return lambda match_id, player, head: head is not None and may_know(match_id, player, head)


def _every_member(_: Any) -> Any:
    return lambda club, player: ClubMember.objects.filter(club=club).exists()


def _all_rated(_: Any) -> Any:
    return lambda game: Match.objects.filter(game=game, rated=True, status="finished").values_list("pk", flat=True)


def _found_before_asking(club_for: Any) -> Any:
    def leaking(name: str, caller: Any) -> Any:
        club = clubs._found(name)
        if club is None:
            raise clubs.NotFound()
        return club_for(name, caller)

    return leaking


def _league_before_asking(league_for: Any) -> Any:
    def leaking(league_id: Any, caller: Any) -> Any:
        if not League.objects.filter(pk=league_id).exists():
            raise clubs.NotFound()
        return league_for(league_id, caller)

    return leaking


LEAKS: dict[str, tuple[Any, str, Any, str]] = {
    "a list with the tables of all clubs": (access, "clubs_of", _every_club, "GET /matches?"),
    "a statement less for a match that is not there": (access, "_may_know", _asking_less, "$match/view"),
    "ratings of everybody that count private matches": (ratings, "_countable", _all_rated, "GET /ratings"),
    "a statement less for a club that is not there": (
        "events.clubs.views",
        "club_for",
        _found_before_asking,
        "GET /clubs/$club",
    ),
    "a statement less for a league that is not there": (
        "events.leagues.views",
        "league_for",
        _league_before_asking,
        "GET $league",
    ),
    "a league for who was never a member": (leagues, "is_member", _every_member, "GET $league"),
    "a tournament for who was never a member": (tournaments, "is_member", _every_member, "GET $tournament"),
    "names that all clubs share": (services, "name_key", None, "with its name"),
}


BUILT = ("ratings of everybody that count private matches", "names that all clubs share")
"""Leaks while a world is built; the other planted leaks leak while it is read."""


def test_each_planted_leak_in_a_response_is_found():
    people = people_of()
    looks = {name: Look(leak[-1], partial(_planted, *leak[:-1])) for name, leak in LEAKS.items() if name not in BUILT}

    with patch.object(Conformance, "check"):
        assert not any(leaks_found(people, people.eve, nothing, playing, [Look(look.only) for look in looks.values()]))
        found = leaks_found(people, people.eve, nothing, playing, [*looks.values()])

    assert [name for name, is_found in zip(looks, found, strict=True) if not is_found] == []


@pytest.mark.parametrize("name", BUILT)
def test_each_leak_planted_while_a_club_plays_is_found(name: str):
    *leak, shown_by = LEAKS[name]
    people = people_of()

    with _planted(*leak), patch.object(Conformance, "check"), pytest.raises(Leak):
        compared(people, people.eve, nothing, playing, only=shown_by)


def _planted(module: Any, member: str, make: Any) -> Any:
    if make is None:
        return patch.object(services, "_save", _saved_with_its_name)
    if isinstance(module, str):
        found = __import__(module, fromlist=[member])
        return patch.object(found, member, make(getattr(found, member)))
    return patch.object(module, member, make(getattr(module, member)))


def _saved_with_its_name(club: Club) -> None:
    """Refuses the name of any other club, as if the names of private clubs were public."""
    if Club.objects.filter(name=club.name).exclude(pk=club.pk).exists():
        raise services.Malformed(services.FieldError("/name", "name_taken"))
    club.name_key = services.name_key(club.name)
    club.save()
