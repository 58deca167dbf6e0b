"""People who sleep, forget, travel and leave do not hold up a match, and a deadline has one winner."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model

from events.matches.record.pending import overdue_prompts
from events.matches.record.recording import write
from events.matches.table.moves import overdue_handle
from events.models import Match, Pending, Seat
from events.sweeper import sweep
from games import registry
from games.kernel.timing.clock import DAY_MS, Hours
from tests.events.matches.clock.absence import Weeks
from tests.events.matches.clock.races import Race, timed_duel
from tests.events.tables import standing_clock
from tests.events.verifier.test_verify_vectors import by_javascript
from tests.games.harness.time_budget import SEED

GAMES = sorted(registry.GAMES)


@pytest.fixture(autouse=True)
def same_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws the delays of standing orders from a seed."""
    monkeypatch.setattr("events.matches.record.order_plans._random", Random(1))


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "seed"), [("great_dalmuti", SEED - 1), (GAMES[(SEED + 2) % len(GAMES)], SEED + 5)])
def test_a_match_among_absent_players_ends_in_time_by_lawful_acts_of_the_clock(game: str, seed: int):
    with standing_clock() as hands:
        match = Weeks(hands, game, seed)
        longest = match.play()

    [lines] = by_javascript([[match.bundle(), [], None]])["bundles"]
    assert not [line for line in lines if line[0] == "FAILED"]
    assert longest.used_ms <= longest.allowed_ms


@pytest.mark.django_db
def test_a_sweeper_that_misses_a_deadline_is_found(monkeypatch: pytest.MonkeyPatch):
    seen = set[Any]()

    def late(limit: int = 200) -> list[Any]:
        """Leaves out each overdue prompt in the first round."""
        missed = [item for item in overdue_prompts(limit) if item not in seen]
        seen.update(missed)
        return [item for item in overdue_prompts(limit) if item not in missed]

    monkeypatch.setattr("events.sweeper.overdue_prompts", late)

    with standing_clock() as hands, pytest.raises(AssertionError, match="was open 1000 ms too long"):
        Weeks(hands, "monopoly_deal", 2).play()


@pytest.mark.django_db
def test_a_clock_that_counts_the_hours_of_sleep_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Hours, "at", lambda self, at_ms: (True, at_ms + DAY_MS))

    with standing_clock() as hands, pytest.raises(AssertionError, match=r"the clock acted \d+ ms early"):
        Weeks(hands, "monopoly_deal", 2).play()


@pytest.mark.django_db
def test_a_clock_that_answers_for_somebody_who_was_not_reminded_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("events.sweeper.deadlines_notify", lambda: 0)

    with standing_clock() as hands, pytest.raises(AssertionError, match="was not reminded"):
        Weeks(hands, "great_dalmuti", 0).play()


@pytest.mark.django_db(transaction=True)
def test_a_move_and_the_clock_never_both_answer_a_prompt():
    found = Race(SEED).run(30)

    assert (found.both, found.none) == (0, 0)
    assert found.moves and found.clock, "both win now and then"
    assert found.moves + found.clock == 30


@pytest.mark.django_db(transaction=True)
def test_a_race_finds_a_clock_that_does_not_look_whether_the_prompt_is_answered(monkeypatch):
    monkeypatch.setattr("tests.events.matches.clock.races.overdue_handle", act_twice)

    assert Race().run(12).both > 0


def act_twice(*, match_id: Any, prompt: int, seat: int | None) -> bool:
    """Writes a second answer to the prompt that the clock has just answered."""
    answered = overdue_handle(match_id=match_id, prompt=prompt, seat=seat)
    match = Match.objects.get(pk=match_id)
    if answered and match.status == "running":
        write(match, "message", by="clock", seat=seat, prompt=prompt)
    return answered


def crowd(matches: int) -> None:
    """Fills the database with that many matches, all with deadlines that are not over."""
    first = timed_duel()
    with connection.cursor() as cursor:
        for statement in (
            _copies(Match, "id"),
            _copies(Seat, "match_id"),
            _copies(Pending, "match_id", deadline_ms="deadline_ms + n * 1000"),
        ):
            cursor.execute(statement, [matches - 1, first.pk])
        cursor.execute("ANALYZE events_match, events_seat, events_pending")


def _copies(model: type[Model], match: str, **other: str) -> str:
    """SQL that copies the rows of a match for many others, n = 1, 2, …; other: what differs, by column."""
    changes = {match: "md5('match ' || n)::uuid", **other}
    columns = [field.column for field in model._meta.concrete_fields if field.column != "id" or match == "id"]
    values = ", ".join(changes.get(column, column) for column in columns)
    table = model._meta.db_table
    where = f"FROM {table}, generate_series(1, %s) AS n WHERE {match} = %s"
    return f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} {where}"


@pytest.mark.django_db
def test_the_sweeper_looks_past_matches_whose_time_is_not_up(django_assert_max_num_queries):
    with standing_clock(), django_assert_max_num_queries(2_000):
        crowd(100)
        assert [sweep(), sweep()] == [0, 0]
