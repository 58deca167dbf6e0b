"""Finished matches move to the archive, whole and verified, and readers see no difference."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pgtrigger
import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from events.log import archive, snapshots, states
from events.log.access import Viewer
from events.log.models import ActionEvent, Archive, Match, Secret, Withdrawable
from events.log.secrets import secrets_reseal
from events.matches.lobby.seats import message_withdraw
from events.matches.record.table_views import table_view
from events.projections.services import projection_rebuild
from events.proofs import archiving
from events.proofs.archiving import NotVerified, match_archive, matches_to_archive
from events.proofs.audits import findings
from events.proofs.selectors import bundle_for
from events.proofs.services import match_audit
from events.timers.models import MatchTimer
from events.timers.services import set_match_timers
from events.users.models import Player
from events.verifier.verify import verify
from project.doctor import examine
from project.storage.archive_stores import storage_of
from tests.events.calls import Caller, code, open_match, play_on, somebody
from tests.events.scheduling import run_due
from tests.made_once import forget, made_once

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("archive")]


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Iterator[Path]:
    """Yields a folder as the store of the archive."""
    with stored_at(settings, f"file://{tmp_path}/archive"):
        yield tmp_path / "archive"


@contextmanager
def stored_at(settings: Any, url: str) -> Iterator[None]:
    settings.STORAGES, settings.ARCHIVE_IS_NAMED = {**settings.STORAGES, "archive": storage_of(url)}, True
    forget()
    yield
    forget()


def finished_match(reveal: str = "all", visibility: str = "public") -> tuple[list[Caller], Match]:
    """Returns a finished match, with messages before and after its end, and its leaves in the global log."""
    callers = [somebody() for _ in range(4)]
    number = open_match(callers[0], callers[1:], reveal=reveal)
    Match.objects.filter(pk=number).update(visibility=visibility)  # a private match needs an invitation
    callers[2].post(f"/matches/{number}/messages", {"text": "bonsoir"})
    play_on(callers, number, lambda head: head["seq"] >= 24)
    for caller in callers[1:]:
        caller.post(f"/matches/{number}/resign")
    callers[1].post(f"/matches/{number}/messages", {"text": "bien joué"})
    run_due(periodic=False)
    match = Match.objects.get(pk=number)
    assert match.status == "finished"
    return callers, match


Ended = tuple[list[Caller], Match]
made = made_once(finished_match)


@pytest.fixture
def ended(made: Ended, db: None) -> Ended:
    """Returns a finished match that is created once."""
    callers, match = made
    return callers, Match.objects.get(pk=match.pk)


def auditor() -> Caller:
    caller = somebody()
    Player.objects.filter(pk=caller.player).update(is_auditor=True)
    return caller


def all_responses(match: Match, callers: list[Caller]) -> dict[tuple[int, str], tuple[int, bytes, str | None]]:
    """Returns the status, body and entity tag that every caller receives from every address of the match."""
    last, base = match.head_seq, f"/matches/{match.pk}"
    paths = [
        base,
        f"{base}/events",
        f"{base}/events?after=3&limit=5",
        f"{base}/events?after={last}",
        f"{base}/view",
        *(f"{base}/view?at={seq}" for seq in (0, 5, last // 2, last)),
        f"{base}/legal-moves",
        f"{base}/messages",
        f"{base}/proof",
        f"{base}/export",
        f"{base}/analysis",
        f"{base}/standing-orders",
        "/me/export",
        *(f"{base}/view?at={last // 2}&as={viewer}" for viewer in ("spectator", "seat:1", "omniscient")),
        f"{base}/events?as=omniscient",
        f"{base}/events?as=seat:2",
        "/matches?status=finished",
        "/global-log",
    ]
    received = {}
    for number, caller in enumerate(callers):
        for path in paths:
            forget()
            response = caller.get(path)
            body = b"" if response.status_code == 404 else without_request_id(response.content)
            received[number, path] = response.status_code, body, response.headers.get("ETag")
    return received


def without_request_id(body: bytes) -> bytes:
    """Returns a body without the id of its request."""
    document = json.loads(body)
    if isinstance(document, dict):
        document.pop("request_id", None)
    return json.dumps(document).encode()


def rows_of(match: Match) -> list[str]:
    return list(ActionEvent.objects.filter(match=match).order_by("seq").values_list("type", flat=True))


def test_archiving_moves_the_events_of_a_match_from_the_database_to_the_store(ended: Ended, folder: Path) -> None:
    _, match = ended
    before = ActionEvent.objects.filter(match=match).count()

    row = match_archive(match=match)

    assert row.size == before == match.head_seq + 1
    assert set(rows_of(match)) == {"message", "match.over"}
    assert [path.name for path in (folder / str(match.pk)).iterdir()] == [bytes(row.digest).hex()]


@pytest.mark.parametrize(
    ("reveal", "visibility", "who"),
    [
        ("all", "public", ("player", "stranger", "anybody")),
        ("seats", "private", ("player", "stranger")),
        ("auditor", "public", ("player", "anybody", "auditor")),
    ],
)
def test_responses_do_not_show_that_a_match_was_archived(reveal: str, visibility: str, who: tuple[str, ...]) -> None:
    players, match = finished_match(reveal, visibility)
    people = {"player": players[1], "stranger": somebody("Stranger"), "anybody": Caller(), "auditor": auditor()}
    callers = [people[name] for name in who]
    before = all_responses(match, callers)

    match_archive(match=match)

    assert all_responses(match, callers) == before
    assert {status for status, *_ in before.values()} >= {200, 404}


def test_a_past_view_of_an_archived_match_reads_few_events(ended: Ended, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "STRIDE", 8)
    monkeypatch.setattr(states, "FAR", 0)
    _, match = ended
    places, decoded, decode = range(0, match.head_seq + 1, 3), list[Any](), archive._event

    def seen(seq: int) -> Any:
        states.forget()
        return table_view(match, Viewer(0), seq)

    before = [seen(seq) for seq in places]
    match_archive(match=match)
    archive.forget()
    monkeypatch.setattr(archive, "_event", lambda event: decoded.append(event) or decode(event))

    assert [seen(seq) for seq in places] == before
    assert len(decoded) <= 1 + 2 * 9 * len(places)  # the last; between snapshots, for table and memory


def test_an_aborted_match_is_archived_and_read_back() -> None:
    callers = [somebody() for _ in range(2)]
    number = open_match(callers[0], callers[1:], "monopoly_deal")
    for caller in callers:
        caller.post(f"/matches/{number}/agreements/abort")
    run_due(periodic=False)
    match = Match.objects.get(pk=number)
    assert match.status == "aborted"
    before = all_responses(match, callers)

    match_archive(match=match)

    assert all_responses(match, callers) == before


def test_an_archived_match_verifies_its_chain_head_rules_and_leaves_in_the_global_log(ended: Ended) -> None:
    _, match = ended
    match_archive(match=match)
    forget()

    assert findings(match) == []
    bundle = json.loads(json.dumps(bundle_for(match, Viewer(None, all=True))))
    assert {status for status, *_ in verify(bundle)} <= {"OK", "SKIPPED"}
    assert [entry["leaf"]["kind"] for entry in bundle["global_log"]] == ["created", "ended"]


def test_the_object_holds_a_sealed_bundle_that_verifies_without_messages(ended: Ended) -> None:
    _, match = ended
    row = match_archive(match=match)

    bundle = archive.bundle_in(match.pk, archive.object_of(row.name, bytes(row.digest)))

    assert bundle["format"] == "comptoir-bundle/2"
    assert "FAILED" not in {status for status, *_ in verify(bundle)}
    assert "bonsoir" not in json.dumps(bundle)


def test_an_object_in_the_store_is_encrypted(ended: Ended, folder: Path) -> None:
    players, match = ended
    row = match_archive(match=match)

    [stored] = [path.read_bytes() for path in (folder / str(match.pk)).iterdir()]

    with pytest.raises(gzip.BadGzipFile):
        gzip.decompress(stored)
    assert b"great_dalmuti" not in stored
    assert oct((folder / row.name).stat().st_mode & 0o777) == "0o600"


def test_messages_of_an_archived_match_can_be_withdrawn(ended: Ended) -> None:
    players, match = ended
    match_archive(match=match)
    message = Withdrawable.objects.filter(match=match).order_by("seq").first()
    assert message is not None
    said = {"match": str(match.pk), "seq": message.seq, "reason": "abuse"}
    assert players[0].post("/me/reports", said).status_code == 201

    message_withdraw(match_id=match.pk, seq=message.seq, reason="abuse")
    forget()

    assert "bonsoir" not in players[0].get(f"/matches/{match.pk}/events").content.decode()
    assert "bonsoir" not in players[0].get(f"/matches/{match.pk}/export").content.decode()
    assert findings(Match.objects.get(pk=match.pk)) == []


def test_a_message_after_archiving_continues_the_log(ended: Ended) -> None:
    players, match = ended
    match_archive(match=match)
    forget()

    assert players[3].post(f"/matches/{match.pk}/messages", {"text": "à demain"}).status_code == 201

    later = players[0].get(f"/matches/{match.pk}/events?after={match.head_seq - 1}").json()["items"]
    assert [event["seq"] for event in later] == [match.head_seq, match.head_seq + 1]
    assert findings(Match.objects.get(pk=match.pk)) == []


def test_recomputed_ratings_of_archived_matches_are_equal(ended: Ended) -> None:
    _, match = ended
    match_archive(match=match)

    assert projection_rebuild(name="rating").differing == 0


# Matches that are not archived


def test_a_match_is_archived_only_after_its_days_and_only_once_it_is_over(ended: Ended) -> None:
    _, match = ended
    callers = [somebody() for _ in range(4)]
    open_match(callers[0], callers[1:])

    assert list(matches_to_archive(1)) == []
    assert list(matches_to_archive(0)) == [match]
    match_archive(match=match)
    assert list(matches_to_archive(0)) == []


def test_a_match_with_pending_timers_is_not_archived(ended: Ended) -> None:
    _, match = ended

    set_match_timers(match.pk, {"rating": 0})
    assert list(matches_to_archive(0)) == []
    MatchTimer.objects.all().delete()
    assert list(matches_to_archive(0)) == [match]


def test_a_match_that_does_not_verify_stays_in_the_database(ended: Ended, folder: Path) -> None:
    _, match = ended
    with pgtrigger.ignore("log.ActionEvent:append_only"):
        ActionEvent.objects.filter(match=match, seq=7).update(at_ms=5)
    before = rows_of(match)

    with pytest.raises(NotVerified, match="the columns differ"):
        match_archive(match=match)

    assert rows_of(match) == before
    assert not folder.exists()


def test_a_bundle_that_does_not_verify_is_not_stored(
    ended: Ended, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    _, match = ended
    original = bundle_for

    def without_an_event(*arguments: Any, **options: Any) -> Any:
        bundle = original(*arguments, **options)
        return {**bundle, "events": bundle["events"][:-1]}

    monkeypatch.setattr(archiving, "bundle_for", without_an_event)
    before = rows_of(match)

    with pytest.raises(NotVerified):
        match_archive(match=match)

    assert rows_of(match) == before
    assert not folder.exists()


def test_an_object_changed_by_the_store_is_found_before_events_are_deleted(
    ended: Ended, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, match = ended
    before = rows_of(match)
    monkeypatch.setattr(archive, "ContentFile", lambda content: ContentFile(content[:-1] + b"?"))

    with pytest.raises(archive.ArchiveDamaged):
        match_archive(match=match)

    assert rows_of(match) == before
    assert not Archive.objects.exists()


class Killed(BaseException):
    """Simulates the death of the process."""


@pytest.mark.parametrize("moment", ["_compare", "_move", "statements.drop_archived"])
def test_an_interrupted_run_loses_no_event_and_the_next_run_completes_it(
    ended: Ended, monkeypatch: pytest.MonkeyPatch, folder: Path, moment: str
) -> None:
    players, match = ended
    before, all_rows = all_responses(match, players[:1]), rows_of(match)

    def die(*_: Any) -> None:
        raise Killed

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(f"events.proofs.archiving.{moment}", die)
        match_archive(match=match)
    assert rows_of(match) == all_rows
    assert len(list((folder / str(match.pk)).iterdir())) == 1

    match_archive(match=match)

    assert len(list((folder / str(match.pk)).iterdir())) == 1
    assert all_responses(match, players[:1]) == before


def test_a_match_with_a_new_event_during_archiving_stays_in_the_database(
    ended: Ended, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, match = ended
    original = archiving._compare

    def meanwhile(*arguments: Any) -> None:
        original(*arguments)
        assert players[0].post(f"/matches/{match.pk}/messages", {"text": "encore"}).status_code == 201

    with monkeypatch.context() as patched, pytest.raises(archiving.Busy):
        patched.setattr(archiving, "_compare", meanwhile)
        match_archive(match=match)

    assert not Archive.objects.exists()
    assert match_archive(match=Match.objects.get(pk=match.pk)).size == match.head_seq + 2


# Refusals by the database


LISTED = """
    INSERT INTO events_archive (match_id, size, hash, name, digest, archived_at)
    SELECT id, {size}, {hash}, 'x', {digest}, now() FROM events_match
"""


def mark_as_archived(size: str = "head_seq + 1", hash: str = "head_hash", digest: str = "sha256('')") -> None:
    """Marks all matches as archived, as a person with the owner's rights could."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(LISTED.format(size=size, hash=hash, digest=digest))


@pytest.mark.parametrize("condition", ["true", "type = 'move'"])
def test_the_database_refuses_to_delete_events_of_a_match_that_is_not_archived(ended: Ended, condition: str) -> None:
    _, match = ended
    match_audit(match=match)

    with pytest.raises(DatabaseError, match="Cannot"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM events_actionevent WHERE {condition}")


@pytest.mark.parametrize("wrong", [{"size": "head_seq"}, {"hash": "sha256('')"}, {"digest": "''"}])
def test_the_database_refuses_a_wrong_archive_entry(ended: Ended, wrong: dict[str, str]) -> None:
    _, match = ended
    match_audit(match=match)

    with pytest.raises(DatabaseError, match="passed an audit"):
        mark_as_archived(**wrong)


def test_the_database_accepts_archive_entries_only_of_ended_and_audited_matches(ended: Ended) -> None:
    _, match = ended
    with pytest.raises(DatabaseError, match="passed an audit"):
        mark_as_archived()

    match_audit(match=match)
    Match.objects.filter(pk=match.pk).update(status="running")
    with pytest.raises(DatabaseError, match="is over"):
        mark_as_archived()

    Match.objects.filter(pk=match.pk).update(status="finished")
    mark_as_archived()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events_archive SET digest = sha256('')",
        "DELETE FROM events_archive",
        "TRUNCATE events_archive",
        "DELETE FROM events_actionevent WHERE type = 'message'",
        "UPDATE events_actionevent SET core = core",
    ],
)
def test_archive_entries_and_remaining_events_cannot_be_changed(ended: Ended, statement: str) -> None:
    _, match = ended
    match_archive(match=match)

    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


# Later faults of the store


def change_object(folder: Path, row: Archive, change: Callable[[bytes], bytes]) -> None:
    path = folder / row.name
    path.write_bytes(change(path.read_bytes()))
    forget()


def test_a_changed_object_is_not_shown_and_the_audit_names_it(ended: Ended, folder: Path) -> None:
    players, match = ended
    row = match_archive(match=match)
    change_object(folder, row, lambda content: content[:-1] + bytes([content[-1] ^ 1]))

    assert code(players[0].get(f"/matches/{match.pk}/events")) == (500, "internal")
    [finding] = findings(match)
    assert finding.words.startswith("the archive:")
    assert [each.state for _, each in examine(["archive"])] == ["fault"]


def test_a_store_that_does_not_answer_is_a_503_that_may_be_retried(ended: Ended, folder: Path) -> None:
    players, match = ended
    row = match_archive(match=match)
    (folder / row.name).rename(folder / "elsewhere")
    forget()

    answer = players[0].get(f"/matches/{match.pk}/events")
    assert code(answer) == (503, "busy")
    assert answer.headers["Retry-After"] == "5"
    assert players[0].get(f"/matches/{match.pk}").status_code == 200  # the description of the match needs no event

    (folder / "elsewhere").rename(folder / row.name)
    assert players[0].get(f"/matches/{match.pk}/events").status_code == 200


def test_a_changed_event_that_remained_in_the_database_is_found(ended: Ended) -> None:
    _, match = ended
    match_archive(match=match)
    with pgtrigger.ignore("log.ActionEvent:append_only"):
        ActionEvent.objects.filter(match=match, type="match.over").update(core=b"{}")

    assert any("not the one in the archive" in finding.words for finding in findings(match))


def test_archived_matches_are_read_after_a_change_of_keys(ended: Ended, settings: Any) -> None:
    players, match = ended
    match_archive(match=match)
    settings.COMPTOIR_SECRET_KEY = f"{'ab' * 32},{settings.COMPTOIR_SECRET_KEY}"
    assert secrets_reseal() == Secret.objects.count()
    settings.COMPTOIR_SECRET_KEY = "ab" * 32
    forget()

    assert players[0].get(f"/matches/{match.pk}/events").status_code == 200


# The command and the doctor


def run_command(*arguments: str) -> tuple[int, str]:
    output = StringIO()
    try:
        call_command("archive", *arguments, stdout=output)
    except SystemExit as left:
        return int(str(left.code)), output.getvalue()
    return 0, output.getvalue()


def test_the_command_archives_matches_that_verify_and_names_the_others(ended: Ended) -> None:
    (_, good), (_, bad) = ended, finished_match()
    with pgtrigger.ignore("log.ActionEvent:append_only"):
        ActionEvent.objects.filter(match=bad, seq=7).update(at_ms=5)

    status, output = run_command("--days", "0")

    assert status == 1
    assert f"match {bad.pk} stays in the database: NotVerified" in output
    assert output.endswith("1 matches archived, 1 not\n")
    assert list(Archive.objects.values_list("match_id", flat=True)) == [good.pk]
    assert run_command() == (0, "0 matches archived, 0 not\n")


def test_a_deployment_has_to_name_its_store(settings: Any) -> None:
    settings.DATABASE_IS_NAMED, settings.ARCHIVE_IS_NAMED = True, False

    with pytest.raises(CommandError, match="COMPTOIR_ARCHIVE_URL"):
        run_command()


def test_the_role_of_the_servers_may_not_archive(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.proofs.management.commands.archive._may_archive", lambda: False)
    monkeypatch.delenv("DATABASE_OWNER_URL", raising=False)
    settings.DATABASE_IS_NAMED = settings.ARCHIVE_IS_NAMED = True

    with pytest.raises(CommandError, match="DATABASE_OWNER_URL"):
        run_command()


def test_a_second_run_at_the_same_time_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archiving, "LOCK", 7)
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT pg_advisory_lock(7)")

        with pytest.raises(CommandError, match="another"):
            run_command()


def test_the_doctor_reads_archived_matches_back(ended: Ended) -> None:
    _, match = ended
    match_archive(match=match)

    assert {each.state for _, each in examine(["archive"])} == {"ok"}


@pytest.mark.parametrize("url", ["", "archive", "file://host/x", "s3://", "s3://bucket?acl=public-read", "ftp://x/y"])
def test_an_invalid_address_of_a_store_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="COMPTOIR_ARCHIVE_URL"):
        storage_of(url)


# S3


@pytest.fixture
def bucket(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Yields an S3 bucket, emulated by moto in this process."""
    moto, boto3 = pytest.importorskip("moto"), pytest.importorskip("boto3")
    pytest.importorskip("storages")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    with moto.mock_aws():
        boto3.client("s3", region_name="us-east-1").create_bucket(Bucket="matches")
        with stored_at(settings, "s3://matches/comptoir?region_name=us-east-1"):
            yield boto3.resource("s3", region_name="us-east-1").Bucket("matches")


def test_a_match_is_archived_in_a_bucket_and_read_back(bucket: Any) -> None:
    players, match = finished_match("seats", "private")
    callers = players[:1]
    before = all_responses(match, callers)
    storages["archive"].save(f"{match.pk}/left-over", ContentFile(b"of an interrupted run"))

    row = match_archive(match=match)

    assert [each.key for each in bucket.objects.all()] == [f"comptoir/{row.name}"]
    assert all_responses(match, callers) == before
    assert {each.state for _, each in examine(["archive"])} == {"ok"}


def test_an_object_that_was_removed_from_the_bucket_is_a_503(ended: Ended, bucket: Any) -> None:
    players, match = ended
    match_archive(match=match)
    bucket.objects.all().delete()
    forget()

    assert code(players[0].get(f"/matches/{match.pk}/events")) == (503, "busy")
    assert [each.state for _, each in examine(["archive"])] == ["fault"]
