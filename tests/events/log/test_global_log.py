"""The operator's global log contains every match, names nobody, and cannot lose a leaf."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from uuid import UUID

import pgtrigger
import pytest
from django.core.management import call_command
from django.db import DatabaseError, OperationalError, connection, transaction

from events.log import global_log
from events.log.models import GlobalLeaf, Match
from events.timers.models import MatchTimer
from events.verifier.verify import verify
from tests.events.calls import open_match, somebody
from tests.events.scheduling import run_due
from tests.events.tables import standing_clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> str:
    """A finished match with its leaves."""
    ada, bob = somebody(), somebody()
    number = open_match(ada, [bob], "monopoly_deal")
    run_due(periodic=False)
    assert bob.post(f"/matches/{number}/resign").status_code == 200
    run_due(periodic=False)
    return number


def copy() -> list[dict]:
    """Returns the whole log as anybody can read it."""
    pages, path = [], "/global-log?limit=2"
    while path:
        page = somebody().get(path).json()
        pages.append(page)
        path = page["next"] and page["next"].partition("/api/v1")[2]
    return pages


def step(bundle: dict, copied: list[dict] | None) -> tuple[str, str]:
    return next((status, words) for status, name, words in verify(bundle, (), copied) if name == "3 global log")


def test_a_match_enters_the_log_at_its_creation_and_its_end(match):
    assert list(GlobalLeaf.objects.order_by("position").values_list("kind", flat=True)) == ["created", "ended"]
    items = [item for page in copy() for item in page["items"]]
    assert match not in json.dumps(items)
    assert [set(item["leaf"]) for item in items] == [{"at_ms", "hash", "kind"}] * 2


def test_an_export_proves_that_its_match_is_in_the_log(match):
    bundle = somebody().get(f"/matches/{match}/export").json()

    assert step(bundle, None)[0] == "OK"
    assert step(bundle, copy())[0] == "OK"
    assert somebody().get(f"/matches/{match}/proof").json()["global_log"] == bundle["global_log"]


def test_a_log_without_one_of_its_leaves_is_found(match):
    bundle, pages = somebody().get(f"/matches/{match}/export").json(), copy()
    pages[0]["items"].pop()

    assert step(bundle, pages)[0] == "FAILED"
    assert step({**bundle, "global_log": []}, pages)[0] == "FAILED"


def test_a_leaf_of_another_event_is_found(match):
    bundle = somebody().get(f"/matches/{match}/export").json()
    bundle["global_log"][0]["leaf"]["kind"] = "void"

    assert step(bundle, None) == ("FAILED", "seq 0: a leaf of the global log matches no row of this match")


def test_a_rebuild_adds_missing_leaves_and_writes_no_leaf_twice(match):
    with pgtrigger.ignore("log.GlobalLeaf:append_only"):
        GlobalLeaf.objects.filter(kind="ended").delete()

    for _ in range(2):
        call_command("rebuild", "global_log")

    assert list(GlobalLeaf.objects.order_by("position").values_list("kind", flat=True)) == ["created", "ended"]


def test_the_migration_sets_timers_for_matches_whose_leaves_are_missing(match):
    whole = open_match(somebody(), [somebody()], "monopoly_deal")
    run_due(periodic=False)
    with pgtrigger.ignore("log.GlobalLeaf:append_only"):
        GlobalLeaf.objects.filter(kind="ended").delete()

    import_module("events.log.migrations.0006_leaves").set_timers(None, SimpleNamespace(connection=connection))

    assert [str(timer.match) for timer in MatchTimer.objects.filter(kind="global_log")] == [match]
    run_due(periodic=False)
    assert GlobalLeaf.objects.filter(match=match).count() == 2
    assert GlobalLeaf.objects.filter(match=whole).count() == 1


@pytest.mark.parametrize("statement", ["UPDATE {} SET kind = 'void'", "DELETE FROM {}", "TRUNCATE {}"])
def test_the_log_is_append_only(match, statement: str):
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with pytest.raises(DatabaseError, match=r"append-only|Cannot update or delete"), transaction.atomic():
            cursor.execute(statement.format(GlobalLeaf._meta.db_table))


def test_the_log_has_to_agree_with_the_signed_heads_of_the_witness_file(match, settings, tmp_path: Path):
    settings.DATA_DIR = tmp_path
    running = open_match(somebody(), [somebody() for _ in range(3)])
    run_due(periodic=False)
    call_command("witness")
    call_command("witness")

    lines = [json.loads(line) for line in (tmp_path / "witness.jsonl").read_text().splitlines()]
    bundle = somebody().get(f"/matches/{running}/export").json()
    assert len(lines) == 2
    assert GlobalLeaf.objects.filter(match=running, kind="head").count() == 1
    assert Match.objects.get(pk=running).head_seq > 0
    assert step(bundle, [*copy(), *lines])[0] == "OK"
    lines[0]["head"]["root"] = "00" * 32
    assert step(bundle, [*copy(), *lines])[0] == "FAILED"


def test_a_leaf_that_cannot_be_written_is_written_later(monkeypatch):
    with standing_clock() as hands:
        with monkeypatch.context() as patched:
            patched.setattr(global_log, "_record", _cut)
            match = open_match(somebody(), [somebody()], "monopoly_deal")
            run_due(periodic=False)
        assert not GlobalLeaf.objects.exists()

        hands.go(2)
        run_due(periodic=False)

    assert GlobalLeaf.objects.get().match_id == UUID(match)


def _cut(*_: object) -> None:
    raise OperationalError("cut")
