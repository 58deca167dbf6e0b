"""Sanctions have a kind, a reason and an end; the player can read them and appeal, even while suspended."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from events.base.exceptions import Unauthenticated
from events.http import auth
from events.moderation import services
from events.oauth import protocol
from events.streams.tickets import ticket_use
from events.users.models import Player, Sanction, Token
from tests.events.calls import Caller, code, open_match, somebody
from tests.events.oauth.test_apps import asking, consented, posted, redeemed, refreshed, registered, signed_in
from tests.events.scheduling import run_due
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
    assert operator.post("/admin/users/sanction/add/", body).status_code == 302
    auth.forget()
    return Sanction.objects.latest("created_ms")


def name_of(player: Caller) -> str:
    return Player.objects.get(pk=player.player).name


def own(player: Caller) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = player.get("/me/sanctions").json()["items"]
    return items


def test_a_warned_player_sees_the_reason_and_keeps_all_rights(operator: Client):
    eve = somebody("Eve")

    impose(operator, eve, "warning")

    (told,) = own(eve)
    assert (told["kind"], told["reason"], told["text"], told["in_force"]) == ("warning", "abuse", "Be kind.", True)
    assert eve.get("/me").status_code == 200
    assert LogEntry.objects.filter(content_type__model="sanction").exists()


def test_a_silenced_player_can_play_and_cannot_send_messages(operator: Client):
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


def test_a_suspended_player_can_only_read_the_reason_and_appeal(operator: Client):
    eve = somebody("Eve")

    sanction = impose(operator, eve, "suspension", days=7)

    assert code(eve.get("/me")) == (403, "suspended")
    assert code(eve.post("/matches", {"game": "monopoly_deal", "seats": []})) == (403, "suspended")
    assert own(eve)[0]["until"] is not None
    answer = eve.post(f"/me/sanctions/{sanction.pk}/appeal", {"text": "It was a joke."})
    assert (answer.status_code, answer.json()["appeal"]) == (201, "It was a joke.")
    assert code(eve.post(f"/me/sanctions/{sanction.pk}/appeal", {"text": "Once more."})) == (400, "malformed")


def test_a_suspended_player_can_sign_in_only_to_appeal(operator: Client):
    Caller().post("/players", {"name": "Eve Two", "password": PASSWORD})
    eve = somebody("Eve")
    eve.player = str(Player.objects.get(name="Eve Two").pk)
    impose(operator, eve, "suspension")

    token = Caller().post("/tokens", {"name": "Eve Two", "password": PASSWORD}).json()["token"]
    signed_in = Caller(token)

    assert code(signed_in.get("/me")) == (403, "suspended")
    assert len(own(signed_in)) == 1


def test_a_suspended_player_can_export_their_data_and_revoke_their_tokens(operator: Client):
    eve = somebody("Eve")
    impose(operator, eve, "suspension")

    exported = eve.get("/me/export")

    assert exported.status_code == 200 == eve.get("/me/export/matches").status_code
    (token,) = exported.json()["tokens"]
    assert eve.delete(f"/tokens/{token['id']}").status_code == 204
    assert eve.get("/me/sanctions").status_code == 401, "that was the token"


def test_a_suspension_applies_to_the_bots_and_apps_of_the_player(operator: Client):
    ada, eve, bob = somebody("Ada"), somebody("Eve"), somebody("Bob")
    bot = eve.post("/bots", {"name": "Eve Robot", "level": "good"}).json()
    robot = Caller(bot["token"], bot["id"])
    of_others = signed_in(bob, registered(eve))["access_token"]
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = ada.post("/matches", {"game": "monopoly_deal", "seats": seats}).json()["id"]
    ticket = robot.post("/stream-tickets").json()["ticket"]

    sanction = impose(operator, eve, "suspension")

    acts = [
        robot.get("/me"),
        robot.post("/bots/decisions"),
        robot.post(f"/matches/{match}/seats"),
        robot.post(f"/matches/{match}/messages", {"text": "Oh"}),
        Caller(of_others).get("/me"),
    ]
    assert [act.status_code for act in acts] == [401] * len(acts)
    assert posted(protocol.TOKEN, grant_type="refresh_token", refresh_token="x", client_id=bot["id"])[0] in (400, 401)
    with pytest.raises(Unauthenticated):
        ticket_use(ticket, None)
    assert code(Caller().get("/players/Eve Robot")) == (404, "not_found")
    services.sanction_end(sanction=sanction)
    auth.forget()
    assert robot.get("/me").status_code == 200 == Caller(of_others).get("/me").status_code


def test_an_app_of_a_suspended_player_gets_no_further_tokens(operator: Client):
    eve, bob = somebody("Eve"), somebody("Bob")
    app = registered(eve)
    refresh_token, code_of_bob = signed_in(bob, app)["refresh_token"], consented(bob, app)["code"]

    impose(operator, eve, "suspension")

    assert refreshed(app, refresh_token)[0] in (400, 401)
    assert redeemed(app, code_of_bob)[0] in (400, 401)
    assert code(bob.post("/authorizations", {**asking(app), "allow": True})) == (400, "bad_authorization")


def test_a_suspended_bot_stays_suspended_when_its_owner_is_reinstated(operator: Client):
    eve = somebody("Eve")
    bot = eve.post("/bots", {"name": "Eve Robot", "level": "good"}).json()
    robot = Caller(bot["token"], bot["id"])
    of_robot = impose(operator, robot, "suspension")
    of_eve = impose(operator, eve, "suspension")

    services.sanction_end(sanction=of_eve)
    assert robot.get("/me").status_code == 401
    services.sanction_end(sanction=of_robot)

    auth.forget()
    assert robot.get("/me").status_code == 200


def test_an_appeal_is_answered_and_an_upheld_appeal_ends_the_sanction(operator: Client):
    eve = somebody("Eve")
    sanction = impose(operator, eve, "suspension")
    eve.post(f"/me/sanctions/{sanction.pk}/appeal", {"text": "It was not me."})

    page = f"/admin/users/sanction/{sanction.pk}/change/"
    assert "It was not me." in operator.get(page).content.decode()
    assert operator.post(page, {"answer": "You are right.", "upheld": "on"}).status_code == 302

    (told,) = own(eve)
    assert (told["answer"], told["in_force"]) == ("You are right.", False)
    assert eve.get("/me").status_code == 200
    assert operator.post(page, {"answer": "Again.", "upheld": ""}).status_code == 403


def test_a_suspension_ends_at_its_time_unless_another_suspension_is_in_force(operator: Client):
    eve = somebody("Eve")
    with standing_clock() as hands:
        impose(operator, eve, "suspension", days=1)
        longer = impose(operator, eve, "suspension", days=3)
        hands.go(86_400)
        run_due(periodic=False)
        assert not Player.objects.get(pk=eve.player).is_active
        hands.go(2 * 86_400)
        run_due(periodic=False)
    assert Player.objects.get(pk=eve.player).is_active
    assert Sanction.objects.get(pk=longer.pk).ended_ms is not None


def test_the_end_of_a_warning_does_not_end_a_suspension(operator: Client):
    eve = somebody("Eve")
    warning = impose(operator, eve, "warning")
    Player.objects.filter(pk=eve.player).update(is_active=False)

    services.sanction_end(sanction=warning)

    assert not Player.objects.get(pk=eve.player).is_active


def test_only_the_sanctioned_player_sees_a_sanction_and_appeals(operator: Client):
    eve, mallory = somebody("Eve"), somebody("Mallory")
    sanction = impose(operator, eve, "warning")

    assert own(mallory) == []
    assert code(mallory.post(f"/me/sanctions/{sanction.pk}/appeal", {"text": "Me too."})) == (404, "not_found")
    assert code(Caller().get("/me/sanctions")) == (401, "unauthenticated")
    assert code(eve.post(f"/me/sanctions/{sanction.pk}/appeal", {"text": ""})) == (400, "malformed")
    assert code(eve.post(f"/me/sanctions/{sanction.pk}/appeal", {"text": "x" * 1001})) == (400, "malformed")


def test_a_sanction_needs_a_known_player_and_a_positive_number_of_days(operator: Client):
    body = {"kind": "warning", "reason": "abuse", "text": "Be kind."}

    for wrong in ({"name": "Nobody at all"}, {"name": name_of(somebody("Eve")), "days": "-1"}, {"name": ""}):
        assert operator.post("/admin/users/sanction/add/", {**body, **wrong}).status_code == 200

    assert not Sanction.objects.exists()


def test_a_token_stores_only_a_digest_of_its_network():
    ada, eve = somebody("Ada"), somebody("Eve")

    networks = Token.objects.filter(player__in=(ada.player, eve.player)).values_list("network", flat=True)

    assert len(set(map(bytes, networks))) == 1
    assert b"127.0.0.1" not in bytes(networks[0])


def test_the_page_about_two_players_is_shown_only_to_operators(operator: Client):
    ada, eve = somebody("Ada"), somebody("Eve")
    page = f"/admin/users/player/{eve.player}/with/{name_of(ada)}/"

    shown = operator.get(page)

    assert "0 public matches together" in shown.content.decode()
    assert "from which both have signed in (of the tokens that they still have): 1" in shown.content.decode()
    assert Client().get(page).status_code == 302
    assert operator.get(f"/admin/users/player/{eve.player}/with/Nobody/").status_code == 404


def test_a_suspension_that_ends_with_another_suspension_is_found(operator: Client, monkeypatch: pytest.MonkeyPatch):
    """Planted fault: the end of one suspension ends all suspensions."""
    monkeypatch.setattr(
        services, "_reinstate", lambda player_id: Player.objects.filter(pk=player_id).update(is_active=True)
    )

    with pytest.raises(AssertionError):
        test_a_suspension_ends_at_its_time_unless_another_suspension_is_in_force(operator)
