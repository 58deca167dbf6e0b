"""Reports, moderation and blocks: the log contains each act of the operator on words, with its reason."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.admin.models import LogEntry
from django.core.management import call_command
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from events.clubs.models import Club
from events.leagues.models import League
from events.log.models import ActionEvent, Match, Withdrawable
from events.moderation.models import Report
from events.notifications.models import Notification
from events.tournaments.models import Tournament
from events.users.models import Player
from tests.events.calls import Caller, code, open_match, somebody
from tests.events.proofs.test_proofs import exported, statuses
from tests.events.verifier.test_verify_vectors import by_javascript

pytestmark = pytest.mark.django_db
WORDS = "something that has to go"


@pytest.fixture
def operator(settings: Any) -> Client:
    """The operator, signed in to their pages."""
    player = Player.objects.create_superuser("Operator One", "correct horse battery")
    client = Client()
    client.force_login(player)
    return client


def table(**wish: Any) -> tuple[Caller, Caller, str]:
    ada, eve = somebody("Ada"), somebody("Eve")
    return ada, eve, open_match(ada, [eve], "monopoly_deal", **wish)


def name_of(caller: Caller) -> str:
    name: str = caller.get("/me").json()["name"]
    return name


def say(caller: Caller, match: str) -> int:
    seq: int = caller.post(f"/matches/{match}/messages", {"text": WORDS}).json()["seq"]
    return seq


def page(model: type[Model], name: str = "changelist") -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}")


def act(operator: Client, model: type[Model], action: str, *rows: Any) -> Any:
    return operator.post(page(model), {"action": action, "_selected_action": [row.pk for row in rows]})


# Reports


def test_a_report_about_a_message_names_its_sender():
    ada, eve, match = table()

    answer = ada.post("/me/reports", {"reason": "abuse", "match": match, "seq": say(eve, match), "text": "look"})

    assert (answer.status_code, answer.json()["state"]) == (201, "open")
    assert str(Report.objects.get().reported_id) == eve.player
    assert ada.get("/me/reports").json()["items"] == [answer.json()]
    assert eve.get("/me/reports").json()["items"] == []


def test_a_report_about_a_message_names_its_sender_after_others_have_taken_the_seat():
    ada, eve, match = table(substitutes=True)
    said = [say(eve, match)]
    eve.delete(f"/matches/{match}/seats/1")
    bob = somebody("Bob")
    bob.call("PUT", f"/matches/{match}/seats/1")
    said.append(say(bob, match))

    for seq in said:
        assert ada.post("/me/reports", {"reason": "abuse", "match": match, "seq": seq}).status_code == 201

    reported = Report.objects.order_by("seq").values_list("reported_id", flat=True)
    assert [str(player) for player in reported] == [eve.player, bob.player]


def test_a_report_about_a_message_does_not_name_the_next_holder_of_a_seat_that_was_left_before_the_start():
    ada, eve, bob = somebody("Ada"), somebody("Eve"), somebody("Bob")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    match = ada.post("/matches", {"game": "monopoly_deal", "seats": seats}).json()["id"]
    eve.post(f"/matches/{match}/seats", {"seat": 1})
    seq = say(eve, match)
    eve.delete(f"/matches/{match}/seats/1")
    bob.post(f"/matches/{match}/seats", {"seat": 1})

    for each, status in ((seq, 404), (say(bob, match), 201)):
        assert ada.post("/me/reports", {"reason": "abuse", "match": match, "seq": each}).status_code == status

    assert str(Report.objects.get().reported_id) == bob.player


def test_a_report_concerns_one_player_or_message_that_the_reporter_may_see():
    ada, eve, stranger = somebody("Ada"), somebody("Eve"), somebody("Stranger")
    seats = [{"kind": "me"}, {"kind": "player", "name": name_of(eve)}]
    match = open_match(ada, [eve], "monopoly_deal", seats=seats, visibility="private")
    seq = say(eve, match)

    for body, status in (
        ({"match": match, "seq": seq}, 404),
        ({"name": "Nobody"}, 404),
        ({}, 400),
        ({"match": match}, 400),
        ({"name": name_of(eve), "match": match, "seq": seq}, 400),
        ({"name": name_of(stranger)}, 400),
        ({"name": name_of(eve)}, 201),
    ):
        assert stranger.post("/me/reports", {"reason": "abuse", **body}).status_code == status, body
    assert ada.post("/me/reports", {"reason": "abuse", "match": match, "seq": 0}).status_code == 404


# The operator


def test_an_upheld_report_withdraws_the_message_by_an_event_with_its_reason(operator):
    ada, eve, match = table()
    seq = say(eve, match)
    ada.post("/me/reports", {"reason": "spam", "match": match, "seq": seq})

    assert act(operator, Report, "uphold", Report.objects.get()).status_code == 302

    row = ada.get(f"/matches/{match}/events").json()["items"][-1]
    assert (row["type"], row["by"], row["withdrawn"], row["reason"]) == ("message", "operator", seq, "spam")
    assert WORDS not in ada.get(f"/matches/{match}/messages").content.decode()
    assert ada.get("/me/reports").json()["items"][0]["state"] == "upheld"
    assert "upheld" in LogEntry.objects.get().change_message
    bundle = exported(ada, match)
    assert "FAILED" not in str(statuses(bundle))
    assert all(status != "FAILED" for status, *_ in by_javascript([[bundle, [], None]])["bundles"][0])


def test_an_operator_withdraws_a_message_without_a_report_and_only_once(operator):
    _, eve, match = table()
    say(eve, match)
    words = Withdrawable.objects.get(path="text")

    act(operator, Withdrawable, "withdraw_abuse", words)
    act(operator, Withdrawable, "withdraw_abuse", words)

    assert ActionEvent.objects.filter(match=match, type="message", seat=None).count() == 1


def test_a_dismissed_report_changes_no_log(operator):
    ada, eve, match = table()
    ada.post("/me/reports", {"reason": "abuse", "match": match, "seq": say(eve, match)})
    before = Match.objects.get(pk=match).head_seq

    act(operator, Report, "dismiss", Report.objects.get())
    act(operator, Report, "uphold", Report.objects.get())

    assert Match.objects.get(pk=match).head_seq == before
    assert Report.objects.get().state == "dismissed"


def test_the_pages_of_operators_cannot_change_the_log_and_show_no_hidden_data(operator):
    _, eve, match = table()
    say(eve, match)
    event = ActionEvent.objects.filter(match=match, type="match.started").get()
    hidden = json.loads(bytes(event.hidden))
    assert hidden

    shown = operator.get(f"/admin/log/actionevent/{event.pk}/change/")

    assert shown.status_code == 200
    for part in hidden.values():
        assert json.dumps(part) not in shown.content.decode() or len(json.dumps(part)) < 8
    for model in (ActionEvent, Match, Withdrawable, Report, Player, Club, League, Tournament):
        assert operator.get(page(model)).status_code == 200
        assert operator.post(page(model, "add")).status_code == 403
    assert operator.post(f"/admin/log/actionevent/{event.pk}/change/", {"type": "x"}).status_code == 403
    assert operator.post(f"/admin/log/actionevent/{event.pk}/delete/", {"post": "yes"}).status_code == 403
    assert act(operator, ActionEvent, "delete_selected", event).status_code in (302, 200)
    assert ActionEvent.objects.filter(pk=event.pk).exists()


def test_an_operator_ends_a_club_a_league_and_a_tournament(operator):
    ada = somebody("Ada")
    club = ada.post("/clubs", {"name": "Loud Club", "visibility": "private"}).json()["id"]
    play = {"title": "Loud", "game": "monopoly_deal", "seats": 2}
    league = ada.post("/leagues", {**play, "format": "round_robin", "sizes": [4, 4], "moving": 1}).json()["id"]
    cup = ada.post("/tournaments", {**play, "format": "knock_out", "max_players": 4}).json()["id"]
    rows: dict[type[Model], Any] = {
        Club: Club.objects.get(pk=club),
        League: League.objects.get(pk=league),
        Tournament: Tournament.objects.get(pk=cup),
    }
    assert f"{name_of(ada)}: owner" in operator.get(f"/admin/clubs/club/{club}/change/").content.decode()

    for model, row in rows.items():
        assert act(operator, model, "end_all", row).status_code == 302

    assert ada.get(f"/clubs/{club}").status_code == 404
    assert ada.get(f"/leagues/{league}").json()["status"] == "ended"
    assert ada.get(f"/tournaments/{cup}").json()["status"] == "cancelled"
    assert LogEntry.objects.filter(change_message="ended").count() == len(rows)
    assert act(operator, League, "end_all", rows[League]).status_code == 302, "it has ended already"
    assert LogEntry.objects.filter(change_message="ended").count() == len(rows)


def test_the_pages_of_operators_require_the_sign_in_of_an_operator(monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "correct horse battery")
    call_command("createsuperuser", interactive=False, name_key="any", name="Operator Two", verbosity=0)
    client = Client()

    assert client.get("/admin/moderation/report/").status_code == 302
    assert (
        client.post(
            "/admin/login/?next=/admin/", {"username": "Operator Two", "password": "correct horse battery"}
        ).status_code
        == 302
    )

    assert client.get("/admin/moderation/report/").status_code == 200


def test_attempts_to_guess_the_password_of_an_operator_are_limited(settings):
    settings.COMPTOIR_LIMITS = {"password": (2, 300)}
    Player.objects.create_superuser("Operator Three", "correct horse battery")
    client, right = Client(), {"username": "Operator Three", "password": "correct horse battery"}

    for _ in range(2):
        client.post("/admin/login/", {**right, "password": "wrong one"})

    assert client.post("/admin/login/", right).status_code == 429
    assert client.get("/admin/").status_code == 302


# Blocks


def test_a_message_of_a_muted_player_sends_no_notice():
    ada, eve, match = table()
    ada.call("PATCH", f"/me/relations/{quote(name_of(eve))}", {"avoidance": "mute"})

    say(eve, match)
    say(ada, match)

    heard = Notification.objects.filter(kind="message").values_list("player_id", flat=True)
    assert [str(player) for player in heard] == [eve.player]


def test_a_blocked_player_can_neither_invite_nor_join_the_player_who_blocks_them():
    ada, eve = somebody("Ada"), somebody("Eve")
    ada.call("PATCH", f"/me/relations/{quote(name_of(eve))}", {"avoidance": "block"})
    body = {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}]}
    match = ada.post("/matches", body).json()["id"]

    assert code(eve.post(f"/matches/{match}/seats")) == (403, "forbidden")
    invites = {**body, "seats": [{"kind": "me"}, {"kind": "player", "name": name_of(ada)}]}
    assert code(eve.post("/matches", invites)) == (400, "malformed")

    assert ada.delete(f"/me/relations/{quote(name_of(eve))}").status_code == 204
    assert eve.post(f"/matches/{match}/seats").status_code == 201
    assert ada.get("/me/relations").json()["items"] == []


def test_avoiding_oneself_or_an_unknown_player_is_refused():
    ada = somebody("Ada")

    assert ada.call("PATCH", f"/me/relations/{quote(name_of(ada))}", {"avoidance": "block"}).status_code == 400
    assert ada.call("PATCH", "/me/relations/Nobody", {"avoidance": "block"}).status_code == 404
    assert ada.delete("/me/relations/Nobody").status_code == 404
