"""The migration sets the timers for work that waits in an existing database."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.db import connection

from events.ratings.models import Participation, RatingChange
from events.timers.models import MatchTimer, Timer
from tests.events.calls import open_match, somebody
from tests.events.scheduling import run_due
from tests.events.tables import dalmuti, fresh, standing_clock
from tests.events.tournaments.test_tournaments import organised

pytestmark = pytest.mark.django_db


def test_work_that_was_pending_before_the_migration_is_done_afterwards() -> None:
    ada, bob = somebody("Ada"), somebody("Bob")
    with standing_clock() as hands:
        running = dalmuti(clock={"per_move": 60, "on_timeout": "resign"})
        counted, over = (open_match(ada, [bob], "monopoly_deal", rated=True) for _ in range(2))
        for match in (counted, over):
            bob.post(f"/matches/{match}/resign")
        tournament = organised(ada).rpartition("/")[2]
        before = fresh(running).head_seq
        MatchTimer.objects.all().delete()
        Timer.objects.all().delete()
        hands.go(61)

        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            for flag in ("is_counted", "is_club_counted", "has_participations"):  # flags before the migration
                cursor.execute(f"ALTER TABLE events_match ADD COLUMN {flag} boolean NOT NULL DEFAULT false")
            cursor.execute("UPDATE events_match SET has_participations = true WHERE id = %s", [counted])
            for statement in import_module("events.timers.migrations.0002_pending").STATEMENTS:
                cursor.execute(statement)
        MatchTimer.objects.update(due_ms=hands.now_ms)
        assert Timer.objects.get(kind="tournament").key == tournament
        run_due(periodic=False)

        assert fresh(running).head_seq > before
        assert {str(row.match) for row in Participation.objects.all()} == {over}
        assert {str(row.match_id) for row in RatingChange.objects.all()} == {counted, over}
