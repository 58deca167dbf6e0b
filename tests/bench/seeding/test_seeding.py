"""Seeded matches have real events: an audit of rules, chain and hidden parts finds no fault, and play continues."""

from __future__ import annotations

import json
import posix

import pytest
from django.db import connection
from django.db.models import Count
from psycopg.conninfo import make_conninfo
from uuid_utils.compat import uuid7

from events.base.publishing import CHANNEL, notify
from events.log import log, states
from events.log.access import Viewer
from events.log.global_log import global_log_add
from events.log.models import ActionEvent, GlobalLeaf, IdempotencyRecord, Match, PendingAction, Seat
from events.matches.record.pending import pending_work
from events.matches.record.table_views import Choices
from events.matches.table.moves import Submission, move_submit
from events.notifications.models import Notification, NotificationHead
from events.projections.services import projection_rebuild
from events.proofs.selectors import bundle_for
from events.proofs.services import match_audit
from events.verifier.verify import verify
from tests.bench.seeding import matches as seeding
from tests.bench.seeding.__main__ import main
from tests.bench.seeding.bulk import BulkStore
from tests.bench.seeding.copies import copies_add
from tests.bench.seeding.matches import Kind, Share

pytestmark = pytest.mark.django_db
NOW_MS = 1_770_000_000_000
DALMUTI, *OTHERS = seeding.KINDS
GAMES = (DALMUTI._replace(options={"end": {"hands": 1}}), *OTHERS)


@pytest.fixture(autouse=True)
def short_matches(monkeypatch):
    monkeypatch.setattr(seeding, "KINDS", GAMES)


def seed_matches(rows: int = 1, running: int = 0, days: int = 4) -> list[Match]:
    """Stores matches like one process of the command, and the leaves of the global log."""
    share = Share(rows, running, 20, days, NOW_MS)
    leaves = [leaf for stored in seeding._written(share) for leaf in stored.leaves]
    global_log_add(sorted(leaves))
    states.forget()
    return list(Match.objects.order_by("pk"))


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.game)
def test_the_rows_of_every_game_pass_verification(kind: Kind, monkeypatch):
    monkeypatch.setattr(seeding, "KINDS", (kind,))

    [match] = seed_matches()

    assert match.status == "finished"
    assert ActionEvent.objects.filter(match=match).count() == match.head_seq + 1
    assert match_audit(match=match) == []
    bundle = json.loads(json.dumps(bundle_for(match, Viewer(None, all=True))))
    statuses = {step: status for status, step, _ in verify(bundle)}
    assert "FAILED" not in statuses.values()


def test_a_wrong_row_is_found(monkeypatch):
    changed = []

    def wrong(table):
        rows = list(honest(table))
        seq = next(seq for seq, row in enumerate(rows) if b'"by":"player"' in row[-3])
        *columns, core, secret, hash = rows[seq]
        rows[seq] = (*columns, core.replace(b'"by":"player"', b'"by":"setup"'), secret, hash)
        changed.append(seq)
        return rows

    honest = BulkStore.add.__globals__["_event_rows"]
    monkeypatch.setitem(BulkStore.add.__globals__, "_event_rows", wrong)

    [match] = seed_matches()

    assert [finding.seq for finding in match_audit(match=match)][:1] == changed


def test_a_seeded_running_match_can_be_continued():
    [match] = [match for match in seed_matches(running=1) if match.status == "running"]
    seat = states.head(match).state.open_prompts[0].seats[0]
    choices = Choices(match, seat)
    move = next(iter(choices.playable))

    reply = move_submit(match_id=match.pk, seat=seat, submission=Submission(choices.prompt, move.verb, move.args))

    assert reply.status == 201
    match.refresh_from_db()
    assert match_audit(match=match) == []


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.game)
def test_the_pending_actions_of_a_running_match_equal_those_of_the_services(kind: Kind, monkeypatch):
    monkeypatch.setattr(seeding, "KINDS", (kind,))
    [match] = [match for match in seed_matches(running=1) if match.status == "running"]

    stored = PendingAction.objects.filter(match=match).values_list("prompt", "seat", "required", "deadline_ms", "bot")

    work = pending_work(match, states.head(match))
    expected = [(item["prompt"], item["seat"], item["required"], item["deadline_ms"], item["bot"]) for item in work]
    assert sorted(stored, key=repr) == sorted(expected, key=repr)
    assert {prompt for prompt, *_ in stored} == {prompt for prompt, _, _, deadline, _ in stored if deadline}


def test_a_repeated_move_of_a_seeded_match_receives_its_stored_reply():
    seed_matches(running=1)
    stored = IdempotencyRecord.objects.filter(prompt__isnull=False).exclude(answer__contains=b'"accepted"').last()
    match_id, seat = stored.scope.split("/")
    move = stored.move

    again = move_submit(
        match_id=Match.objects.get(pk=match_id).pk,
        seat=int(seat),
        submission=Submission(move["prompt"], move["verb"], move["args"]),
    )

    assert again.replayed
    kept = log.decode(bytes(stored.answer))
    assert {name: again.body[name] for name in kept} == kept
    assert again.body["event"]["move"]["verb"] == move["verb"]


def test_the_notices_of_a_player_have_no_gaps():
    seed_matches(rows=300)

    for head in NotificationHead.objects.all():
        numbers = Notification.objects.filter(player=head.player).order_by("number").values_list("number", flat=True)
        assert list(numbers) == list(range(1, head.last + 1))
    assert Notification.objects.filter(kind="your_turn").exists()


def test_rows_past_their_retention_are_not_written():
    matches = seed_matches(rows=300, days=400)

    old = [match for match in matches if match.last_at_ms < NOW_MS - 31 * seeding.DAY_MS]
    assert old
    assert not Notification.objects.filter(match__in=old).exists()
    assert not any(IdempotencyRecord.objects.filter(scope__startswith=str(match.pk)).exists() for match in old)


def test_the_global_log_has_the_leaves_of_the_services():
    matches = seed_matches(rows=300, running=1)
    before = GlobalLeaf.objects.count()

    projection_rebuild(name="global_log")

    assert GlobalLeaf.objects.count() == before
    assert before == len(matches) + 2 * Seat.objects.filter(number=0, match__status="finished").count()
    times = list(GlobalLeaf.objects.order_by("position").values_list("at_ms", flat=True))
    assert times == sorted(times)


@pytest.mark.django_db(transaction=True)
def test_seeding_sends_no_notifications_of_the_database():
    received = []
    with connection.cursor() as cursor:
        cursor.execute(f"LISTEN {CHANNEL}")
        connection.connection.add_notify_handler(received.append)

        seed_matches()
        notify([(CHANNEL, "a")])  # a wakeup arrives, if one is sent
        cursor.execute("SELECT 1")
        cursor.execute(f"UNLISTEN {CHANNEL}")

    assert len(received) == 1


@pytest.mark.django_db(transaction=True)
def test_the_command_plays_in_several_processes_and_audits_the_stored_matches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.urandom", posix.urandom)  # the tests' random numbers would be equal in both processes
    monkeypatch.setattr("events.base.models.uuid7", uuid7)

    assert main(["--rows=200", "--running=2", "--processes=2", "--players=40"]) == 0

    matches, output = Match.objects.count(), capsys.readouterr().out
    assert f"{matches} matches, {ActionEvent.objects.count()} rows" in output
    assert Match.objects.filter(status="running").count() >= 1
    assert f"{min(matches, 20)} audited" in output
    leaves = GlobalLeaf.objects.count()
    projection_rebuild(name="global_log")
    assert GlobalLeaf.objects.count() == leaves


@pytest.mark.django_db(transaction=True)
def test_a_copy_has_the_rows_of_its_match():
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        if cursor.fetchone() != (True,):
            pytest.skip("copies need a superuser, who may skip triggers")
    [match] = seed_matches()
    address = connection.get_connection_params()

    copies_add(make_conninfo(**{name: address.get(name) for name in ("dbname", "host", "port", "user")}), [match.pk], 3)

    assert Match.objects.filter(status="finished", head_seq=match.head_seq).count() == 4
    for model in (ActionEvent, Seat):
        rows = model.objects.values("match").annotate(rows=Count("pk")).values_list("rows", flat=True)
        assert [*rows] == [model.objects.filter(match=match).count()] * 4
