"""Reliability and results of players in their matches; only public matches count."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from threading import Barrier, BrokenBarrierError
from typing import Any
from uuid import UUID

import pytest

from events.log.errors import LogDamaged
from events.match_history import folding, services
from events.match_history.selectors import share
from events.projections.registry import projections
from events.ratings.models import Participation
from events.timers.services import trigger_match_timers
from events.users.models import Player
from tests.events.calls import Caller, at_once, code, open_match, somebody
from tests.events.scheduling import run_due
from tests.events.tables import standing_clock

pytestmark = pytest.mark.django_db
GAME = "monopoly_deal"


def name_of(caller: Caller) -> str:
    name: str = caller.get("/me").json()["name"]
    return name


def reliability(of: Caller, by: Caller | None = None, **headers: str) -> dict[str, Any]:
    found: dict[str, Any] = (by or Caller()).get(f"/players/{name_of(of)}", **headers).json()["reliability"]
    return found


def results(of: Caller, by: Caller | None = None, game: str = GAME) -> Any:
    return (by or Caller()).get(f"/players/{name_of(of)}/results/{game}")


def match_resigned_by(loser: Caller, winner: Caller, **wish: Any) -> str:
    """Creates a match of two players that one of them resigns."""
    match = open_match(winner, [loser], GAME, **wish)
    assert loser.post(f"/matches/{match}/resign").status_code == 200
    return match


def players_of_timed_out_match(ladder: str) -> tuple[Caller, Caller]:
    """Plays a match in which one player never answers, to the ladder's step; returns the present and absent player."""
    ada, bob = somebody(), somebody()
    with standing_clock() as hands:
        wish = {"clock": {"per_move": 60, "ladder": [ladder]}, "substitutes": ladder == "substitute"}
        match = open_match(ada, [bob], GAME, **wish)
        absent = (ada, bob)[ada.get(f"/matches/{match}").json()["to_act"][0]]
        hands.go(61)
        run_due()
        present = bob if absent is ada else ada
        if ladder in ("bot", "substitute"):
            assert present.post(f"/matches/{match}/resign").status_code == 200
        run_due()
    return present, absent


def test_a_player_has_no_results_before_their_first_match():
    ada = somebody()

    assert reliability(ada)["words"] == "No finished match with others yet."
    assert results(ada).json()["played"] == 0


def test_a_resigned_match_is_counted_as_resigned_and_as_kept():
    ada, bob = somebody(), somebody()
    match_resigned_by(bob, ada)
    assert reliability(bob)["matches"] == 0, "not before the scheduler has stored it"

    run_due()

    assert reliability(bob)["words"] == "Of the last 1 match with others, 0 were played to the end, 1 resigned."
    assert reliability(ada)["words"] == "Of the last 1 match with others, 1 was played to the end."
    french = reliability(bob, Accept_Language="fr")["words"]
    assert french == "Sur 1 partie récente avec d’autres, 0 a été jouée jusqu’au bout, 1 abandonnée."
    assert Player.objects.get(pk=bob.player).kept == 1


@pytest.mark.parametrize("ladder", ["resign", "bot", "substitute", "end"])
def test_a_player_whose_time_ran_out_has_not_kept_to_the_match(ladder: str):
    present, absent = players_of_timed_out_match(ladder)

    assert reliability(absent)["timed_out"] == 1
    assert reliability(present)["timed_out"] == 0
    stored = Player.objects.get(pk=absent.player)
    assert (stored.kept, stored.reckoned) == (0, 1)


def test_a_move_of_the_clock_counts_as_missed_but_not_as_a_time_out():
    ada, bob = somebody(), somebody()
    with standing_clock() as hands:
        match = open_match(ada, [bob], GAME, clock={"per_move": 60, "on_timeout": "default_move"})
        late = (ada, bob)[ada.get(f"/matches/{match}").json()["to_act"][0]]
        hands.go(61)
        run_due()
        assert bob.post(f"/matches/{match}/resign").status_code == 200
        run_due()

    found = reliability(late)
    assert found["missed"] == 1
    assert found["timed_out"] == 0
    assert found["words"].endswith("0 of 1 move was made in time.")


def test_a_player_who_leaves_their_seat_to_a_substitute_has_left_the_match():
    ada, bob = somebody(), somebody()
    match = open_match(ada, [bob], GAME, substitutes=True)
    assert bob.delete(f"/matches/{match}/seats/1").status_code in (200, 204)
    assert ada.post(f"/matches/{match}/resign").status_code == 200

    run_due()

    assert reliability(bob)["left"] == 1
    assert results(bob).json()["newest"][0]["place"] == 2, "the last place, although the bot in the seat has won"


def test_a_player_who_returns_to_their_seat_has_played_the_match():
    holders = {0: [folding.Holder(ADA, 3), folding.Holder(ADA)], 1: [folding.Holder(BOB)]}
    cores = [
        move(0, 1),
        replaced(0, 3, "clock", "casual"),
        move(0, 4, "bot"),
        replaced(0, 5, "player", None),
        move(0, 6),
        {"type": "match.over", "actor": None, "seq": 7, "by": "player", "standings": [[0], [1]]},
    ]

    parts = folding.parts_of(cores, holders)

    assert parts[ADA] == folding.Part(0, "played", moves=2, place=1)


def test_unlisted_matches_practice_and_matches_against_bots_do_not_count():
    ada, bob = somebody(), somebody()
    alone = ada.post("/matches", {"game": GAME, "seats": [{"kind": "me"}, {"kind": "bot"}]}).json()["id"]
    assert ada.post(f"/matches/{alone}/resign").status_code == 200
    match_resigned_by(ada, bob, visibility="unlisted")
    match_resigned_by(ada, bob, seed="0" * 64)

    run_due()

    assert reliability(ada)["matches"] == 0
    assert [row.people for row in Participation.objects.all()] == [0]


def test_a_match_that_spectators_see_late_counts_once_they_know_its_end():
    ada, bob = somebody(), somebody()
    with standing_clock() as hands:
        match_resigned_by(bob, ada, spectator_delay=60)
        run_due()
        assert reliability(bob)["matches"] == 0
        hands.go(61)
        run_due()
        assert reliability(bob)["matches"] == 1


def test_results_are_counted_by_seat_and_by_opponent():
    ada, bob, eve = somebody(), somebody(), somebody()
    for loser, winner in ((bob, ada), (bob, ada), (ada, bob), (ada, eve), (eve, ada)):
        match_resigned_by(loser, winner)
    run_due()

    found = results(ada).json()

    assert (found["played"], found["won"], found["streak"], found["longest_streak"]) == (5, 3, 1, 2)
    assert found["won_share"] == share(3, 5)
    assert found["seats"] == [
        {"seat": 0, "seats": 2, "played": 3, "won": 3},
        {"seat": 1, "seats": 2, "played": 2, "won": 0},
    ]
    assert found["opponents"] == [
        {"player": name_of(bob), "played": 3, "ahead": 2, "behind": 1},
        {"player": name_of(eve), "played": 2, "ahead": 1, "behind": 1},
    ]
    assert [line["place"] for line in found["newest"]] == [1, 2, 2, 1, 1]


def test_results_can_be_hidden_and_are_deleted_with_the_account():
    ada, bob = somebody(), somebody()
    match_resigned_by(bob, ada)
    run_due()
    assert ada.call("PATCH", "/me", {"shows_results": False}).json()["shows_results"] is False

    assert code(results(ada)) == (403, "forbidden")
    assert code(results(ada, bob)) == (403, "forbidden")
    assert results(ada, ada).json()["played"] == 1
    assert results(bob).json()["opponents"] == [], "nor are they found by those of others"
    assert len(ada.get("/me/export").json()["results"]) == 1
    assert ada.delete("/me").status_code == 204
    assert not Participation.objects.filter(player=ada.player).exists()
    assert results(bob).json()["opponents"] == []


@pytest.mark.parametrize("path", ["/players/Nobody/results/monopoly_deal", "/players/{name}/results/chess"])
def test_an_unknown_player_or_game_is_not_found(path: str):
    assert code(Caller().get(path.format(name=name_of(somebody())))) == (404, "not_found")


def test_the_filter_reliable_finds_matches_whose_players_keep_to_their_matches():
    ada, bob, eve = somebody(), somebody(), somebody()
    Player.objects.filter(pk=bob.player).update(kept=17, reckoned=20)
    Player.objects.filter(pk=eve.player).update(kept=2, reckoned=4)
    seats = [{"kind": "me"}, {"kind": "open"}]
    tables = [who.post("/matches", {"game": GAME, "seats": seats}).json()["id"] for who in (ada, bob, eve)]

    found = Caller().get("/matches?open_seats=true&reliable=true").json()["items"]

    assert {line["id"] for line in found} == {tables[0], tables[2]}, "four matches are too few to judge"


def test_a_match_stored_twice_has_one_row_for_each_player():
    ada, bob = somebody(), somebody()
    match = match_resigned_by(bob, ada)
    run_due()
    trigger_match_timers(UUID(match))

    run_due(periodic=False)

    assert Participation.objects.count() == 2


def test_a_match_with_an_unreadable_log_does_not_stop_other_matches(monkeypatch: pytest.MonkeyPatch):
    ada, bob = somebody(), somebody()
    damaged, whole = match_resigned_by(bob, ada), match_resigned_by(bob, ada)
    read = services.log.read

    def reading(match_id: Any, *rest: Any) -> Any:
        if str(match_id) == damaged:
            raise LogDamaged(seq=0)
        return read(match_id, *rest)

    monkeypatch.setattr(services.log, "read", reading)

    run_due(periodic=False)
    assert {str(row.match) for row in Participation.objects.all()} == {whole}


@pytest.mark.django_db(transaction=True)
def test_two_matches_of_a_player_that_are_stored_at_once_are_both_counted(monkeypatch: pytest.MonkeyPatch):
    """Both threads wait briefly for each other before they count; a lock on the player's row makes one wait."""
    ada, bob = somebody(), somebody()
    matches = [UUID(match_resigned_by(bob, ada)) for _ in range(2)]
    both, reckon = Barrier(2), services._reckon

    def reckoned_together(player_id: Any) -> None:
        with suppress(BrokenBarrierError):
            both.wait(0.5)
        reckon(player_id)

    monkeypatch.setattr(services, "_reckon", reckoned_together)

    at_once(*(partial(projections()["history"].follow, match) for match in matches))

    assert Participation.objects.count() == 4
    assert set(Player.objects.values_list("kept", "reckoned")) == {(2, 2)}


@pytest.mark.parametrize("fault", ["nobody is absent", "nobody is replaced"])
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch):
    """Planted faults, each of which the tests above detect."""
    whole = folding.parts_of

    def faulty(cores: Any, holders: Any) -> Any:
        if fault == "nobody is absent":
            return whole([{**core, "by": "player"} for core in cores], holders)
        return whole([{**core, "policy": None} if core["type"] == "seat.replaced" else core for core in cores], holders)

    monkeypatch.setattr(services, "parts_of", faulty)
    with pytest.raises(AssertionError):
        test_a_player_whose_time_ran_out_has_not_kept_to_the_match("bot")


ADA, BOB = "ada", "bob"


def move(seat: int, seq: int, by: str = "player") -> dict[str, Any]:
    return {"type": "move", "actor": seat, "seq": seq, "by": by}


def replaced(seat: int, seq: int, by: str, policy: str | None) -> dict[str, Any]:
    return {"type": "seat.replaced", "actor": seat, "seq": seq, "by": by, "policy": policy}
