"""Following players: followers find their open tables; the players are not told, and can prevent it with a block."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from events.accounts import relations
from events.matches.lobby import match_lists
from events.users.models import Follow, Player
from tests.events.calls import Caller, at_once, code, open_match, somebody

pytestmark = pytest.mark.django_db
OPEN = {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}]}


def name_of(caller: Caller) -> str:
    return Player.objects.get(pk=caller.player).name


def follow(caller: Caller, other: Caller) -> None:
    assert caller.call("PATCH", f"/me/relations/{quote(name_of(other))}", {"is_followed": True}).status_code == 200


def tables(caller: Caller) -> list[str]:
    return [each["id"] for each in caller.get("/matches?followed=true").json()["items"]]


def create_table(caller: Caller, **wish: str) -> str:
    match: str = caller.post("/matches", {**OPEN, **wish}).json()["id"]
    return match


def test_the_list_of_followed_tables_has_only_open_tables_of_followed_players():
    ada, eve, bob = somebody("Ada"), somebody("Eve"), somebody("Bob")
    follow(ada, eve)
    follow(ada, eve)

    open_table = create_table(eve)
    create_table(bob)
    open_match(eve, [bob], "monopoly_deal")

    assert tables(ada) == [open_table]
    assert [one["name"] for one in ada.get("/me/relations").json()["items"]] == [name_of(eve)]
    assert eve.get("/me/relations").json()["items"] == []


def test_a_private_table_stays_private():
    ada, eve = somebody("Ada"), somebody("Eve")
    follow(ada, eve)

    create_table(eve, visibility="private")
    create_table(eve, visibility="unlisted")

    assert tables(ada) == []


def test_a_follower_who_is_blocked_sees_no_tables_and_is_not_told():
    ada, eve = somebody("Ada"), somebody("Eve")
    eve.call("PATCH", f"/me/relations/{quote(name_of(ada))}", {"avoidance": "block"})

    follow(ada, eve)
    create_table(eve)

    assert tables(ada) == []
    assert len(ada.get("/me/relations").json()["items"]) == 1


def test_a_follower_can_unfollow_a_player():
    ada, eve = somebody("Ada"), somebody("Eve")
    follow(ada, eve)
    create_table(eve)
    path = f"/me/relations/{quote(name_of(eve))}"

    assert ada.delete(path).status_code == 204

    assert tables(ada) == []
    assert code(ada.delete(path)) == (404, "not_found")


def test_one_relation_says_whether_a_player_is_followed_and_avoided():
    ada, eve = somebody("Ada"), somebody("Eve")
    path = f"/me/relations/{quote(name_of(eve))}"
    follow(ada, eve)

    muted = ada.call("PATCH", path, {"avoidance": "mute"}).json()
    assert (muted["name"], muted["is_followed"], muted["avoidance"]) == (name_of(eve), True, "mute")
    assert ada.get("/me/relations").json()["items"] == [muted]
    assert ada.get("/me/export").json()["relations"] == [muted]

    assert ada.call("PATCH", path, {"is_followed": False}).json()["avoidance"] == "mute"
    ended = ada.call("PATCH", path, {"avoidance": None}).json()
    assert (ended["is_followed"], ended["avoidance"], ended["created_at"]) == (False, None, None)
    assert ada.get("/me/relations").json()["items"] == []


def test_following_oneself_an_unknown_player_or_too_many_players_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(relations, "MOST_FOLLOWED", 1)
    ada, eve, bob = somebody("Ada"), somebody("Eve"), somebody("Bob")
    follow(ada, eve)

    for name in (name_of(ada), name_of(bob)):
        assert code(ada.call("PATCH", f"/me/relations/{quote(name)}", {"is_followed": True})) == (400, "malformed")
    assert code(ada.call("PATCH", "/me/relations/Nobody", {"is_followed": True})) == (404, "not_found")
    assert code(Caller().get("/matches?followed=true")) == (401, "unauthenticated")
    assert code(ada.get("/matches?followed=maybe")) == (400, "malformed")
    assert Follow.objects.count() == 1


def test_closing_an_account_removes_its_followers_and_the_players_it_follows():
    ada, eve, bob = somebody("Ada"), somebody("Eve"), somebody("Bob")
    follow(ada, eve)
    follow(eve, bob)

    assert eve.delete("/me").status_code == 204

    assert not Follow.objects.exists()


def test_a_list_that_forgets_blocks_is_found(monkeypatch: pytest.MonkeyPatch):
    """Planted fault: a block does not end following."""
    monkeypatch.setattr(
        match_lists,
        "followed_by",
        lambda player: list(Follow.objects.filter(player=player).values_list("other", flat=True)),
    )

    with pytest.raises(AssertionError):
        test_a_follower_who_is_blocked_sees_no_tables_and_is_not_told()


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_simultaneous_changes_of_one_relation_all_succeed():
    ada, eve = somebody("Ada"), somebody("Eve")
    path = f"/me/relations/{quote(name_of(eve))}"
    changes = [{"is_followed": True}, {"is_followed": False}, {"avoidance": "mute"}, {"avoidance": None}] * 10

    answers = at_once(*(lambda one=one: ada.call("PATCH", path, one).status_code for one in changes))

    assert answers == [200] * len(changes)
