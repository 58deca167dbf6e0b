"""The move of matches that are over from the database to the archive, one at a time, each completely or not at all.

An object is written, read back and compared before the events are deleted, in the transaction that lists the match as
archived. After an interruption, the events are in the database or in a verified object; the next run starts the match
again and removes leftovers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from events.base.clock import now_ms
from events.base.exceptions import Busy
from events.log import archive, log, statements
from events.log.access import Viewer
from events.log.models import ENDED, KEPT, Archive, Match
from events.log.snapshotter import state_store
from events.projections.registry import projections
from events.proofs.audits import Defect
from events.proofs.selectors import bundle_for
from events.proofs.services import match_audit
from events.timers.models import MatchTimer
from events.timers.registry import DAY_MS
from events.verifier.verify import verify

LOCK = (0xC2 << 56) - (1 << 64)


class NotVerified(Exception):
    """An error: a match or its bundle does not verify, so the match stays in the database. findings: the defects."""

    def __init__(self, findings: list[Defect]) -> None:
        super().__init__("; ".join(f"seq {finding.seq}: {finding.words}" for finding in findings[:3]))
        self.findings = findings


def matches_to_archive(days: float) -> QuerySet[Match]:
    """Returns the matches that are due for the archive, the oldest first.

    They ended at least `days` days ago, and all projections have processed them.

    Matches that spectators still see with a delay are left out, because the delayed view reads rows in the database.
    """
    before = now_ms() - int(days * DAY_MS)
    over = Match.objects.filter(
        status__in=ENDED, is_blinded=False, last_at_ms__lte=before, archive=None, head_seq__gte=0
    )
    is_followed = ~Exists(MatchTimer.objects.filter(match=OuterRef("pk"), kind__in=projections()))
    is_open = Q(last_at_ms__lte=now_ms() - 1000 * F("spectator_delay"))
    return over.filter(is_followed, is_open).order_by("last_at_ms", "pk")


@contextmanager
def only_run() -> Iterator[bool]:
    """Yields whether this is the only archiving run; two runs would delete each other's objects.

    It needs a direct connection to PostgreSQL, without a pooler.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
        is_only = bool(cursor.fetchone()[0])
    try:
        yield is_only
    finally:
        if is_only:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def match_archive(*, match: Match) -> Archive:
    """Moves the events of a match that is over to the archive.

    Raises NotVerified, Busy if the match has grown, ArchiveUnavailable or ArchiveDamaged; then nothing is deleted.
    """
    if findings := match_audit(match=match):
        raise NotVerified(findings)
    bundle = json.loads(msgspec.json.encode(bundle_for(match, Viewer(None, all=True), words=False)))
    if failed := [words for status, _, words in verify(bundle) if status == "FAILED"]:
        raise NotVerified([Defect(None, words) for words in failed])
    state_store(match)  # while the events are in the database
    archive.make_key(match)
    name, digest = archive.put(match, bundle)
    _compare(match, archive.bundle_in(match.pk, archive.object_of(name, digest)))
    moved = _move(match, name, digest)
    archive.remove_others(match.pk, name)
    return moved


def _compare(match: Match, bundle: dict[str, object]) -> None:
    """Raises ArchiveDamaged unless the bundle holds every event of the log, byte for byte."""
    stored = [(*event[:4], event[4]) for event in archive.events_in(bundle)]
    present = [(row.seq, row.type, row.core_bytes, row.hidden_bytes, row.hash) for row in log.read(match.pk)]
    if [*map(tuple, stored)] != present:
        raise archive.ArchiveDamaged(f"expected the log of {match.pk}, got another one")


@transaction.atomic
def _move(match: Match, name: str, digest: bytes) -> Archive:
    """Adds the match's archive row and deletes its events. The database refuses both unless the match is verified."""
    locked = log.lock(match.pk)
    if bytes(locked.head_hash) != bytes(match.head_hash):
        raise Busy()
    size = locked.head_seq + 1
    row = Archive.objects.create(match=locked, size=size, hash=bytes(locked.head_hash), name=name, digest=digest)
    statements.drop_archived(match.pk, size, KEPT)
    return row
