"""Notifications: written once, in the transaction that they report, to affected players, with public facts only."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction

from events.base.clock import clock, now_ms
from events.log.models import Match, Seat
from events.notifications.models import Notification, NotificationHead
from events.notifications.services import KEPT_MS, notices_prune
from tests.events.calls import Caller, at_once, first_move, open_match, play_on, somebody
from tests.events.steps import deadlines_notify
from tests.stack import ROOT
from tests.streaming import Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("streams")]
PER_MOVE = 400  # seconds


def notifications_of(caller: Caller, after: int = 0) -> list[dict[str, Any]]:
    """Returns the notifications of a caller, from a server without streams."""
    content = caller.call("GET", f"/me/stream?after={after}", Accept="text/event-stream").content.decode()
    blocks = [dict(line.split(": ", 1) for line in block.splitlines()) for block in content.strip().split("\n\n")]
    assert [block.get("event") for block in blocks][-1] == "bye"
    events = [(block["event"], int(block["id"]), json.loads(block["data"])) for block in blocks[1:-1]]
    assert all((name, number) == (data["kind"], data["id"]) for name, number, data in events)
    return [data for _, _, data in events]


def kinds(caller: Caller, after: int = 0) -> list[str]:
    return [notice["kind"] for notice in notifications_of(caller, after)]


def to_act(match: str) -> list[int]:
    acting: list[int] = Caller().get(f"/matches/{match}").json()["to_act"]
    return acting


def test_a_match_notifies_its_players_from_the_invitation_to_the_end() -> None:
    ada, ben = somebody(), somebody()
    seats = [{"kind": "me"}, {"kind": "player", "name": ben.get("/me").json()["name"]}]
    match = ada.post("/matches", {"game": "monopoly_deal", "seats": seats, "visibility": "private"}).json()["id"]
    assert [(n["kind"], n["match"], n["game"], n["seat"]) for n in notifications_of(ben)] == [
        ("invited", match, "monopoly_deal", 1)
    ]
    assert kinds(ada) == []

    ben.post(f"/matches/{match}/seats")
    (first,) = ada.get(f"/matches/{match}").json()["to_act"]
    actor, other = (ada, ben) if first == 0 else (ben, ada)
    assert kinds(actor, after=int(actor is ben)) == ["match_started", "your_turn"]
    assert kinds(other, after=int(other is ben)) == ["match_started"]
    turn = notifications_of(actor)[-1]
    head = actor.get(f"/matches/{match}").json()["seq"]
    assert (turn["seat"], turn["seq"], turn["deadline"]) == (first, head, None)
    assert turn["prompts"] == actor.get(f"/matches/{match}/legal-moves").json()["prompts"]

    actor.post(f"/matches/{match}/messages", {"text": "a secret of the table"})
    assert (kinds(other)[-1], notifications_of(other)[-1]["from"]) == ("message", first)
    assert "secret" not in json.dumps(notifications_of(other))
    assert kinds(actor)[-1] == "your_turn"
    actor.post(f"/matches/{match}/resign")
    for caller in (ada, ben):
        assert (kinds(caller)[-1], notifications_of(caller)[-1]["status"]) == ("match_over", "finished")


def test_numbers_of_notifications_have_no_gaps_when_matches_move_at_once() -> None:
    callers = [somebody() for _ in range(4)]
    matches = [open_match(callers[place], callers[:place] + callers[place + 1 :]) for place in range(4)]

    def chatter(place: int) -> None:
        for _ in range(10):
            answer = callers[place].post(f"/matches/{matches[place]}/messages", {"text": "hello"})
            assert answer.status_code == 201, answer.content

    at_once(*(lambda place=place: chatter(place) for place in range(4)))

    for caller in callers:
        numbers = [notice["id"] for notice in notifications_of(caller)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert kinds(caller).count("message") == 30


def test_a_player_is_notified_when_the_match_begins_to_wait_for_their_seat() -> None:
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])
    before, counts = set(to_act(match)), [len(notifications_of(caller)) for caller in callers]

    for _ in range(25):
        seat = to_act(match)[0]
        callers[seat].post(f"/matches/{match}/moves", first_move(callers[seat], match))
        acting = set(to_act(match))
        new = {place for place in range(4) if "your_turn" in kinds(callers[place], counts[place])}
        assert new >= acting - before
        assert new <= acting
        before, counts = acting, [len(notifications_of(caller)) for caller in callers]


def test_an_event_that_was_not_committed_notifies_no_player() -> None:
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])
    count, heads = (
        Notification.objects.count(),
        list(NotificationHead.objects.order_by("pk").values_list("last", flat=True)),
    )

    with transaction.atomic():
        callers[0].post(f"/matches/{match}/messages", {"text": "never said"})
        assert Notification.objects.count() == count + 3
        transaction.set_rollback(True)

    assert Notification.objects.count() == count
    assert list(NotificationHead.objects.order_by("pk").values_list("last", flat=True)) == heads


def test_a_resigned_seat_is_notified_of_no_turns() -> None:
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])
    leaver = to_act(match)[0]
    callers[leaver].post(f"/matches/{match}/resign")
    number = len(notifications_of(callers[leaver]))

    others = [caller for place, caller in enumerate(callers) if place != leaver]
    play_on(callers, match, lambda head: head["seq"] > 40 or leaver in head["to_act"])

    assert "your_turn" not in kinds(callers[leaver], number)
    assert all("your_turn" in kinds(caller) for caller in others)


def test_players_are_notified_of_a_near_deadline_once() -> None:
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:], clock={"per_move": PER_MOVE, "on_timeout": "default_move"})
    waiting, begin = to_act(match), now_ms()
    late = begin + 1000 * (PER_MOVE - PER_MOVE // 4)

    assert deadlines_notify() == 0
    with clock(lambda: late - 5_000):
        assert deadlines_notify() == 0
    with clock(lambda: late + 5_000):
        assert deadlines_notify() == len(waiting)
        assert deadlines_notify() == 0

    for seat, caller in enumerate(callers):
        near = [notice for notice in notifications_of(caller) if notice["kind"] == "deadline_near"]
        assert [notice["seat"] for notice in near] == ([seat] if seat in waiting else [])
        assert all(notice["deadline"] for notice in near)


def test_earlier_deadlines_that_are_not_near_delay_no_reminder() -> None:
    ada, bob = somebody(), somebody()
    match = open_match(ada, [bob], "monopoly_deal", clock={"per_move": 86_400})
    late = Match.objects.get(pk=match).last_at_ms + 85_000_000
    with clock(lambda: late):
        open_match(ada, [bob], "monopoly_deal", clock={"per_move": 1_200})

        assert deadlines_notify() == 1
        assert deadlines_notify() == 0

    assert Notification.objects.filter(kind="deadline_near", match=match).count() == 1


def test_a_seat_that_answered_a_sealed_prompt_is_not_reminded_of_its_deadline() -> None:
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:], clock={"per_move": PER_MOVE, "on_timeout": "default_move"})
    waiting = to_act(match)
    answered = callers[waiting[0]].post(f"/matches/{match}/moves", first_move(callers[waiting[0]], match))
    assert answered.json() == {"seq": None, "accepted": True}
    late = Match.objects.get(pk=match).last_at_ms + 1000 * PER_MOVE - 20_000

    with clock(lambda: late):
        deadlines_notify()

    assert to_act(match) == waiting
    assert ["deadline_near" in kinds(callers[seat]) for seat in waiting] == [False, *[True] * (len(waiting) - 1)]


def test_old_notifications_are_deleted_and_their_numbers_are_not_reused() -> None:
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])
    newest = len(notifications_of(callers[1]))
    assert notices_prune() == 0

    later = now_ms() + KEPT_MS + 60_000
    with clock(lambda: later):
        assert notices_prune() > 0
    assert notifications_of(callers[1]) == []

    callers[0].post(f"/matches/{match}/messages", {"text": "hello"})
    assert [notice["id"] for notice in notifications_of(callers[1])] == [newest + 1]


@contextmanager
def notified_without_lock() -> Iterator[None]:
    """Numbers notifications in several relays at once, from an unlocked head of each player."""
    relaying = (ROOT / "events" / "notifications" / "sql" / "relay.sql").read_text()
    together = relaying.replace("PERFORM pg_advisory_xact_lock(hashtextextended('relay', 0));", "")
    written = (ROOT / "events" / "notifications" / "sql" / "notify.sql").read_text()
    unlocked = written.replace("DO UPDATE SET last = head.last", "DO NOTHING").replace(
        "UPDATE events_noticehead SET last = last + 1 WHERE player_id = notice.player RETURNING last INTO number;",
        "SELECT last + 1 INTO number FROM events_noticehead WHERE player_id = notice.player;"
        "UPDATE events_noticehead SET last = number WHERE player_id = notice.player;",
    )
    assert unlocked.count("last = ") == 1 and together != relaying, "all locks are gone"
    with connection.cursor() as cursor:
        cursor.execute(unlocked + together)
    yield
    with connection.cursor() as cursor:
        cursor.execute(written + relaying)


def test_a_planted_fault_is_found() -> None:
    """Without the lock, numbers occur twice."""
    callers = [somebody() for _ in range(4)]
    matches = [open_match(callers[0], callers[1:]) for _ in range(4)]
    posts = [lambda match=match: callers[0].post(f"/matches/{match}/messages", {"text": "x"}) for match in matches * 4]

    answers: set[int] = set()
    with notified_without_lock():
        for _ in range(20):  # two relays meet only by chance
            answers |= {answer.status_code if answer is not None else 500 for answer in at_once(*posts)}
            if answers != {201}:
                break

    assert 201 in answers and answers != {201}


def test_a_stream_sends_new_notifications_and_can_be_resumed(server: Server) -> None:
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])
    before = notifications_of(callers[1])

    with server.stream("/me/stream", callers[1].token) as stream:
        callers[0].post(f"/matches/{match}/messages", {"text": "hello"})
        (event,) = stream.until(lambda event: event.name == "message")
        assert (event.id, event.data["id"]) == (len(before) + 1, len(before) + 1)
    callers[0].post(f"/matches/{match}/messages", {"text": "hello again"})
    with server.stream("/me/stream", callers[1].token, stream.last) as stream:
        (event,) = stream.until(lambda event: event.name == "message")
        assert event.id == len(before) + 2
    with server.stream("/me/stream?after=0", callers[1].token) as stream:
        assert len(stream.until(lambda event: event.id == len(before) + 2)) == len(before) + 2


def test_a_stream_without_events_can_be_resumed(server: Server) -> None:
    callers = [somebody() for _ in range(4)]
    match = open_match(callers[0], callers[1:])
    newest = len(notifications_of(callers[1]))

    with server.stream("/me/stream", callers[1].token) as stream:
        lines = [stream.response.readline() for _ in range(3)]
    assert lines[1:] == [b"id: %d\n" % newest, b"\n"]
    callers[0].post(f"/matches/{match}/messages", {"text": "hello"})
    with server.stream("/me/stream", callers[1].token, newest) as again:
        assert again.until(lambda event: True)[0].id == newest + 1


def test_a_player_is_not_notified_of_matches_of_others(server: Server) -> None:
    callers, stranger = [somebody() for _ in range(4)], somebody()
    match = open_match(callers[0], callers[1:])

    with server.stream("/me/stream", stranger.token) as stream:
        callers[0].post(f"/matches/{match}/messages", {"text": "hello"})
        own = open_match(stranger, [somebody()], "monopoly_deal")
        events = stream.until(lambda event: event.name == "match_started")

    assert {event.data["match"] for event in events} == {own}
    assert Seat.objects.filter(match=match).count() == 4
