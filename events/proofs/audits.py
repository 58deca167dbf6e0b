"""Audits of stored matches. They check bytes, columns, hidden parts, head, and rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from django.db.models import F, Q, QuerySet

from events.base.encryption import SecretUnreadable
from events.log import archive, log
from events.log.access import Viewer
from events.log.archive import ArchiveDamaged, ArchiveUnavailable
from events.log.match_seeds import match_seed_of
from events.log.match_state.rules import game_of, options_of
from events.log.models import ActionEvent, Archive, AuditMark, Match
from events.proofs.selectors import bundle_for
from events.verifier.verify import verify
from games.kernel.audit import audit, position_of, rows_of
from games.kernel.errors import AuditError
from games.kernel.game import Game
from games.kernel.rng import Rng
from games.kernel.timing.clock import Clock


class Defect(NamedTuple):
    """A defect of a stored match. seq: the `seq` of its event, or None; words: a description."""

    seq: int | None
    words: str


def matches_to_audit(everything: bool = False) -> QuerySet[Match]:
    """Returns the matches that are damaged or whose head has changed since they last passed an audit.

    everything: whether to return all matches.
    """
    matches = Match.objects.filter(head_seq__gte=0).order_by("pk")
    if everything:
        return matches
    return matches.filter(
        Q(damaged_seq__isnull=False)
        | Q(audit_mark__isnull=True)
        | ~Q(audit_mark__seq=F("head_seq"))
        | ~Q(audit_mark__hash=F("head_hash"))
    )


def findings(match: Match) -> list[Defect]:
    """Returns the defects that an audit finds, the worst first: defects of columns, of the verifier, and of the
    rules.
    """
    try:
        by_columns = [*_columns(match), *_since_the_mark(match)]
        if Archive.objects.filter(match=match).exists():
            by_columns += _beside_the_archive(match)
        if by_columns:
            return by_columns
        bundle = json.loads(msgspec.json.encode(bundle_for(match, Viewer(None, all=True))))
    except SecretUnreadable as error:
        return [Defect(None, f"a seed or salt key cannot be opened: {error}")]
    except (ArchiveDamaged, ArchiveUnavailable) as error:
        return [Defect(None, f"the archive: {error}")]
    except (ValueError, KeyError, TypeError) as error:
        return [Defect(None, f"the log cannot be read: {error!r}")]
    return [*_by_verifier(bundle), *_by_rules(match, bundle, game_of(match))]


def _columns(match: Match) -> Iterator[Defect]:
    """Yields columns that differ from the bytes of their event, and hidden parts that are missing or lack a
    commitment.
    """
    expected = 0
    in_table = ActionEvent.objects.filter(match=match, seq__lte=match.head_seq)
    rows = {seq: columns for seq, *columns in in_table.values_list("seq", "type", "seat", "at_ms")}
    for event in log.read(match.pk, upto=match.head_seq):
        public = json.loads(event.core_bytes)
        if event.seq != expected:
            yield Defect(expected, "the event is missing")
            return
        type, seat, at_ms = rows.get(event.seq, (event.type, public["actor"], public["at_ms"]))
        if (public["seq"], public["type"], public["actor"], public["at_ms"]) != (event.seq, type, seat, at_ms):
            yield Defect(event.seq, "the columns differ from the bytes of the event")
        if event.hidden.keys() != {cell["path"] for cell in public["cells"] if cell["to"] is not None}:
            yield Defect(event.seq, "the hidden parts are not those with a commitment")
        expected = event.seq + 1
    if expected != match.head_seq + 1:
        yield Defect(expected, "the event is missing")


def _beside_the_archive(match: Match) -> Iterator[Defect]:
    """Yields events that stayed in the database and differ from the same events in the archive."""
    in_archive = {event.seq: event for event in archive.events_of(match.pk)}
    rows = ActionEvent.objects.filter(match=match, seq__in=in_archive).order_by("seq")
    for seq, core, hidden, hash in rows.values_list("seq", "core", "hidden", "hash"):
        event = in_archive[seq]
        if (bytes(core), bytes(hidden), bytes(hash)) != (event.core, event.hidden, event.hash):
            yield Defect(seq, "the event in the database is not the one in the archive")


def _since_the_mark(match: Match) -> Iterator[Defect]:
    """Yields a change in the part of the log that passed the last audit."""
    mark = AuditMark.objects.filter(match=match).first()
    if mark is None:
        return
    present = next(log.read(match.pk, mark.seq - 1, mark.seq), None)
    if present is None or present.hash != bytes(mark.hash):
        yield Defect(mark.seq, "the log was rewritten since the last audit")


def _by_verifier(bundle: dict[str, Any]) -> Iterator[Defect]:
    for status, step, words in verify(bundle):
        if status == "FAILED":
            seq = words.partition(":")[0].removeprefix("seq ")
            yield Defect(int(seq) if seq.isdecimal() else None, f"step {step}: {words}")


def _by_rules(match: Match, bundle: dict[str, Any], game: Game) -> Iterator[Defect]:
    try:
        if rows := rows_of(bundle):  # before the first event there is no seed yet
            rng, clock = Rng(match_seed_of(match)), Clock.from_json(match.clock, game.phases_hiding_arrival)
            position = position_of(bundle, game, options_of(match))
            audit(game, match.size, options_of(match), rng, rows, clock, position)
    except AuditError as error:
        yield Defect(error.seq, f"step 6 rules: {error}")


def difference(match: Match, candidate: Game) -> Defect | None:
    """Returns the first event for which other rules give a different outcome; None if there is none."""
    bundle = json.loads(msgspec.json.encode(bundle_for(match, Viewer(None, all=True))))
    return next(_by_rules(match, bundle, candidate), None)
