"""Ratings: places in rated matches between people change them, and the logs alone reproduce them."""

from __future__ import annotations

from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from openskill.models import PlackettLuce

from events.log.models import ActionEvent, Match
from events.ratings.models import Rating, RatingChange
from events.timers.services import trigger_match_timers
from events.users.models import Player
from tests.events.calls import Caller, code, open_match, play_on, somebody
from tests.events.ratings.season import EXTRA, season
from tests.events.scheduling import run_due
from tests.events.steps import ratings_update
from tests.events.tables import standing_clock

pytestmark = pytest.mark.django_db
GAME = "monopoly_deal"


def name_of(caller: Caller) -> str:
    name: str = caller.get("/me").json()["name"]
    return name


def won_by(winner: Caller, *losers: Caller, game: str = GAME, **wish: Any) -> str:
    """Creates a match that all others resign from, the first loser last."""
    match = open_match(winner, list(losers), game, **{"rated": True, **wish})
    for loser in reversed(losers):
        assert loser.post(f"/matches/{match}/resign").status_code == 200
    return match


def ratings(game: str = GAME) -> dict[str, int]:
    return {line["player"]: line["rating"] for line in Caller().get(f"/ratings/{game}").json()["items"]}


def rebuild_output() -> str:
    """Returns the output of `manage.py rebuild rating`."""
    out = StringIO()
    call_command("rebuild", "rating", stdout=out)
    return out.getvalue().strip()


def test_a_rated_match_lifts_the_winner_above_the_loser():
    ada, bob = somebody(), somebody()
    won_by(ada, bob)
    assert ratings() == {}

    run_due()

    assert list(ratings()) == [name_of(ada), name_of(bob)]
    assert ratings()[name_of(ada)] > 1000 > ratings()[name_of(bob)]


def test_the_change_is_that_of_the_model():
    ada, bob, eve = somebody(), somebody(), somebody()
    model = PlackettLuce()
    skills = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2, 3])

    won_by(ada, bob, eve)
    ratings_update()

    assert [Rating.objects.get(player=caller.player).mu for caller in (ada, bob, eve)] == [
        skill.mu for [skill] in skills
    ]
    assert ratings()[name_of(bob)] == round(1000 + 40 * skills[1][0].ordinal())


def test_a_match_counts_once():
    ada, bob = somebody(), somebody()
    won_by(ada, bob)

    assert [ratings_update() for _ in range(3)] == [1, 0, 0]
    assert Rating.objects.get(player=ada.player).matches == 1


def test_unrated_and_aborted_matches_do_not_count():
    ada, bob = somebody(), somebody()
    won_by(ada, bob, rated=False)
    aborted = open_match(ada, [bob], GAME, rated=True)
    for caller in (ada, bob):
        caller.post(f"/matches/{aborted}/agreements/abort")

    assert ratings_update() == 0


@pytest.mark.parametrize(
    "wish",
    [
        {"visibility": "private"},
        {"visibility": "unlisted"},
        {"seed": "07" * 32},
        {"seats": [{"kind": "me"}, {"kind": "bot"}]},
    ],
)
def test_a_match_that_cannot_be_rated_is_not_created_as_a_rated_match(wish: dict[str, Any]):
    ada, seats = somebody(), [{"kind": "me"}, {"kind": "open"}]
    before = Match.objects.count()

    refused = ada.post("/matches", {"game": GAME, "seats": seats, "rated": True, **wish})

    assert code(refused) == (400, "malformed")
    ((error),) = refused.json()["errors"]
    assert (error["pointer"], error["code"]) == ("/rated", "cannot_be_rated")
    assert Match.objects.count() == before
    assert ada.post("/matches", {"game": GAME, "seats": seats, "rated": False, **wish}).json()["rated"] is False


def test_a_public_match_between_people_is_rated_where_its_creator_asks_for_it():
    seats = [{"kind": "me"}, {"kind": "open"}]

    assert somebody().post("/matches", {"game": GAME, "seats": seats, "rated": True}).json()["rated"] is True


def test_a_player_who_leaves_to_a_substitute_is_last_and_the_substitute_is_not_rated():
    ada, bob, eve, zoe = (somebody() for _ in range(4))
    match = open_match(ada, [bob, eve], GAME, rated=True, substitutes=True)
    eve.delete(f"/matches/{match}/seats/2")
    assert zoe.call("PUT", f"/matches/{match}/seats/2").status_code == 200
    for loser in (bob, ada):
        loser.post(f"/matches/{match}/resign")

    ratings_update()

    assert set(ratings()) == {name_of(caller) for caller in (ada, bob, eve)}
    assert min(ratings(), key=lambda name: ratings()[name]) == name_of(eve)


def test_rebuilding_from_the_logs_gives_equal_ratings():
    callers = [somebody() for _ in range(4)]
    with standing_clock() as hands:
        for number in range(9):
            hands.go(10)
            table = [callers[(number * step) % 4] for step in (1, 2, 3)] if number % 4 else callers[:3]
            won_by(*dict.fromkeys(table))
            ratings_update()
        before = (list(Rating.objects.order_by("player").values_list("mu", "sigma", "rating", "matches")), ratings())

        assert rebuild_output() == "rating: 9 matches, equal"

    after = (list(Rating.objects.order_by("player").values_list("mu", "sigma", "rating", "matches")), ratings())
    assert after == before


def test_rebuilding_finds_a_rating_that_was_changed():
    ada, bob = somebody(), somebody()
    won_by(ada, bob)
    ratings_update()
    honest = ratings()
    Rating.objects.filter(player=bob.player).update(mu=50.0, rating=3000)

    with pytest.raises(SystemExit):
        rebuild_output()

    assert ratings() == honest
    assert rebuild_output() == "rating: 1 matches, equal"


def test_a_match_that_is_counted_late_is_inserted_in_the_order_of_the_ends():
    ada, bob = somebody(), somebody()
    with standing_clock() as hands:
        early = won_by(ada, bob)
        hands.go(10)
        won_by(bob, ada)
        Match.objects.filter(pk=early).update(rated=False)
        ratings_update()
        Match.objects.filter(pk=early).update(rated=True)
        trigger_match_timers(UUID(early))

        ratings_update()

    changes = RatingChange.objects.filter(player=ada.player).order_by("pk")
    assert [str(change.match_id) for change in changes][:1] == [early]
    assert rebuild_output() == "rating: 2 matches, equal"


def test_the_places_of_a_finished_match_are_those_of_the_log():
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:], rated=True)
    play_on(callers, match, lambda now: now["status"] == "finished")
    ratings_update()

    [over] = ActionEvent.objects.filter(match=match, type="match.over")
    standings = callers[0].get(f"/matches/{match}").json()["standings"]
    places = dict(RatingChange.objects.filter(match=match).values_list("number", "place"))
    assert over.at_ms == RatingChange.objects.filter(match=match).first().over_ms
    assert places == {seat: place for place, seats in enumerate(standings, start=1) for seat in seats}


def test_the_history_lists_the_change_by_each_match():
    ada, bob = somebody(), somebody()
    with standing_clock() as hands:
        matches = [won_by(ada, bob)]
        hands.go(10)
        matches.append(won_by(bob, ada))
        ratings_update()

    lines = Caller().get(f"/ratings/{GAME}/{name_of(ada)}").json()["items"]

    assert [line["match"] for line in lines] == matches[::-1]
    assert [(line["place"], line["players"]) for line in lines] == [(2, 2), (1, 2)]
    assert 1000 + sum(line["change"] for line in lines) == lines[0]["rating"] == ratings()[name_of(ada)]


def test_a_leaderboard_comes_in_pages_and_equal_ratings_share_a_place():
    callers = [somebody() for _ in range(6)]
    for winner, loser in zip(callers[::2], callers[1::2], strict=True):
        won_by(winner, loser)
        ratings_update()

    first = Caller().get(f"/ratings/{GAME}?limit=4").json()
    second = Caller().get(first["next"].partition("/api/v1")[2]).json()

    assert [line["place"] for line in first["items"] + second["items"]] == [1, 1, 1, 4, 4, 4]
    assert len({line["player"] for line in first["items"] + second["items"]}) == 6
    assert second["next"] is None
    [game] = Caller().get("/ratings").json()["items"]
    assert (game["game"], game["players"], len(game["leaders"])) == (GAME, 6, 3)


def test_players_without_a_rating_or_an_account_are_not_found():
    ada, bob = somebody(), somebody()
    won_by(ada, bob)
    ratings_update()

    assert code(Caller().get("/ratings/no_such_game")) == (404, "not_found")
    assert code(Caller().get(f"/ratings/{GAME}/Nobody")) == (404, "not_found")
    name = name_of(bob)
    Player.objects.filter(pk=bob.player).update(is_active=False)
    assert list(ratings()) == [name_of(ada)]
    assert code(Caller().get(f"/ratings/{GAME}/{name}")) == (404, "not_found")


def test_the_page_of_a_player_and_their_export_have_their_ratings():
    ada, bob = somebody(), somebody()
    match = won_by(ada, bob)
    ratings_update()

    page = Caller().get(f"/players/{name_of(ada)}").json()["ratings"]
    [change] = ada.get("/me/export").json()["ratings"]

    assert [(line["game"], line["rating"], line["matches"]) for line in page] == [(GAME, ratings()[name_of(ada)], 1)]
    assert (change["match"], change["place"]) == (match, 1)


def test_ratings_of_a_season_are_those_of_its_results_and_of_its_logs():
    played = season(7, seed=2)

    assert Rating.objects.exists()
    assert played.kinds["rated"] < len(played.over)


def test_a_season_finds_matches_that_must_not_count(monkeypatch: pytest.MonkeyPatch):
    """Planted fault: the server rates every match on request, regardless of its seed and visibility."""
    monkeypatch.setattr("events.matches.lobby.services.may_be_rated", lambda wish: True)
    monkeypatch.setattr(
        "tests.events.ratings.season.EXTRA", {kind: {**wish, "rated": True} for kind, wish in EXTRA.items()}
    )

    with pytest.raises(AssertionError, match=r"leaderboards|other matches count"):
        season(8, seed=2)
