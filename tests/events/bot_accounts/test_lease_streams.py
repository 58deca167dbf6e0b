"""A stream delivers the decisions of a bot: each to one reader at a time, and no more than the reader may hold."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from events.log.models import PendingAction
from events.streams.frames import LINES
from events.users.models import Token
from tests.events.bot_accounts.test_bots import LEASES, ended, leased, match_with, new_bot, to_the_bot
from tests.events.calls import Caller, code, somebody
from tests.streaming import Reader, Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("streams")]

PATH = f"{LEASES}/stream"


def open_stream(server: Server, bot: Caller, query: str = "", **options: Any) -> Reader:
    reader = server.stream(f"{PATH}{query}", bot.token, accept=LINES.media_type, **options)
    assert reader.status == 200, reader.response.read()
    return reader


def decisions(reader: Reader) -> Iterator[dict[str, Any]]:
    return (event.data for event in reader.events() if event.name == "decision")


def play(bot: Caller, decision: dict[str, Any]) -> int:
    move = {"prompt": decision["prompt"], "lease": decision["lease"], **decision["legal_moves"]["moves"][0]}
    return bot.post(f"/matches/{decision['match']}/moves", move).status_code


def tables(count: int, **wish: Any) -> tuple[Caller, Caller, list[str]]:
    """Returns a person, a bot of theirs, and matches of both that wait for the bot."""
    owner = somebody("Owner")
    bot, name = new_bot(owner)
    matches = [match_with(owner, name, **wish) for _ in range(count)]
    for match in matches:
        to_the_bot(owner, match)
    return owner, bot, matches


def test_a_streamed_decision_has_the_form_of_a_requested_decision(server: Server) -> None:
    _, bot, (match,) = tables(1)

    with open_stream(server, bot) as stream:
        decision = next(decisions(stream))

    view = bot.get(f"/matches/{match}/view").json()
    assert (decision["match"], decision["seat"], decision["required"]) == (match, 1, True)
    assert decision["view"] == view
    assert decision["legal_moves"]["prompt"] == decision["prompt"]
    assert leased(bot) == [], "it is leased"
    assert play(bot, decision) == 201


def test_a_decision_of_a_new_match_is_sent_when_it_becomes_ready(server: Server) -> None:
    owner = somebody("Owner")
    bot, name = new_bot(owner)

    with open_stream(server, bot) as stream:
        waiting = decisions(stream)
        for _ in range(2):
            match = match_with(owner, name)
            to_the_bot(owner, match)
            decision = next(waiting)
            assert decision["match"] == match
            while decision["match"] == match and bot.get(f"/matches/{match}").json()["to_act"] == [1]:
                assert play(bot, decision) == 201
                if bot.get(f"/matches/{match}").json()["to_act"] == [1]:
                    decision = next(waiting)


def test_a_stream_holds_no_more_leases_than_it_asked_for(server: Server) -> None:
    _, bot, matches = tables(3)

    with open_stream(server, bot, "?max=2&seconds=120") as stream:
        waiting = decisions(stream)
        held = [next(waiting), next(waiting)]
        assert PendingAction.objects.filter(bot=True, lease_ms__isnull=False).count() == 2
        bot.post(LEASES, {"max": 0, "passed": [held[0]["lease"]]})
        third = next(waiting)
        assert {each["match"] for each in (*held, third)} == set(matches)
        bot.post(LEASES, {"max": 0, "passed": [held[1]["lease"]]})
        again = next(waiting)
    assert again["match"] in {each["match"] for each in held}, "a passed decision that is required comes back"


def test_a_decision_is_leased_to_one_stream_only(server: Server, other_server: Server) -> None:
    """Two server processes, each with two streams of the program, and eight matches."""
    _, bot, matches = tables(8)

    with ExitStack() as opened:
        streams = [
            opened.enter_context(open_stream(process, bot, "?max=2&seconds=120"))
            for _ in range(2)
            for process in (server, other_server)
        ]
        got = [[next(waiting), next(waiting)] for waiting in map(decisions, streams)]

    handed = [decision["match"] for some in got for decision in some]
    assert sorted(handed) == sorted(matches)


def test_a_decision_of_a_closed_stream_is_leased_again_after_its_lease_ends(server: Server) -> None:
    _, bot, (match,) = tables(1)
    with open_stream(server, bot, "?seconds=5") as dead:
        first = next(decisions(dead))

    began = time.monotonic()
    with open_stream(server, bot, "?seconds=5") as alive:
        second = next(decisions(alive))
        assert time.monotonic() - began > 3
        assert second["prompt"] == first["prompt"] and second["lease"] != first["lease"]
        assert play(bot, first) == 412
        assert play(bot, second) == 201


def test_a_lease_outlives_its_server_process_and_a_new_stream_sends_the_next_decision(other_server: Server) -> None:
    _, bot, matches = tables(2)

    with open_stream(other_server, bot, "?seconds=120") as stream:
        first = next(decisions(stream))
        other_server.stop(signal.SIGKILL)
        assert stream.rest() == []
    other_server.start()
    with open_stream(other_server, bot, "?seconds=120") as stream:
        second = next(decisions(stream))

    assert {first["match"], second["match"]} == set(matches), "what the program holds is not handed out again"
    assert [play(bot, each) for each in (first, second)] == [201, 201]


def test_a_stream_ends_when_the_token_is_revoked(server: Server) -> None:
    owner, bot, (match,) = tables(1)

    with open_stream(server, bot) as stream:
        next(decisions(stream))
        Token.objects.filter(player=bot.player).delete()
        owner.post(f"/matches/{match}/messages", {"text": "hello"})
        assert [event.data for event in stream.rest() if event.name == "bye"] == [{"reason": "rights"}]


def test_leases_are_streamed_to_bots_alone_and_with_limits() -> None:
    owner, bot, _ = tables(1)

    assert owner.get(PATH).status_code == 403
    Token.objects.filter(player=owner.player).update(scopes="bot")
    assert code(owner.get(PATH)) == (403, "forbidden")
    for query in ("?max=0", "?max=17", "?seconds=4", "?seconds=121", "?after=3"):
        assert bot.get(PATH + query).status_code == 400, query


def test_a_request_for_zero_decisions_passes_leases_and_reports_ended_matches() -> None:
    owner, bot, (match,) = tables(1)
    (decision,) = leased(bot)

    assert bot.post(LEASES, {"max": 0, "passed": [decision["lease"]]}).json()["items"] == []
    owner.post(f"/matches/{match}/resign")
    assert ended(bot, match) == [{"match": match, "status": "finished"}]
