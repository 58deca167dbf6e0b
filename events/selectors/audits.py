"""What is wrong with a match as it is stored: its bytes, its columns, its cells, its head, its rules."""

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
from events.verifier.verify import verify
from games.kernel.audit import audit, rows_of
from games.kernel.errors import AuditError
from games.kernel.game import Game
from games.kernel.rng import Rng


class Finding(NamedTuple):
    """Something that is wrong in a match: at which row (None: not at one), and what."""

    seq: int | None
    words: str


def matches_to_audit(everything: bool = False) -> QuerySet[Match]:
    """The matches whose head is not the one found good at the last run."""
    matches = Match.objects.filter(head_seq__gte=0).order_by("pk")
    if everything:
        return matches
    return matches.filter(
        Q(audit_mark__isnull=True) | ~Q(audit_mark__seq=F("head_seq")) | ~Q(audit_mark__hash=F("head_hash"))
    )


def findings(match: Match) -> list[Finding]:
    """Everything that is wrong with a match, the worst first: what the verifier, the columns and the rules say."""
    try:
        found = [*_columns(match), *_since_the_mark(match)]
        if found:
            return found
        bundle = json.loads(msgspec.json.encode(bundle_for(match, Viewer(None, all=True))))
    except (ValueError, KeyError, TypeError) as error:
        return [Finding(None, f"the log cannot be read: {error!r}")]
    return [*_by_verifier(bundle), *_by_rules(match, bundle, game_of(match))]


def _columns(match: Match) -> Iterator[Finding]:
    """The columns repeat what is in the bytes, and the hidden parts are those that are committed to."""
    expected = 0
    rows = ActionEvent.objects.filter(match=match, seq__lte=match.head_seq).order_by("seq")
    for seq, type, seat, at_ms, core, secret in rows.values_list("seq", "type", "seat", "at_ms", "core", "secret"):
        told = json.loads(bytes(core))
        if seq != expected:
            yield Finding(expected, "the row is missing")
            return
        if (told["seq"], told["type"], told["actor"], told["at_ms"]) != (seq, type, seat, at_ms):
            yield Finding(seq, "the columns are not those of the row's bytes")
        if set(json.loads(bytes(secret))) != {cell["path"] for cell in told["cells"] if cell["to"] is not None}:
            yield Finding(seq, "the hidden parts are not those committed to")
        expected = seq + 1
    if expected != match.head_seq + 1:
        yield Finding(expected, "the row is missing")


def _since_the_mark(match: Match) -> Iterator[Finding]:
    """What was found good once has not changed since."""
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
        if rows := rows_of(bundle):  # before the first there is no seed yet
            audit(game, match.size, options_of(match), Rng(match_seed_of(match)), rows)
    except AuditError as error:
        yield Finding(error.seq, f"step 6 rules: {error}")


def difference(match: Match, candidate: Game) -> Finding | None:
    """The first row that other rules would have decided otherwise; None if there is none."""
    bundle = json.loads(msgspec.json.encode(bundle_for(match, Viewer(None, all=True))))
    return next(_by_rules(match, bundle, candidate), None)
