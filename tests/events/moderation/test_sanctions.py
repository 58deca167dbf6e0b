"""Sanctions have a kind, a reason and an end; who has one can read it and appeal, also if they are suspended."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client

from events.http import auth
from events.models import Player, Sanction, Token
from events.moderation import services
from events.moderation.services import suspensions_end
from tests.events.calls import Caller, code, open_match, somebody
from tests.events.tables import standing_clock

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"


@pytest.fixture
def operator() -> Client:
    """The operator, signed in to their pages."""
    client = Client()
    client.force_login(Player.objects.create_superuser("Operator One", PASSWORD))
    return client


def impose(operator: Client, player: Caller, kind: str, days: int | None = None) -> Sanction:
    body = {"name": name_of(player), "kind": kind, "reason": "abuse", "text": "Be kind.", "days": days or ""}
    assert operator.post("/admin/events/sanction/add/", body).status_code == 302
    auth.forget()
    return Sanction.objects.latest("created_ms")


def name_of(player: Caller) -> str:
    return Player.objects.get(pk=player.player).name


def own(player: Caller) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = player.get("/me/sanctions").json()["items"]
    return items


def test_a_warning_is_told_with_its_reason_and_changes_nothing(operator: Client):
    eve = somebody("Eve")

    impose(operator, eve, "warning")

    (told,) = own(eve)
    assert (told["kind"], told["reason"], told["text"], told["in_force"]) == ("warning", "abuse", "Be kind.", True)
    assert eve.get("/me").status_code == 200
    assert LogEntry.objects.filter(content_type__model="sanction").exists()


def test_who_is_silenced_plays_but_says_nothing(operator: Client):
    ada, eve = somebody("Ada"), somebody("Eve")
    match = open_match(ada, [eve], "monopoly_deal")

    with standing_clock() as hands:
        impose(operator, eve, "silence", days=2)
        refused = eve.post(f"/matches/{match}/messages", {"text": "Oh"})
        hands.go(2 * 86_400)
        after = eve.post(f"/matches/{match}/messages", {"text": "Oh"})

    assert code(refused) == (403, "forbidden")
    assert "sanctions" in refused.json()["detail"]
    assert after.status_code == 201


def test_who_is_suspended_can_only_read_why_and_appeal(operator: Client):
    eve = somebody("Eve")

    sanction = impose(operator, eve, "suspension", days=7)

    assert code(eve.get("/me")) == (403, "suspended")
    assert code(eve.post("/matches", {"game": "monopoly_deal", "seats": []})) == (403, "suspended")
    assert own(eve)[0]["until"] is not None
    answer = eve.post(f"/me/sanctions/{sanction.pk}/appeal", {"text": "It was a joke."})
    assert (answer.status_code, answer.json()["appeal"]) == (201, "It was a joke.")
    assert code(eve.post(f"/me/sanctions/{sanction.pk}/appeal", {"text": "Once more."})) == (400, "malformed")


def test_who_is_suspended_signs_in_to_appeal_and_to_nothing_else(operator: Client):
    Caller().post("/players", {"name": "Eve Two", "password": PASSWORD})
    eve = somebody("Eve")
    eve.player = str(Player.objects.get(name="Eve Two").pk)
    impose(operator, eve, "suspension")

    token = Caller().post("/tokens", {"name": "Eve Two", "password": PASSWORD}).json()["token"]
    signed_in = Caller(token)

    assert code(signed_in.get("/me")) == (403, "suspended")
    assert len(own(signed_in)) == 1


def test_who_is_suspended_takes_their_data_and_ends_their_tokens(operator: Client):
    eve = somebody("Eve")
    impose(operator, eve, "suspension")

    exported = eve.get("/me/export")

    assert exported.status_code == 200 == eve.get("/me/export/matches").status_code
    (token,) = exported.json()["tokens"]
    assert eve.delete(f"/tokens/{token['id']}").status_code == 204
    assert eve.get("/me/sanctions").status_code == 401, "that was the token"


def test_an_appeal_is_answered_and_one_that_is_right_ends_the_sanction(operator: Client):
    eve = somebody("Eve")
    sanction = impose(operator, eve, "suspension")
    eve.post(f"/me/sanctions/{sanction.pk}/appeal", {"text": "It was not me."})

    page = f"/admin/events/sanction/{sanction.pk}/change/"
    assert "It was not me." in operator.get(page).content.decode()
    assert operator.post(page, {"answer": "You are right.", "upheld": "on"}).status_code == 302

    (told,) = own(eve)
    assert (told["answer"], told["in_force"]) == ("You are right.", False)
    assert eve.get("/me").status_code == 200
    assert operator.post(page, {"answer": "Again.", "upheld": ""}).status_code == 403


def test_a_suspension_ends_by_itself_unless_another_one_holds(operator: Client):
    eve = somebody("Eve")
    with standing_clock() as hands:
        impose(operator, eve, "suspension", days=1)
        longer = impose(operator, eve, "suspension", days=3)
        hands.go(86_400)
        suspensions_end()
        assert not Player.objects.get(pk=eve.player).is_active
        hands.go(2 * 86_400)
        suspensions_end()
    assert Player.objects.get(pk=eve.player).is_active
    assert Sanction.objects.get(pk=longer.pk).ended_ms is not None


def test_the_end_of_a_warning_reinstates_nobody(operator: Client):
    eve = somebody("Eve")
    warning = impose(operator, eve, "warning")
    Player.objects.filter(pk=eve.player).update(is_active=False)

    services.sanction_end(sanction=warning)

    assert not Player.objects.get(pk=eve.player).is_active


def test_who_was_suspended_before_there_were_sanctions_has_one_that_ends(operator: Client):
    eve, ada, closed = somebody("Eve"), somebody("Ada"), somebody("Closed")
    Player.objects.filter(pk=eve.player).update(is_active=False)
    Player.objects.filter(pk=closed.player).update(is_active=False, closed_ms=1)
    before = import_module("events.migrations.0084_suspended_before")

    for _ in range(2):
        with connection.cursor() as cursor:
            cursor.execute(before._SANCTION)

    (sanction,) = Sanction.objects.all()
    assert (str(sanction.player_id), sanction.kind) == (eve.player, "suspension")
    services.sanction_end(sanction=sanction)
    assert Player.objects.get(pk=eve.player).is_active
    assert Player.objects.get(pk=ada.player).is_active


def test_nobody_appeals_for_another_and_strangers_see_nothing(operator: Client):
    eve, mallory = somebody("Eve"), somebody("Mallory")
    sanction = impose(operator, eve, "warning")

    assert own(mallory) == []
    assert code(mallory.post(f"/me/sanctions/{sanction.pk}/appeal", {"text": "Me too."})) == (404, "not_found")
    assert code(Caller().get("/me/sanctions")) == (401, "unauthenticated")
    assert code(eve.post(f"/me/sanctions/{sanction.pk}/appeal", {"text": ""})) == (400, "malformed")
    assert code(eve.post(f"/me/sanctions/{sanction.pk}/appeal", {"text": "x" * 1001})) == (400, "malformed")


def test_a_sanction_is_for_somebody_and_for_days_that_come(operator: Client):
    body = {"kind": "warning", "reason": "abuse", "text": "Be kind."}

    for wrong in ({"name": "Nobody at all"}, {"name": name_of(somebody("Eve")), "days": "-1"}, {"name": ""}):
        assert operator.post("/admin/events/sanction/add/", {**body, **wrong}).status_code == 200

    assert not Sanction.objects.exists()


def test_tokens_know_only_a_digest_of_their_network():
    ada, eve = somebody("Ada"), somebody("Eve")

    networks = Token.objects.filter(player__in=(ada.player, eve.player)).values_list("network", flat=True)

    assert len(set(map(bytes, networks))) == 1
    assert b"127.0.0.1" not in bytes(networks[0])


def test_the_logs_are_shown_to_the_operator_alone(operator: Client):
    ada, eve = somebody("Ada"), somebody("Eve")
    page = f"/admin/events/player/{eve.player}/with/{name_of(ada)}/"

    shown = operator.get(page)

    assert "0 public matches together" in shown.content.decode()
    assert "from which both have signed in (of the tokens that they still have): 1" in shown.content.decode()
    assert Client().get(page).status_code == 302
    assert operator.get(f"/admin/events/player/{eve.player}/with/Nobody/").status_code == 404


def test_a_suspension_that_ends_with_any_other_is_found(operator: Client, monkeypatch: pytest.MonkeyPatch):
    """The planted fault: the end of one suspension ends them all."""
    monkeypatch.setattr(
        services, "_reinstate", lambda player_id: Player.objects.filter(pk=player_id).update(is_active=True)
    )

    with pytest.raises(AssertionError):
        test_a_suspension_ends_by_itself_unless_another_one_holds(operator)
