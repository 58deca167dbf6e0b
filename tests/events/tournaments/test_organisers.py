"""Organisers: changes before the start, co-organisers, announcements, and tournaments whose organiser has left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from events.accounts.services import account_close
from events.notifications.models import Notification
from events.notifications.push_lines import push_payload
from events.tournaments import rules
from events.tournaments.audit import audit
from events.tournaments.models import Tournament
from events.tournaments.rules import AGREED, VANISHED_MS
from events.users.models import Player, Token
from tests.events.calls import Caller, somebody
from tests.events.steps import tournaments_advance
from tests.events.tables import Hands, standing_clock
from tests.events.tournaments.test_tournaments import PAIRS, code, events_of, failed, head, name_of, organised

pytestmark = pytest.mark.django_db


@pytest.fixture
def hands() -> Iterator[Hands]:
    with standing_clock() as hands:
        yield hands


def news_of(caller: Caller) -> list[str]:
    """Returns the notifications about tournaments that a player received, in order."""
    told = Notification.objects.filter(player=caller.player, tournament__isnull=False).order_by("number")
    return [notice.data.get("news", notice.kind) for notice in told]


def enter(path: str, *callers: Caller) -> None:
    for caller in callers:
        assert caller.post(f"{path}/entries").status_code == 201


def audited(path: str) -> list[str]:
    return failed(audit(Caller().get(f"{path}/export").json(), []))


# Changes


def test_a_change_before_the_start_notifies_each_entrant_once():
    ada, bob, eve = somebody(), somebody(), somebody()
    path = organised(ada, PAIRS)
    enter(path, ada, bob)

    changed = ada.call("PATCH", path, {"title": "Sunday", "max_players": 4, "starts_at": "2126-03-01T18:00:00Z"})

    assert (changed.status_code, changed.json()["title"], changed.json()["max_players"]) == (200, "Sunday", 4)
    assert head(eve, path)["starts_at"] == "2126-03-01T18:00:00.000Z"
    assert events_of(path)[-1]["changed"] == ["max_players", "starts_at", "title"]
    assert "Sunday" not in json.dumps(events_of(path))
    assert (news_of(ada), news_of(bob), news_of(eve)) == ([], ["changed"], [])
    assert ada.call("PATCH", path, {"title": "Sunday"}).status_code == 200  # nothing changes, so nobody is notified
    assert (news_of(bob), audited(path)) == (["changed"], [])
    assert "event: tournament_news" in bob.get("/me/stream?after=0").content.decode()


def test_agreed_settings_change_only_while_no_other_player_has_entered():
    ada, bob = somebody(), somebody()
    path = organised(ada, PAIRS)
    enter(path, ada)

    assert (
        ada.call("PATCH", path, {"format": "swiss", "rounds": 2, "clock": {"per_move": 600}}).json()["format"]
        == "swiss"
    )
    enter(path, bob)
    before = head(ada, path)

    assert code(ada.call("PATCH", path, {"game": "dale_of_merchants", "title": "Other"})) == "entrants_have_agreed"
    assert head(ada, path) == before
    bob.delete(f"{path}/entries/1")
    assert ada.call("PATCH", path, {"game": "dale_of_merchants"}).json()["game"] == "dale_of_merchants"
    assert audited(path) == []


def test_a_tournament_stored_without_team_settings_can_be_changed():
    ada = somebody()
    path = organised(ada, PAIRS)
    stored = Tournament.objects.get()
    for name in ("team_size", "replays", "substitutes", "late_entry"):
        stored.settings.pop(name)
    stored.save()

    assert ada.call("PATCH", path, {"title": "Old"}).json()["team_size"] == 1
    assert events_of(path)[-1]["changed"] == ["title"]


def test_shared_deals_are_committed_before_the_first_entry():
    ada = somebody()
    path = organised(ada, PAIRS, format="swiss", rounds=1)
    assert len(ada.call("PATCH", path, {"duplicate": True, "rounds": 2}).json()["deal_commits"]) == 2
    enter(path, ada)

    refused = ada.call("PATCH", path, {"rounds": 3})

    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/rounds")
    assert ada.call("PATCH", path, {"rounds": 1}).json()["rounds"] == 1
    assert audited(path) == []


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"max_players": 1}, "/max_players"),
        ({"seats": 17}, "/seats"),
        ({"rounds": 3}, "/rounds"),
        ({"visibility": "private"}, "/visibility"),
        ({"title": "x"}, "/title"),
        ({"options": {"nothing": 1}}, "/options/nothing"),
        ({"prize": 3}, "/prize"),
    ],
)
def test_an_invalid_change_changes_nothing(wrong: dict[str, Any], pointer: str):
    ada = somebody()
    path = organised(ada, PAIRS)

    answer = ada.call("PATCH", path, {"title": "Other", **wrong})

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, pointer)
    assert len(events_of(path)) == 1


def test_fewer_places_than_entrants_are_refused_and_as_many_start_the_tournament():
    ada, bob = somebody(), somebody()
    path = organised(ada, PAIRS, start="when_full")
    enter(path, ada, bob, eve := somebody())

    assert ada.call("PATCH", path, {"max_players": 2}).json()["errors"][0]["pointer"] == "/max_players"
    assert ada.call("PATCH", path, {"max_players": 3}).json()["status"] == "running"
    assert code(ada.call("PATCH", path, {"title": "Late"})) == "tournament_not_open"
    assert code(eve.call("PATCH", path, {"title": "Mine"})) == "forbidden"


def test_a_push_about_a_tournament_has_its_page_and_no_text_of_messages():
    ada, bob = somebody(), somebody()
    path = organised(ada, PAIRS)
    enter(path, bob)
    ada.post(f"{path}/messages", {"text": "Secret plan"})

    payload = push_payload(Notification.objects.get(player=bob.player), "en")

    assert (payload["page"], payload["body"]) == (path, "News of your tournament.")
    assert "match" not in payload and "Secret" not in json.dumps(payload)


# Co-organisers


def test_a_co_organiser_may_neither_cancel_nor_name_co_organisers():
    ada, bob, eve = somebody(), somebody(), somebody()
    path = organised(ada, PAIRS, visibility="private")
    assert bob.get(path).status_code == 404

    named = ada.call("PUT", f"{path}/organisers/{name_of(bob)}", {})

    assert (named.status_code, named.json()["co_organisers"], news_of(bob)) == (200, [name_of(bob)], ["organiser"])
    assert ada.call("PUT", f"{path}/organisers/{name_of(bob)}", {}).status_code == 200
    assert (head(bob, path)["is_organiser"], head(ada, path)["is_organiser"]) == (True, True)
    assert bob.call("PATCH", path, {"title": "By Bob"}).status_code == 200
    assert bob.post(f"{path}/entries", {"policy": "greedy"}).status_code == 201
    assert code(bob.post(f"{path}/cancel")) == "forbidden"
    assert code(bob.call("PUT", f"{path}/organisers/{name_of(eve)}", {})) == "forbidden"
    assert ada.call("PUT", f"{path}/organisers/Nobody at all", {}).status_code == 404
    assert (news_of(bob), events_of(path)[1]["organisers"]) == (["organiser"], 2)
    assert bob.delete(f"{path}/organisers/{name_of(bob)}").status_code == 204
    assert code(bob.call("PATCH", path, {"title": "Again"})) == "forbidden"


def test_a_player_who_blocks_the_organiser_cannot_be_named_co_organiser():
    ada, bob = somebody(), somebody()
    path = organised(ada, PAIRS)
    bob.call("PATCH", f"/me/relations/{name_of(ada)}", {"avoidance": "block"})

    assert ada.call("PUT", f"{path}/organisers/{name_of(bob)}", {}).status_code == 404
    assert len(events_of(path)) == 1


def test_a_co_organiser_inherits_a_tournament_whose_organiser_closes_the_account():
    ada, bob = somebody(), somebody()
    path = organised(ada, PAIRS)
    ada.call("PUT", f"{path}/organisers/{name_of(bob)}", {})
    account_close(player=Player.objects.get(pk=ada.player), token=Token.objects.get(player=ada.player))

    tournaments_advance()

    assert (head(bob, path)["status"], head(bob, path)["organiser"]) == ("open", name_of(bob))
    assert bob.post(f"{path}/cancel").status_code == 200


# Announcements


def test_a_message_reaches_all_entrants_except_players_who_have_muted_its_sender():
    ada, bob, eve = somebody(), somebody(), somebody()
    path = organised(ada, PAIRS)
    enter(path, bob, eve)
    eve.call("PATCH", f"/me/relations/{name_of(ada)}", {"avoidance": "mute"})

    said = ada.post(f"{path}/messages", {"text": "Welcome!"})

    assert (said.status_code, said.json()["number"], said.json()["player"]) == (201, 1, name_of(ada))
    assert (news_of(bob), news_of(eve)) == (["words"], [])
    assert [word["text"] for word in bob.get(f"{path}/messages").json()["items"]] == ["Welcome!"]
    assert eve.get(f"{path}/messages").json()["items"] == []
    assert "Welcome!" not in json.dumps(events_of(path))
    assert "Welcome!" in json.dumps(ada.get("/me/export").json()["tournament_messages"])
    assert code(bob.post(f"{path}/messages", {"text": "Mine"})) == "forbidden"
    assert code(bob.delete(f"{path}/messages/1")) == "forbidden"
    assert ada.delete(f"{path}/messages/1").status_code == 204
    assert bob.get(f"{path}/messages").json()["items"] == []
    assert ada.post(f"{path}/messages", {"text": "Again"}).json()["number"] == 2


def test_the_number_and_length_of_messages_are_limited(hands: Hands):
    ada = somebody()
    path = organised(ada, PAIRS)
    for number in range(5):
        assert ada.post(f"{path}/messages", {"text": f"{number}"}).status_code == 201

    sixth = ada.post(f"{path}/messages", {"text": "6"})

    assert (sixth.status_code, int(sixth.headers["Retry-After"]) > 80_000) == (429, True)
    hands.go(86_401)
    assert ada.post(f"{path}/messages", {"text": "x" * 501}).status_code == 400
    assert ada.post(f"{path}/messages", {"text": "x" * 500}).status_code == 201


def test_closing_an_account_deletes_its_messages():
    ada, bob = somebody(), somebody()
    path = organised(ada, PAIRS)
    ada.call("PUT", f"{path}/organisers/{name_of(bob)}", {})
    bob.post(f"{path}/messages", {"text": "Mine"})

    account_close(player=Player.objects.get(pk=bob.player), token=Token.objects.get(player=bob.player))

    assert ada.get(f"{path}/messages").json()["items"] == []
    assert head(ada, path)["co_organisers"] == []


# Rounds, and the end


def test_each_entrant_is_notified_once_of_a_drawn_round_or_a_bye():
    callers = [somebody() for _ in range(3)]
    path = organised(callers[0], PAIRS)
    enter(path, *callers)
    callers[0].post(f"{path}/start")

    tournaments_advance()
    tournaments_advance()

    told = Notification.objects.filter(kind="round_drawn").order_by("player")
    assert sorted(str(notice.data["table"]) for notice in told) == ["1", "1", "None"]
    assert [news_of(caller) for caller in callers] == [["round_drawn"]] * 3
    assert "event: round_drawn" in callers[0].get("/me/stream?after=0").content.decode()
    line = callers[0].get("/me/export").json()["notices"][0]
    assert (line["tournament"], line["game"], "match" in line) == (path.rpartition("/")[2], "monopoly_deal", False)


def test_a_cancellation_notifies_everyone_once_except_the_player_who_cancelled():
    ada, bob, eve = somebody(), somebody(), somebody()
    path = organised(ada, PAIRS)
    Player.objects.filter(pk=eve.player).update(is_staff=True)
    enter(path, bob, eve)

    assert eve.post(f"{path}/cancel").status_code == 200

    assert (news_of(ada), news_of(bob), news_of(eve)) == (["cancelled"], ["cancelled"], [])
    assert events_of(path)[-1]["by"] == "operator"


def running(hands: Hands) -> tuple[str, list[Caller]]:
    """Returns a tournament of four players and a bot, whose organiser does not play and does not return."""
    ada, *players = [somebody() for _ in range(5)]
    path = organised(ada, PAIRS)
    enter(path, *players)
    ada.post(f"{path}/entries", {"policy": "uniform"})
    ada.post(f"{path}/start")
    tournaments_advance()
    return path, [ada, *players]


def test_more_than_half_of_the_entrants_can_cancel_when_the_organiser_is_inactive(hands: Hands):
    path, (ada, *players) = running(hands)
    assert code(players[0].post(f"{path}/cancel-votes")) == "organiser_is_here"
    hands.go(VANISHED_MS // 1000)

    for caller in players[:2]:
        assert caller.post(f"{path}/cancel-votes").json()["status"] == "running"
    assert code(players[0].post(f"{path}/cancel-votes")) == "already_voted"
    assert code(ada.post(f"{path}/cancel-votes")) == "forbidden"
    assert head(players[0], path)["cancelling"] | {"possible_at": ""} == {
        "votes": 2,
        "needed": 3,
        "voted": True,
        "possible_at": "",
    }
    assert players[2].post(f"{path}/cancel-votes").json()["status"] == "cancelled"

    assert (events_of(path)[-1]["by"], audited(path)) == ("entrants", [])
    assert news_of(ada) == ["vote", "cancelled"]
    assert news_of(players[3]) == ["round_drawn", "vote", "cancelled"]
    assert code(players[3].post(f"{path}/cancel-votes")) == "tournament_over"


def test_an_action_of_the_organiser_deletes_the_votes_to_cancel(hands: Hands):
    path, (ada, *players) = running(hands)
    hands.go(VANISHED_MS // 1000)
    for caller in players[:2]:
        caller.post(f"{path}/cancel-votes")

    ada.post(f"{path}/messages", {"text": "I am here"})

    assert head(ada, path)["cancelling"]["votes"] == 0
    assert code(players[2].post(f"{path}/cancel-votes")) == "organiser_is_here"


def rewritten(path: str, change: Any) -> list[str]:
    """Returns the steps that fail for an export with changed events."""
    bundle = Caller().get(f"{path}/export").json()
    cores = [json.loads(event["core"]) for event in bundle["events"]]
    change(cores)
    bundle["events"] = [
        {"core": json.dumps(core, sort_keys=True, separators=(",", ":")), "hash": event["hash"]}
        for core, event in zip(cores, bundle["events"], strict=True)
    ]
    return failed(audit(bundle, []))


def test_the_audit_finds_invalid_and_insufficient_votes(hands: Hands):
    path, (_, *players) = running(hands)
    hands.go(VANISHED_MS // 1000)
    for caller in players[:3]:
        caller.post(f"{path}/cancel-votes")
    assert audited(path) == []

    early = [core["at_ms"] for core in events_of(path)][-5]
    assert "3 draws" in rewritten(path, lambda cores: cores[-2].update(at_ms=early))
    assert "3 draws" in rewritten(path, lambda cores: cores[-2].update(entry=4))  # a bot
    with patch.object(rules, "votes_needed", lambda state: 4):
        assert audited(path) == ["3 draws"]


@pytest.mark.parametrize("name", sorted(AGREED))
def test_the_audit_finds_a_change_of_settings_that_entrants_agreed_to(name: str):
    ada, bob = somebody(), somebody()
    path = organised(ada, PAIRS)
    enter(path, ada, bob)
    ada.call("PATCH", path, {"title": "Other"})

    assert audited(path) == []
    changed = {name: events_of(path)[0][name]}
    assert "3 draws" in rewritten(path, lambda cores: cores[-1].update(changed=[name], settings=changed))


def test_a_cancelled_tournament_cannot_be_changed():
    ada = somebody()
    path = organised(ada, PAIRS)
    ada.post(f"{path}/cancel")

    refusals = {
        code(ada.call("PATCH", path, {"title": "Late"})),
        code(ada.post(f"{path}/messages", {"text": "Late"})),
        code(ada.call("PUT", f"{path}/organisers/{name_of(somebody())}", {})),
    }

    assert refusals == {"tournament_over"}
    assert Tournament.objects.get().title == PAIRS["title"]
