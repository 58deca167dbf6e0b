"""The operator's audit: it names every change of the database, and can replay candidate rules."""

from __future__ import annotations

import json
import threading
from io import StringIO

import pgtrigger
import pytest
from django.core.management import call_command
from django.db import connections

from events.base.canonical_json import canonical_json
from events.base.fairness import Frontier, event_hash, genesis
from events.log import states
from events.log.access import Viewer
from events.log.models import ActionEvent, AuditMark, Match, Withdrawable
from events.processes.models import ErrorReport
from events.proofs import tasks
from events.proofs.audits import findings
from events.proofs.selectors import bundle_for
from events.proofs.services import matches_audit
from games import registry
from tests.events.calls import open_match, play_on, somebody
from tests.events.scheduling import run_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """Returns a match of Great Dalmuti with some events and a message."""
    callers = [somebody() for _ in range(4)]
    number = open_match(callers[0], callers[1:])
    callers[2].post(f"/matches/{number}/messages", {"text": "bonsoir"})
    play_on(callers, number, lambda head: head["seq"] >= 16)
    return Match.objects.get(pk=number)


def run_audit(*arguments: str) -> tuple[int, str]:
    """Runs the audit; returns its exit status and output."""
    output = StringIO()
    try:
        call_command("audit_matches", *arguments, stdout=output)
    except SystemExit as left:
        return int(str(left.code)), output.getvalue()
    return 0, output.getvalue()


def rewrite(match: Match, seq: int, **columns: object) -> None:
    """Changes an event directly in the database."""
    with pgtrigger.ignore("log.ActionEvent:append_only"):
        assert ActionEvent.objects.filter(match=match, seq=seq).update(**columns) == 1
    states.forget()


def test_an_audit_of_an_unchanged_database_writes_no_error_report(match):
    assert run_audit() == (0, "1 matches audited, 0 failures\n")


def test_the_daily_audit_continues_after_a_match_that_failed(match: Match) -> None:
    open_match(somebody(), [somebody() for _ in range(3)])
    first, second = Match.objects.order_by("pk")
    rewrite(first, 0, at_ms=5)

    assert matches_audit(after=None, seconds=0) == first.pk
    assert matches_audit(after=first.pk, seconds=60) is None

    assert AuditMark.objects.filter(match=second).exists()
    assert not AuditMark.objects.filter(match=first).exists()
    assert list(ErrorReport.objects.values_list("match", flat=True)) == [first.pk]


def test_a_worker_audits_in_slices(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    open_match(somebody(), [somebody() for _ in range(3)])
    monkeypatch.setattr(tasks, "SLICE_SECONDS", 0)
    sent = list[str]()
    monkeypatch.setattr(tasks.audit, "apply_async", lambda args, expires: sent.extend(args))

    tasks.audit()
    while sent:
        tasks.audit(sent.pop())

    assert AuditMark.objects.count() == 2


def test_an_unchanged_match_is_not_audited_again(match):
    run_audit()

    assert run_audit() == (0, "0 matches audited, 0 failures\n")
    assert run_audit("--all") == (0, "1 matches audited, 0 failures\n")


@pytest.mark.parametrize(
    ("seq", "columns", "words"),
    [
        (3, {"seat": 0}, "the columns differ"),
        (7, {"type": "clock"}, "the columns differ"),
        (9, {"at_ms": 5}, "the columns differ"),
        (12, {"hash": bytes(32)}, "its hash does not follow from its core"),
        (5, {"hidden": b"{}"}, "the hidden parts are not those with a commitment"),
    ],
)
def test_a_changed_column_is_named(match, seq: int, columns: dict, words: str):
    rewrite(match, seq, **columns)

    status, output = run_audit()

    assert status == 1
    assert f"FAILED match {match.pk} seq {seq}:" in output
    assert words in output


def test_a_changed_hidden_card_is_named(match):
    row = next(row for row in ActionEvent.objects.filter(match=match).order_by("seq") if bytes(row.hidden) != b"{}")
    parts = json.loads(bytes(row.hidden))
    path = next(path for path in parts if path.endswith("faces"))
    rewrite(match, row.seq, hidden=json.dumps({**parts, path: parts[path][::-1]}).encode())

    assert f"FAILED match {match.pk} seq {row.seq}:" in run_audit()[1]


def test_a_changed_message_is_named(match):
    message = Withdrawable.objects.get(match=match)
    Withdrawable.objects.filter(pk=message.pk).update(value="bonjour")

    assert f"FAILED match {match.pk} seq {message.seq}:" in run_audit()[1]


def test_a_withdrawn_message_is_no_failure(match):
    Withdrawable.objects.filter(match=match).delete()

    assert run_audit()[0] == 0


def test_a_lost_row_is_named(match):
    with pgtrigger.ignore("log.ActionEvent:append_only"):
        ActionEvent.objects.filter(match=match, seq=11).delete()

    assert f"FAILED match {match.pk} seq 11: the event is missing" in run_audit()[1]


def forge(match: Match, seq: int) -> None:
    """Rewrites an event and all later events, with hashes, tree and head, as only the operator can."""
    last, frontier = genesis(match.id.bytes), Frontier()
    for row in list(ActionEvent.objects.filter(match=match).order_by("seq")):
        core = json.loads(bytes(row.core))
        if row.seq == seq:
            core["at_ms"] += 1
        text = canonical_json(core)
        last = event_hash(last, text)
        frontier = frontier.grown(last)
        rewrite(match, row.seq, core=text, hash=last, at_ms=core["at_ms"])
    Match.objects.filter(pk=match.pk).update(head_hash=last, frontier=frontier.to_bytes())


def test_a_log_that_was_rewritten_as_a_whole_is_found_by_the_mark_of_the_last_audit(match):
    run_audit()
    forge(match, 14)

    assert f"FAILED match {match.pk} seq {AuditMark.objects.get().seq}: the log was rewritten" in run_audit()[1]


def test_an_effect_that_does_not_follow_from_its_move_is_found_by_the_rules(match):
    row = next(
        row
        for row in ActionEvent.objects.filter(match=match, type="move").order_by("seq")
        if any(effect["kind"] == "changed" for effect in json.loads(bytes(row.core))["effects"])
    )
    core = json.loads(bytes(row.core))
    next(effect for effect in core["effects"] if effect["kind"] == "changed")["to"]["left"] = [3]
    rewrite(match, row.seq, core=canonical_json(core))
    forge(match, -1)

    status, output = run_audit()

    assert status == 1
    assert f"seq {row.seq}: step 6 rules" in output


NEWEST = registry.get("great_dalmuti").version


class OtherRules(type(registry.get("great_dalmuti"))):
    """Rules under which a resignation ends the match at once."""

    version = NEWEST + 1

    def start(self, seats, options, rng):
        outcome = super().start(seats, options, rng)
        return outcome._replace(effects=outcome.effects[:-1])


def test_the_audit_reports_the_first_difference_under_candidate_rules(match, monkeypatch):
    rules = {NEWEST: registry.get("great_dalmuti"), NEWEST + 1: OtherRules()}
    monkeypatch.setattr(registry, "GAMES", {**registry.GAMES, "great_dalmuti": rules})

    status, output = run_audit("--candidate", f"great_dalmuti:{NEWEST + 1}")

    assert status == 0
    assert f"match {match.pk} seq 5:" in output
    assert f"1 matches replayed under great_dalmuti:{NEWEST + 1}, 1 differ" in output
    same = run_audit("--candidate", f"great_dalmuti:{NEWEST}")[1]
    assert f"1 matches replayed under great_dalmuti:{NEWEST}, 0 differ" in same


def test_an_audit_of_a_match_that_continues_writes_no_error_report():
    """The audit compares everything at one head; later leaves of the global log belong to events it has not read."""
    callers = [somebody() for _ in range(2)]
    number = open_match(callers[0], callers[1:], "monopoly_deal")
    earlier = Match.objects.get(pk=number)
    assert callers[1].post(f"/matches/{number}/resign").status_code == 200
    run_due(periodic=False)

    assert findings(earlier) == []
    leaves = bundle_for(earlier, Viewer(None, all=True))["global_log"]
    assert [entry["leaf"]["kind"] for entry in leaves] == ["created"]
    assert findings(Match.objects.get(pk=number)) == []


def test_an_audit_before_all_seats_are_taken_causes_no_later_error_report():
    callers = [somebody() for _ in range(2)]
    wish = {"game": "monopoly_deal", "seats": [{"kind": "me"}, {"kind": "open"}]}
    number = callers[0].post("/matches", wish).json()["id"]
    assert findings(Match.objects.get(pk=number)) == []
    assert callers[1].post(f"/matches/{number}/seats").status_code == 201
    assert callers[1].post(f"/matches/{number}/resign").status_code == 200

    assert findings(Match.objects.get(pk=number)) == []


@pytest.mark.django_db(transaction=True)
def test_an_audit_of_a_live_database_writes_no_error_report():
    """The audit runs repeatedly while matches start and end and their leaves are written."""
    finished, matches = threading.Event(), []

    def play() -> None:
        try:
            for _ in range(25):
                callers = [somebody() for _ in range(2)]
                matches.append(open_match(callers[0], callers[1:], "monopoly_deal"))
                assert callers[1].post(f"/matches/{matches[-1]}/resign").status_code == 200
        finally:
            finished.set()
            connections.close_all()

    writer = threading.Thread(target=play)
    writer.start()
    results = []
    while not finished.is_set():
        results.append(run_audit("--all"))
    writer.join()
    results.append(run_audit("--all"))

    assert len(matches) == 25 and len(results) > 3
    assert [words for status, words in results if status] == []
