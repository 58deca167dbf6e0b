"""The scheduler and the metrics do not read more when there are more finished matches."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction

from events.base.clock import now_ms
from events.clubs.models import Club
from events.log.models import Match
from events.processes.selectors import LIFE
from events.projections.registry import projections
from events.timers.scheduler import LONGEST_RETRY_MS
from events.timers.services import set_match_timers
from project.observability.gauges import GAUGES, PROJECTIONS
from tests.events.calls import open_match, somebody
from tests.events.many_matches import is_scan, many_matches, plan_of, statements
from tests.events.scheduling import run_due
from tests.events.tables import dalmuti

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]  # plans depend on the version


@pytest.fixture
def read() -> list[tuple[str, Any]]:
    """Returns the statements of two scheduler rounds and a scrape, in a database with many finished matches."""
    many_matches()
    dalmuti(people=0, bots=5)
    ada, bob = somebody(), somebody()
    over = open_match(ada, [bob], "monopoly_deal", rated=True)
    assert bob.post(f"/matches/{over}/resign").status_code == 200
    club = Club.objects.create(name="A club", is_private=False, created_ms=0)
    Match.objects.filter(pk=over).update(club=club.pk)
    set_match_timers(UUID(over), {name: now_ms() for name in projections()})
    with statements() as collected:
        run_due()
        run_due()
    collected += [(gauge.statement, {"now": now_ms(), "life": LIFE}) for gauge in GAUGES]
    collected.append((PROJECTIONS, {"now": now_ms(), "retry": LONGEST_RETRY_MS, "names": [*projections()]}))
    return [*{text: (text, values) for text, values in collected if "events_append(" not in text}.values()]


def test_background_statements_do_not_scan_all_matches_and_a_missing_index_is_found(
    read: list[tuple[str, Any]],
) -> None:
    assert len(read) > 30
    scans = {text: plan for text, values in read if is_scan(plan := plan_of(text, values))}
    assert not scans, "\n".join(f"{text}\n{plan}" for text, plan in scans.items())

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DROP INDEX match_over")
        found = any(is_scan(plan_of(text, values)) for text, values in read)
        transaction.set_rollback(True)
    assert found, "the absence of match_over should be found"
