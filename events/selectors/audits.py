"""Audits of stored matches: bytes, columns, hidden parts, head, and rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from django.db.models import F, Q, QuerySet

from events.match_seeds import match_seed_of
from events.models import ActionEvent, AuditMark, Match
from events.selectors.access import Viewer
from events.selectors.proofs import bundle_for
from events.selectors.states import game_of, options_of
from events.vault import SecretUnreadable
from events.verifier.verify import verify
from games.kernel.audit import audit, position_of, rows_of
from games.kernel.clock import Clock
from games.kernel.errors import AuditError
from games.kernel.game import Game
from games.kernel.rng import Rng


class Finding(NamedTuple):
    """A defect of a stored match. seq: its event, or None; words: a description."""

    seq: int | None
    words: str


def matches_to_audit(everything: bool = False) -> QuerySet[Match]:
    """The matches whose head differs from the one that last passed an audit; all of them with `everything`."""
    matches = Match.objects.filter(head_seq__gte=0).order_by("pk")
    if everything:
        return matches
    return matches.filter(
        Q(audit_mark__isnull=True) | ~Q(audit_mark__seq=F("head_seq")) | ~Q(audit_mark__hash=F("head_hash"))
    )


def findings(match: Match) -> list[Finding]:
    """All findings of an audit, the worst first: by columns, by the verifier, by the rules."""
    try:
        by_columns = [*_columns(match), *_since_the_mark(match)]
        if by_columns:
            return by_columns
        bundle = json.loads(msgspec.json.encode(bundle_for(match, Viewer(None, all=True))))
    except SecretUnreadable as error:
        return [Finding(None, f"a seed or salt key cannot be opened: {error}")]
    except (ValueError, KeyError, TypeError) as error:
        return [Finding(None, f"the log cannot be read: {error!r}")]
    return [*_by_verifier(bundle), *_by_rules(match, bundle, game_of(match))]


def _columns(match: Match) -> Iterator[Finding]:
    """Columns that differ from the bytes of their event, and hidden parts without a commitment or missing."""
    expected = 0
    rows = ActionEvent.objects.filter(match=match, seq__lte=match.head_seq).order_by("seq")
    for seq, type, seat, at_ms, core, secret in rows.values_list("seq", "type", "seat", "at_ms", "core", "secret"):
        public = json.loads(bytes(core))
        if seq != expected:
            yield Finding(expected, "the event is missing")
            return
        if (public["seq"], public["type"], public["actor"], public["at_ms"]) != (seq, type, seat, at_ms):
            yield Finding(seq, "the columns differ from the bytes of the event")
        if set(json.loads(bytes(secret))) != {cell["path"] for cell in public["cells"] if cell["to"] is not None}:
            yield Finding(seq, "the hidden parts are not those with a commitment")
        expected = seq + 1
    if expected != match.head_seq + 1:
        yield Finding(expected, "the event is missing")


def _since_the_mark(match: Match) -> Iterator[Finding]:
    """A change in what passed the last audit."""
    mark = AuditMark.objects.filter(match=match).first()
    if mark is None:
        return
    present = ActionEvent.objects.filter(match=match, seq=mark.seq).values_list("hash", flat=True).first()
    if present is None or bytes(present) != bytes(mark.hash):
        yield Finding(mark.seq, "the log was rewritten since the last audit")


def _by_verifier(bundle: dict[str, Any]) -> Iterator[Finding]:
    for status, step, words in verify(bundle):
        if status == "FAILED":
            seq = words.partition(":")[0].removeprefix("seq ")
            yield Finding(int(seq) if seq.isdecimal() else None, f"step {step}: {words}")


def _by_rules(match: Match, bundle: dict[str, Any], game: Game) -> Iterator[Finding]:
    try:
        if rows := rows_of(bundle):  # before the first one there is no seed yet
            rng, clock = Rng(match_seed_of(match)), Clock.from_json(match.clock, game.unseen)
            position = position_of(bundle, game, options_of(match))
            audit(game, match.size, options_of(match), rng, rows, clock, position)
    except AuditError as error:
        yield Finding(error.seq, f"step 6 rules: {error}")


def difference(match: Match, candidate: Game) -> Finding | None:
    """The first event for which other rules give a different outcome; None if there is none."""
    bundle = json.loads(msgspec.json.encode(bundle_for(match, Viewer(None, all=True))))
    return next(_by_rules(match, bundle, candidate), None)
