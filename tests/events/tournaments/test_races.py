"""Acts on a tournament at once, and a scheduler that is killed: exactly one outcome, and nothing twice.

Threads, processes and PostgreSQL are real. To make two acts collide, each waits for the other between its check and its
write; the lock of the tournament prevents this collision, so the first act continues alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from unittest.mock import patch

import pytest

from events.log.models import Match, Seat
from events.tournaments import entries, lifecycle
from events.tournaments.models import Entry, Tournament, TournamentEvent, TournamentMatch
from events.tournaments.models import Tournament as Stored
from tests.events.calls import Caller, at_once, somebody
from tests.events.steps import tournaments_advance
from tests.stack import ROOT
from tests.streaming import process_environment

pytestmark = pytest.mark.django_db(transaction=True)
TOGETHER_SECONDS = 0.4  # the time that one act waits for the other at the same place
PAIRS: dict[str, Any] = {
    "title": "Races",
    "game": "monopoly_deal",
    "seats": 2,
    "format": "swiss",
    "rounds": 1,
    "max_players": 8,
}


def organised(ada: Caller, entered: int, **wish: Any) -> str:
    """Creates a tournament with `entered` bots; returns its path."""
    answer = ada.post("/tournaments", {**PAIRS, **wish})
    assert answer.status_code == 201, answer.content
    path = f"/tournaments/{answer.json()['id']}"
    for _ in range(entered):
        assert ada.post(f"{path}/entries", {"policy": "uniform"}).status_code == 201
    return path


def types_of(path: str) -> list[str]:
    """Returns the types of the events of a tournament's log, and checks that their numbers have no gap."""
    rows = TournamentEvent.objects.filter(tournament=path.rpartition("/")[2]).order_by("seq")
    found = list(rows.values_list("seq", "type"))
    assert [seq for seq, _ in found] == list(range(len(found)))
    return [type for _, type in found]


def status_of(path: str) -> str:
    return str(Stored.objects.get(pk=path.rpartition("/")[2]).status)


def answered(answer: Any) -> tuple[int, str]:
    """Returns the status of a response, and the code of its problem."""
    return answer.status_code, answer.json().get("code", "")


@contextmanager
def meeting(name: str, acts: int = 2) -> Iterator[None]:
    """Makes acts wait for each other where they check whether a tournament permits them."""
    together, look = threading.Barrier(acts), getattr(lifecycle, name)

    def looking(*arguments: Any, **named: Any) -> Any:
        found = look(*arguments, **named)
        with suppress(threading.BrokenBarrierError):
            together.wait(TOGETHER_SECONDS)
        return found

    with patch.object(lifecycle, name, looking), patch.object(entries, name, looking):
        yield


def test_a_tournament_that_is_started_four_times_at_once_starts_once():
    ada = somebody("Ada")
    path = organised(ada, 4)

    with meeting("require_organiser", 4):
        answers = at_once(*[lambda: ada.post(f"{path}/start")] * 4)

    assert sorted(map(answered, answers)) == [(200, ""), *[(409, "tournament_not_open")] * 3]
    assert types_of(path).count("tournament.started") == 1


def test_a_planted_missing_lock_is_found():
    """Planted fault: without the lock, the tournament of the test above does not start exactly once."""
    ada = somebody("Ada")
    path = organised(ada, 4)

    def unlocked(tournament_id: Any) -> Tournament:
        return Tournament.objects.get(pk=tournament_id)

    with patch.object(lifecycle, "lock", unlocked), meeting("require_open", 2):
        answers = at_once(*[lambda: ada.post(f"{path}/start")] * 2)

    assert sorted(map(answered, answers)) != [(200, ""), (409, "tournament_not_open")]


@pytest.mark.parametrize("seed", range(4))
def test_a_simultaneous_start_and_cancellation_leave_the_tournament_cancelled(seed: int):
    ada = somebody("Ada")
    path = organised(ada, 4)
    acts = [lambda: ada.post(f"{path}/start"), lambda: ada.post(f"{path}/cancel")]

    with meeting("require_organiser"):
        started, cancelled = at_once(*acts)
    tournaments_advance()

    assert answered(cancelled) == (200, "")
    assert answered(started) in ((200, ""), (409, "tournament_over"))
    ends = ["tournament.started"] * (started.status_code == 200) + ["tournament.cancelled"]
    assert types_of(path)[-len(ends) :] == ends and types_of(path).count("tournament.cancelled") == 1
    assert status_of(path) == "cancelled" and not TournamentMatch.objects.exists()


def test_a_tournament_that_is_cancelled_four_times_at_once_is_cancelled_once():
    ada = somebody("Ada")
    path = organised(ada, 4)

    with meeting("require_organiser", 4):
        answers = at_once(*[lambda: ada.post(f"{path}/cancel")] * 4)

    assert sorted(map(answered, answers)) == [(200, ""), *[(409, "tournament_over")] * 3]
    assert types_of(path).count("tournament.cancelled") == 1


def test_a_player_who_enters_during_the_start_takes_part_or_is_refused():
    ada, others = somebody("Ada"), [somebody("Late") for _ in range(3)]
    path = organised(ada, 4)
    enter = [lambda caller=caller: caller.post(f"{path}/entries") for caller in others]

    with meeting("require_open", 4):
        started, *entered = at_once(lambda: ada.post(f"{path}/start"), *enter)

    assert answered(started) == (200, "")
    assert {answered(answer) for answer in entered} <= {(201, ""), (409, "tournament_not_open")}
    row = TournamentEvent.objects.get(tournament=path.rpartition("/")[2], type="tournament.started")
    accepted = [answer.json()["entry"] for answer in entered if answer.status_code == 201]
    assert sorted(json.loads(bytes(row.core))["entries"]) == sorted([*range(4), *accepted])
    assert Entry.objects.count() == 4 + len(accepted)


def test_the_last_place_is_taken_once_and_starts_the_tournament_once():
    ada, others = somebody("Ada"), [somebody("Last") for _ in range(4)]
    path = organised(ada, 3, max_players=4, start="when_full")

    with meeting("require_open", 4):
        answers = at_once(*[lambda caller=caller: caller.post(f"{path}/entries") for caller in others])

    assert Counter(map(answered, answers)) == {(201, ""): 1, (409, "tournament_not_open"): 3}
    assert types_of(path).count("tournament.started") == 1 and Entry.objects.count() == 4


def test_a_player_who_enters_twice_at_once_is_entered_once():
    ada, bob = somebody("Ada"), somebody("Bob")
    path = organised(ada, 2)

    with meeting("require_open"):
        answers = at_once(*[lambda: bob.post(f"{path}/entries")] * 2)

    assert sorted(map(answered, answers)) == [(201, ""), (409, "already_entered")]
    assert types_of(path).count("entry.registered") == 3


def test_an_entry_withdrawn_during_the_start_is_in_no_match():
    ada, bob = somebody("Ada"), somebody("Bob")
    path = organised(ada, 4)
    number = bob.post(f"{path}/entries").json()["entry"]

    started, left = at_once(lambda: ada.post(f"{path}/start"), lambda: bob.delete(f"{path}/entries/{number}"))

    assert (started.status_code, left.status_code) == (200, 204)
    types = types_of(path)
    assert types.count("entry.withdrawn") == types.count("tournament.started") == 1
    tournaments_advance()
    assert number not in dealt(path)


def dealt(path: str) -> list[int]:
    """Returns the entries in the matches of the first round, each once."""
    rows = TournamentEvent.objects.filter(tournament=path.rpartition("/")[2], type="match.opened")
    entries = [entry for row in rows for entry in json.loads(bytes(row.core))["entries"]]
    assert len(entries) == len(set(entries))
    return entries


# The scheduler


def is_whole(path: str, matches: int) -> None:
    """Checks that the first round is drawn once, and that each of its matches exists once, with its seats."""
    types = types_of(path)
    assert (types.count("round.drawn"), types.count("match.opened")) == (1, matches)
    assert Match.objects.count() == TournamentMatch.objects.count() == matches
    assert len(dealt(path)) == Seat.objects.count() == 2 * matches
    assert set(Match.objects.values_list("status", flat=True)) == {"running"}


def test_several_schedulers_draw_a_round_once():
    ada = somebody("Ada")
    path = organised(ada, 6)
    ada.post(f"{path}/start")

    at_once(*[tournaments_advance] * 4)
    tournaments_advance()

    is_whole(path, 3)


@pytest.mark.parametrize("seed", range(3))
def test_a_tournament_that_is_cancelled_while_a_round_is_drawn_leaves_no_match_running(seed: int):
    ada = somebody("Ada")
    path = organised(ada, 8)
    ada.post(f"{path}/start")

    _, cancelled = at_once(tournaments_advance, lambda: ada.post(f"{path}/cancel"))
    tournaments_advance()

    assert answered(cancelled) == (200, "")
    assert types_of(path)[-1] == "tournament.cancelled" and status_of(path) == "cancelled"
    assert set(Match.objects.values_list("status", flat=True)) <= {"aborted"}
    assert types_of(path).count("match.opened") == Match.objects.count()


STUCK = """
import sys, time
from unittest.mock import patch
import django
django.setup()
from events.tournaments import rounds
from tests.events.steps import tournaments_advance
act = getattr(rounds, sys.argv[1])
def stuck(*arguments, **options):
    result = act(*arguments, **options)
    if sys.argv[2] in (repr(arguments) + repr(options)):
        print("there", flush=True)
        time.sleep(600)
    return result
with patch.object(rounds, sys.argv[1], stuck):
    tournaments_advance()
print("never there", flush=True)
"""


@pytest.mark.parametrize(
    ("act", "sign"),
    [("append", "round.drawn"), ("draw", ""), ("match_seat", ""), ("append", "match.opened"), ("state_of", "")],
    ids=["after the draw is written", "while it draws", "after a match is made", "before a match is", "as it looks"],
)
def test_a_round_whose_scheduler_is_killed_is_drawn_by_the_next_scheduler(act: str, sign: str):
    ada = somebody("Ada")
    path = organised(ada, 4)
    ada.post(f"{path}/start")
    before = types_of(path)
    stuck = subprocess.Popen(
        [sys.executable, "-c", STUCK, act, sign],
        cwd=ROOT,
        env={**os.environ, **process_environment()},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert stuck.stdout is not None and stuck.stdout.readline() == "there\n"
    assert tournaments_advance() == 0, "somebody else takes the step"
    reached = types_of(path)

    stuck.kill()
    stuck.wait()
    until(lambda: tournaments_advance() > 0)
    tournaments_advance()

    assert reached[: len(before)] == before
    is_whole(path, 2)


def until(is_done: Callable[[], bool], tries: int = 200) -> None:
    """Waits until PostgreSQL has noticed that a client has disconnected."""
    pause = threading.Event()
    while not is_done():
        tries -= 1
        assert tries, "expected it to happen"
        pause.wait(0.05)
