"""Substitutes: if a match allows them, other players take the seats of players who leave or are absent."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bots.tasks import play_turn
from events.log.errors import NotSeated
from events.log.models import Match, PendingAction
from events.matches.table.moves import Submission, move_submit
from events.verifier.verify import verify
from games.kernel.audit import main as audit
from tests.events.calls import Caller, code, first_move, open_match, somebody
from tests.events.scheduling import run_due
from tests.events.tables import ready_turns_of, standing_clock
from tests.events.verifier.test_verify_vectors import by_javascript

pytestmark = pytest.mark.django_db
CLOCK = {"per_move": 60, "on_timeout": "default_move"}


def running(players: int = 2, **wish: Any) -> tuple[list[Caller], str]:
    callers = [somebody() for _ in range(players)]
    return callers, open_match(callers[0], callers[1:], "monopoly_deal", substitutes=True, **wish)


def mover(callers: list[Caller], match: str) -> int:
    seat: int = callers[0].get(f"/matches/{match}").json()["to_act"][0]
    return seat


def seat_of(match: str, number: int) -> dict[str, Any]:
    seat: dict[str, Any] = Caller().get(f"/matches/{match}").json()["seats"][number]
    return seat


def test_a_bot_plays_on_for_a_player_who_leaves():
    callers, match = running()
    leaver = mover(callers, match)

    assert callers[leaver].delete(f"/matches/{match}/seats/{leaver}").status_code == 204

    assert (seat_of(match, leaver)["kind"], seat_of(match, leaver)["policy"]) == ("bot", "greedy")
    assert code(callers[leaver].post(f"/matches/{match}/messages", {"text": "Bye"})) == (403, "not_seated")
    before = Match.objects.get(pk=match).head_seq
    for prompt, seat in ready_turns_of(Match.objects.get(pk=match).pk):
        play_turn(Match.objects.get(pk=match).pk, prompt, seat)
    assert Match.objects.get(pk=match).head_seq > before


def test_a_substitute_takes_over_from_the_bot_and_sees_the_hand():
    callers, match = running()
    leaver, eve = mover(callers, match), somebody()
    hand = callers[leaver].get(f"/matches/{match}/view").json()
    callers[leaver].delete(f"/matches/{match}/seats/{leaver}")

    answer = eve.call("PUT", f"/matches/{match}/seats/{leaver}")

    assert (answer.status_code, answer.json()["player"]["id"]) == (200, eve.player)
    rows = eve.get(f"/matches/{match}/events").json()["items"]
    assert [(row["seat"], row["policy"]) for row in rows if row["type"] == "seat.replaced"] == [
        (leaver, "greedy"),
        (leaver, None),
    ]
    assert eve.get(f"/matches/{match}/view").json()["faces"] == hand["faces"]
    assert callers[leaver].get(f"/matches/{match}/view").json()["viewer"] is None
    move = first_move(eve, match)
    assert move is not None
    assert eve.post(f"/matches/{match}/moves", move).status_code == 201


def test_the_export_of_a_player_contains_the_messages_that_they_sent_from_a_seat_and_not_those_of_others():
    callers, match = running()
    ada, eve = callers[1], somebody()
    ada.post(f"/matches/{match}/messages", {"text": "Bye"})
    ada.delete(f"/matches/{match}/seats/1")
    eve.call("PUT", f"/matches/{match}/seats/1")
    eve.post(f"/matches/{match}/messages", {"text": "Hello"})

    exports = [caller.get("/me/export").json()["messages"] for caller in (ada, eve)]

    assert [[message["text"] for message in messages] for messages in exports] == [["Bye"], ["Hello"]]


def test_a_substitute_is_notified_of_their_turn():
    callers, match = running()
    leaver, eve = mover(callers, match), somebody()
    callers[leaver].delete(f"/matches/{match}/seats/{leaver}")

    eve.call("PUT", f"/matches/{match}/seats/{leaver}")

    stream = eve.get("/me/stream?after=0").content.decode()
    assert "event: your_turn" in stream and match in stream


def test_an_absent_player_is_replaced_after_the_clock_has_answered_for_them():
    with standing_clock() as hands:
        callers, match = running(clock=CLOCK)
        absent, eve = mover(callers, match), somebody()
        assert code(eve.call("PUT", f"/matches/{match}/seats/{absent}")) == (409, "seat_taken")

        hands.go(61)
        run_due()

        assert code(eve.call("PUT", f"/matches/{match}/seats/{1 - absent}")) == (409, "seat_taken")
        assert eve.call("PUT", f"/matches/{match}/seats/{absent}").status_code == 200
        assert seat_of(match, absent)["player"]["id"] == eve.player


def test_a_player_who_has_answered_again_is_not_absent():
    with standing_clock() as hands:
        callers, match = running(clock=CLOCK)
        absent = mover(callers, match)
        hands.go(61)
        run_due()
        while mover(callers, match) != absent:
            other = callers[1 - absent]
            assert other.post(f"/matches/{match}/moves", first_move(other, match)).status_code == 201

        assert callers[absent].post(f"/matches/{match}/moves", first_move(callers[absent], match)).status_code == 201

        assert code(somebody().call("PUT", f"/matches/{match}/seats/{absent}")) == (409, "seat_taken")


def test_a_player_who_has_seen_a_hand_takes_no_other_seat():
    callers, match = running(3)
    eve = somebody()
    callers[1].delete(f"/matches/{match}/seats/1")
    callers[2].delete(f"/matches/{match}/seats/2")

    assert code(callers[1].call("PUT", f"/matches/{match}/seats/2")) == (403, "forbidden")
    assert code(callers[0].call("PUT", f"/matches/{match}/seats/2")) == (409, "seat_taken")
    assert callers[1].call("PUT", f"/matches/{match}/seats/1").status_code == 200
    assert eve.call("PUT", f"/matches/{match}/seats/2").status_code == 200


def test_a_match_allows_substitutes_only_if_its_creator_asked_for_them():
    ada, bob = somebody(), somebody()
    match = open_match(ada, [bob], "monopoly_deal")

    assert code(somebody().call("PUT", f"/matches/{match}/seats/0")) == (403, "forbidden")
    assert code(ada.delete(f"/matches/{match}/seats/0")) == (409, "match_not_open")


def test_a_player_leaves_only_their_own_seat_and_not_after_resigning():
    callers, match = running(3)
    callers[2].post(f"/matches/{match}/resign")

    assert code(callers[0].delete(f"/matches/{match}/seats/1")) == (403, "not_seated")
    assert code(callers[2].delete(f"/matches/{match}/seats/2")) == (403, "not_seated")
    assert code(somebody().call("PUT", f"/matches/{match}/seats/2")) == (409, "seat_taken")
    assert code(somebody().call("PUT", f"/matches/{match}/seats/7")) == (404, "not_found")


def test_a_bot_that_still_thinks_loses_its_turn_to_the_substitute():
    callers, match = running()
    leaver, eve = mover(callers, match), somebody()
    callers[leaver].delete(f"/matches/{match}/seats/{leaver}")
    pending = PendingAction.objects.get(match=match, seat=leaver)
    PendingAction.objects.filter(pk=pending.pk).update(
        lease_token="018f0000-0000-7000-8000-000000000009", lease_ms=2**52
    )

    eve.call("PUT", f"/matches/{match}/seats/{leaver}")

    assert not PendingAction.objects.get(match=match, seat=leaver).bot
    assert not PendingAction.objects.filter(lease_token="018f0000-0000-7000-8000-000000000009").exists()


def test_a_move_of_a_player_who_was_replaced_meanwhile_is_refused():
    callers, match = running()
    leaver, eve = mover(callers, match), somebody()
    move = first_move(callers[leaver], match)
    assert move is not None
    stale = Match.objects.get(pk=match)
    callers[leaver].delete(f"/matches/{match}/seats/{leaver}")
    eve.call("PUT", f"/matches/{match}/seats/{leaver}")

    submission = Submission(**move, player=callers[leaver].player)
    with pytest.raises(NotSeated):
        move_submit(match_id=stale.pk, seat=leaver, submission=submission, match=stale)


@pytest.mark.parametrize("game", ["monopoly_deal", "great_dalmuti"])
def test_a_substitute_begins_with_the_full_time_of_a_move(game: str):
    """Great Dalmuti prompts all seats at once, so all of them gain the time."""
    seats = {"monopoly_deal": 2, "great_dalmuti": 4}[game]
    with standing_clock() as hands:
        callers = [somebody() for _ in range(seats)]
        match = open_match(callers[0], callers[1:], game, substitutes=True, clock=CLOCK)
        leaver, eve = mover(callers, match), somebody()
        callers[leaver].delete(f"/matches/{match}/seats/{leaver}")
        hands.go(58)
        before = eve.get(f"/matches/{match}").json()["deadlines"]

        assert eve.call("PUT", f"/matches/{match}/seats/{leaver}").status_code == 200

        after = eve.get(f"/matches/{match}").json()["deadlines"]
        assert [seconds_between(one["at"], other["at"]) for one, other in zip(before, after, strict=True)] == [58]
        hands.go(59)
        run_due()
        assert eve.get(f"/matches/{match}").json()["deadlines"] == after


def test_a_player_who_leaves_and_returns_gains_no_time():
    with standing_clock() as hands:
        callers, match = running(clock=CLOCK)
        leaver = mover(callers, match)
        callers[leaver].delete(f"/matches/{match}/seats/{leaver}")
        hands.go(58)
        before = callers[leaver].get(f"/matches/{match}").json()["deadlines"]

        assert callers[leaver].call("PUT", f"/matches/{match}/seats/{leaver}").status_code == 200

        assert callers[leaver].get(f"/matches/{match}").json()["deadlines"] == before


def seconds_between(start: str, end: str) -> float:
    return (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds()


def test_both_verifiers_and_the_audit_of_the_rules_accept_a_log_with_substitutes(tmp_path: Path):
    with standing_clock() as hands:
        callers, match = running(3, clock=CLOCK)
        first = mover(callers, match)
        callers[first].delete(f"/matches/{match}/seats/{first}")
        for prompt, seat in ready_turns_of(Match.objects.get(pk=match).pk):
            play_turn(Match.objects.get(pk=match).pk, prompt, seat)
        eve = somebody()
        assert eve.call("PUT", f"/matches/{match}/seats/{first}").status_code == 200
        hands.go(61)
        run_due()
        for caller in (*callers, eve):
            caller.post(f"/matches/{match}/resign")

        bundle = callers[first].get(f"/matches/{match}/export").json()

    assert "seat.replaced" in [json.loads(event["core"])["type"] for event in bundle["events"]]
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps(bundle))
    lines = [list(line) for line in verify(bundle)]
    assert {status for status, _, _ in lines} == {"OK", "SKIPPED"}, lines
    assert audit(str(path)) == 0
    assert by_javascript([[bundle, [], None]])["bundles"] == [lines]
