"""Closed accounts, names and pictures: the name disappears, the matches continue, and every log verifies as before."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from events.accounts.services import accounts_settle
from events.base.exceptions import Busy
from events.http import auth
from events.log.models import Match, Seat
from events.matches.lobby import leaving
from events.users.models import Player, Token
from project.web.avatars import pattern
from tests.events.calls import Caller, code, open_match, somebody
from tests.events.notifications.receivers import Device
from tests.events.proofs.test_proofs import demand_whole_and_ruled, exported

pytestmark = pytest.mark.django_db
PASSWORD, NAME, EMAIL = "correct horse battery", "Ada Vanishing", "vanishing@example.org"


def member() -> Caller:
    answer = Caller().post("/players", {"name": NAME, "password": PASSWORD, "email": EMAIL})
    assert answer.status_code == 201, answer.content
    return Caller(answer.json()["token"], answer.json()["id"])


def close(caller: Caller) -> None:
    assert caller.delete("/me").status_code == 204


def seat_of(caller: Caller, match: str, number: int = 0) -> dict[str, Any]:
    seat: dict[str, Any] = caller.get(f"/matches/{match}").json()["seats"][number]
    return seat


def everything_stored() -> str:
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        texts = []
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table}"')
            texts += [
                repr([bytes(cell) if isinstance(cell, memoryview) else cell for cell in event]) for event in cursor
            ]
    return "\n".join(texts)


def test_the_name_and_the_e_mail_address_of_a_closed_account_are_deleted():
    ada, bob = member(), somebody("Bob")
    match = open_match(ada, [bob], "monopoly_deal")
    ada.post("/me/webhooks", {"url": "https://vanishing.example/hook"})
    ada.post("/me/push-subscriptions", Device.at("https://push.vanishing.example/device"))
    before = everything_stored()
    assert all(word in before for word in (NAME, EMAIL, "vanishing.example"))

    close(ada)

    after = everything_stored()
    assert [word for word in (NAME, EMAIL, "vanishing.example") if word in after] == []
    assert NAME not in bob.get(f"/matches/{match}").content.decode()
    assert Caller().get(f"/players/{quote(NAME)}").status_code == 404
    assert ada.get("/me").status_code == 401
    assert Caller().post("/tokens", {"name": NAME, "password": PASSWORD}).status_code == 401
    assert Caller().post("/players", {"name": NAME}).status_code == 201, "the name is free again"


def test_closing_an_account_ends_its_match_of_two(tmp_path):
    ada, bob = member(), somebody("Bob")
    match = open_match(ada, [bob], "monopoly_deal")

    close(ada)

    head = bob.get(f"/matches/{match}").json()
    assert (head["status"], head["standings"]) == ("finished", [[1], [0]])
    assert head["seats"][0]["player"] is None
    demand_whole_and_ruled(exported(bob, match), tmp_path)


def test_closing_an_account_opens_its_seat_in_a_match_with_substitutes():
    ada, bob, eve = member(), somebody("Bob"), somebody("Eve")
    match = open_match(ada, [bob], "monopoly_deal", substitutes=True)

    close(ada)

    assert seat_of(bob, match)["kind"] == "bot"
    assert eve.call("PUT", f"/matches/{match}/seats/0", {}).status_code == 200
    assert seat_of(bob, match)["player"]["id"] == eve.player


def test_closing_an_account_ends_its_open_matches_and_frees_its_reserved_seats():
    ada, bob = member(), somebody("Bob")
    body = {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
    own, other = ada.post("/matches", body).json()["id"], bob.post("/matches", body).json()["id"]
    assert ada.post(f"/matches/{other}/seats").status_code == 201

    close(ada)

    assert bob.get(f"/matches/{own}").json()["status"] == "aborted"
    assert seat_of(bob, other, 1)["kind"] == "open"


def test_the_scheduler_removes_a_closed_account_from_a_match_that_was_busy():
    ada, bob = member(), somebody("Bob")
    match = open_match(ada, [bob], "monopoly_deal")
    with patch.object(leaving, "lock_match", side_effect=Busy):
        close(ada)
    assert bob.get(f"/matches/{match}").json()["status"] == "running"

    assert accounts_settle() == 1

    assert bob.get(f"/matches/{match}").json()["status"] == "finished"
    assert accounts_settle() == 0


def test_closing_an_account_closes_its_bots():
    ada = member()
    bot = ada.post("/bots", {"name": "Adas Program", "level": "good"})
    assert bot.status_code == 201, bot.content

    close(ada)

    assert "Adas Program" not in everything_stored()


def test_closing_an_account_needs_a_recent_sign_in_except_for_guests():
    ada, guest = member(), somebody("Guest")
    for caller in (ada, guest):
        Token.objects.filter(player=caller.player).update(created_at=timezone.now() - timedelta(minutes=11))
    auth.forget()

    assert code(ada.delete("/me")) == (403, "forbidden")
    assert guest.delete("/me").status_code == 204
    again = Caller().post("/tokens", {"name": NAME, "password": PASSWORD}).json()["token"]
    assert Caller(again).delete("/me").status_code == 204


def test_closing_an_account_keeps_its_seats_and_created_matches():
    ada, bob = member(), somebody("Bob")
    match = open_match(ada, [bob], "monopoly_deal")
    close(ada)

    holders = Seat.objects.filter(match=match).order_by("number").values_list("player_id", flat=True)
    assert [str(player) for player in holders] == [ada.player, bob.player]
    assert Match.objects.get(pk=match).creator_id is not None
    assert not Player.objects.get(pk=ada.player).is_active


# Names


def test_a_player_changes_to_a_name_that_is_free():
    ada, bob = member(), somebody("Bob")
    taken = bob.get("/me").json()["name"]
    match = open_match(ada, [bob], "monopoly_deal")

    assert ada.call("PATCH", "/me", {"name": taken.upper()}).json()["errors"][0]["code"] == "name_taken"
    assert ada.call("PATCH", "/me", {"name": "___"}).status_code == 400
    assert ada.call("PATCH", "/me", {"name": "Augusta Vanishing"}).json()["name"] == "Augusta Vanishing"

    assert seat_of(bob, match)["player"]["name"] == "Augusta Vanishing"
    assert Caller().get(f"/players/{quote(NAME)}").status_code == 404
    assert Caller().post("/tokens", {"name": "augusta vanishing", "password": PASSWORD}).status_code == 201


def test_renaming_is_limited(settings):
    settings.COMPTOIR_LIMITS = {"renames": (1, 60)}
    ada = somebody("Ada")

    answers = [ada.call("PATCH", "/me", {"name": f"Ada Quick {number}"}).status_code for number in "ab"]

    assert answers == [200, 429]


# Pictures


def test_an_avatar_depends_only_on_the_id_and_may_be_cached_permanently():
    ada = somebody("Ada")
    address = ada.get("/me").json()["avatar"]

    answer = Client().get(address)

    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.content.decode() == pattern(Player.objects.get(pk=ada.player).pk)
    assert address == Caller().get(f"/players/{quote(ada.get('/me').json()['name'])}").json()["avatar"]


def test_avatars_are_symmetric_and_differ():
    ids = [Player(name=str(number)).pk for number in range(50)]
    assert len({pattern(id) for id in ids}) == 50

    for id in ids:
        cells = {(int(event), int(column)) for column, event in re.findall(r"M(\d) (\d)", pattern(id))}
        assert cells == {(event, 6 - column) for event, column in cells}
