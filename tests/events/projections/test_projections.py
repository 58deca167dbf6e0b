"""Projections follow each match once, even if processes are killed, and a rebuild during play gives the same rows."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command

from events.clubs.models import ClubRating
from events.log.models import Match
from events.projections import registry
from events.projections.registry import Projection, projection, projections
from events.projections.services import contents, projection_rebuild
from events.ratings.models import Participation, Rating, RatingChange
from events.timers import scheduler
from events.timers.models import MatchTimer
from events.timers.registry import _kinds
from events.timers.scheduler import LEASE_MS
from tests.events.calls import Caller, at_once, open_match, somebody
from tests.events.clubs.test_club_tables import rated_match
from tests.events.clubs.test_clubs import found, joined
from tests.events.scheduling import run_due
from tests.events.tables import Hands, dalmuti, standing_clock

NAMES = ("rating", "club_rating", "history")
SECONDS = 30  # longer than a busy machine needs

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """Simulates that the process is killed here."""


@pytest.fixture
def hands() -> Iterator[Hands]:
    with standing_clock() as hands:
        yield hands


class Club:
    """A public club of two players, whose rated matches change all projections."""

    def __init__(self, hands: Hands) -> None:
        self._hands, self.ada, self.bob = hands, somebody("Ada"), somebody("Bob")
        self.path = found(self.ada, visibility="public")
        joined(self.path, self.ada, self.bob)

    def play(self, matches: int = 1) -> None:
        for number in range(matches):
            self._hands.go(10)
            pair: tuple[Caller, Caller] = (self.ada, self.bob) if number % 3 else (self.bob, self.ada)
            rated_match(self.path, *pair)


@pytest.fixture
def club(hands: Hands) -> Club:
    return Club(hands)


def rows_of(name: str) -> set[int]:
    return contents([table._default_manager.all() for table in projections()[name].tables])


# Following


@pytest.fixture
def followed_matches(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[UUID]]:
    """Yields the matches that an additional projection has followed."""
    followed: list[UUID] = []
    monkeypatch.setattr(registry, "_projections", dict(projections()))
    monkeypatch.setattr(registry, "projections", lambda: registry._projections)

    @projection("ends", "match.void", waits_until_known=True)
    def follows(match: Match) -> None:
        followed.append(match.pk)

    yield followed
    _kinds.pop("ends")


def test_a_projection_follows_only_events_of_its_types(followed_matches: list[UUID], club: Club) -> None:
    match = open_match(club.ada, [], seats=[{"kind": "me"}, *[{"kind": "bot"}] * 3])
    club.play()
    run_due(periodic=False)
    assert followed_matches == []

    assert club.ada.post(f"/matches/{match}/agreements/abort").status_code == 200
    run_due(periodic=False)

    assert followed_matches == [UUID(match)]
    assert not MatchTimer.objects.filter(kind="ends").exists()


def test_a_projection_that_waits_for_the_spectator_delay_runs_after_the_delay(
    followed_matches: list[UUID], hands: Hands
) -> None:
    match = dalmuti(people=0, bots=4, spectator_delay=60)
    Match.objects.filter(pk=match.pk).update(over_ms=hands.now_ms, status="void")
    follow = registry._projections["ends"].follow

    assert follow(match.pk) == hands.now_ms + 60_000
    Match.objects.filter(pk=match.pk).update(is_blinded=True)
    assert follow(match.pk) is None
    Match.objects.filter(pk=match.pk).update(is_blinded=False)
    hands.go(60)
    assert follow(match.pk) is None

    assert followed_matches == [match.pk]


# Exactly once


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("moment", ["before the commit", "after the commit"])
def test_a_match_counts_once_if_the_scheduler_is_killed(
    name: str, moment: str, club: Club, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.play(2)
    run_due(periodic=False)
    club.play()
    others = [other for other in NAMES if other != name]
    run_due(periodic=False, without=[name])
    before = rows_of(name)
    with monkeypatch.context() as patched:
        if moment == "before the commit":
            patched.setitem(_kinds, name, _kinds[name]._replace(run=_killed_within(projections()[name])))
        else:
            patched.setattr(scheduler.statements, "end", _raises)
        with pytest.raises(Killed):
            run_due(periodic=False, without=others)
    assert (rows_of(name) == before) is (moment == "before the commit")

    hands.go(LEASE_MS // 1000 + 1)
    run_due(periodic=False)

    assert not MatchTimer.objects.filter(kind=name).exists()
    assert set(Rating.objects.values_list("matches", flat=True)) == {3}
    assert set(ClubRating.objects.values_list("matches", flat=True)) == {3}
    assert Participation.objects.count() == 6
    assert projection_rebuild(name=name) == (3, 0)


def _raises(*_: Any) -> Any:
    raise Killed


def _killed_within(killed: Projection) -> Any:
    """Returns a projection whose process is killed after its handler has written, and before it commits."""

    def handler(match: Match) -> None:
        killed.handler(match)
        raise Killed

    return killed._replace(handler=handler).follow


# Rebuilding


SPOILT = {
    "rating": lambda: RatingChange.objects.update(change=7),
    "club_rating": lambda: ClubRating.objects.update(matches=7),
    "history": lambda: Participation.objects.all().delete(),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_rebuild_produces_the_same_rows_and_finds_changed_rows(name: str, club: Club) -> None:
    club.play(4)
    run_due(periodic=False)
    before = rows_of(name)

    assert projection_rebuild(name=name) == (4, 0)
    assert rows_of(name) == before
    SPOILT[name]()
    with pytest.raises(SystemExit):
        call_command("rebuild", name)
    assert rows_of(name) == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", NAMES)
def test_a_match_that_ends_during_a_rebuild_is_followed_afterwards(
    name: str, club: Club, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.play(3)
    run_due(periodic=False)
    before, is_half_done, may_go_on = rows_of(name), threading.Event(), threading.Event()
    apply = Projection.apply

    def halting(self: Projection, match: UUID) -> int | None:
        is_half_done.set()
        assert may_go_on.wait(SECONDS)
        return apply(self, match)

    def play() -> None:
        try:
            assert is_half_done.wait(SECONDS)
            club.play()
            assert rows_of(name) == before, "others see the former rows"
            [timer] = MatchTimer.objects.filter(kind=name)
            assert projections()[name].follow(timer.match) == hands.now_ms
        finally:
            may_go_on.set()

    monkeypatch.setattr(Projection, "apply", halting)

    rebuilt, _ = at_once(lambda: projection_rebuild(name=name), play)
    monkeypatch.undo()
    run_due(periodic=False)

    assert rebuilt == (3, 0)
    assert projection_rebuild(name=name) == (4, 0)
    assert not MatchTimer.objects.filter(kind=name).exists()
