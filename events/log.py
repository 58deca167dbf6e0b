"""The log's one door: everything that is written to it or read from it passes here.

A row's core holds what everybody may know, in canonical bytes, and for each hidden part a salted commitment: all
viewers compute the same chain from different redactions. The hidden parts themselves lie beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection

from events.canon import canon
from events.clock import now_ms
from events.exceptions import Busy
from events.fairness import (
    Frontier,
    cell_commit,
    cell_salt,
    event_hash,
    genesis,
    tree_root,
)
from events.models import ActionEvent, Match
from games.kernel.record import HiddenPart, Record, merged

FORMAT = 1
BUNDLE = 2  # the first format of exports that a match created now may be exported in (docs/integrity.md)
LOCK_CLASS = 0xC0 << 56
EMPTY = Record(None, [], ())
READ_BACK = 32

_decode = msgspec.json.decode
_encode = msgspec.json.encode


class Row:
    """A row of the log as it was read: the core's bytes and, kept beside them, its secrets."""

    def __init__(self, seq: int, type: str, core_bytes: bytes, secret_bytes: bytes, hash: bytes) -> None:
        self.seq, self.type, self.core_bytes, self.secret_bytes, self.hash = (
            seq,
            type,
            core_bytes,
            secret_bytes,
            hash,
        )

    @cached_property
    def core(self) -> dict[str, Any]:
        """What everybody may know."""
        decoded: dict[str, Any] = _decode(self.core_bytes)
        return decoded

    @cached_property
    def secrets(self) -> dict[str, Any]:
        """The hidden parts, by path."""
        decoded: dict[str, Any] = _decode(self.secret_bytes)
        return decoded

    def whole(self) -> tuple[Any, list[Any]]:
        """The move and the effects with every hidden part in its place."""
        return merged(self.core["move"], self.core["effects"], self.secrets)


def lock(match_id: UUID) -> Match:
    """Takes the match's lock until the transaction ends, then reads the match. Raises Match.DoesNotExist."""
    key = LOCK_CLASS | (match_id.int & ((1 << 56) - 1))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key - (1 << 64) if key >> 63 else key])
    return Match.objects.get(pk=match_id)


def append(
    match: Match,
    type: str,
    *,
    by: str,
    salts: bytes,
    seat: int | None = None,
    prompt: int | None = None,
    record: Record = EMPTY,
    cells: Sequence[Mapping[str, Any]] = (),
    **public: Any,
) -> Row:
    """Writes the next row; the caller holds the match's lock, and `match` is moved on to the new head.

    salts: the key of the salts; cells: commitments to parts that are kept elsewhere.
    public: further members of the core.
    Raises Busy if the head is not where the lock left it.
    """
    seq, at_ms = match.head_seq + 1, max(now_ms(), match.last_at_ms)
    core = {
        "seq": seq, "type": type, "at_ms": at_ms, "actor": seat, "by": by, "prompt": prompt, "format": FORMAT,
        "move": record.move, "effects": record.effects,
        "cells": [*(_cell(match.id.bytes, seq, secret, salts) for secret in record.hidden_parts), *cells],
        **public,
    }  # fmt: skip
    core_bytes = canon(core)
    before = bytes(match.head_hash) if match.head_seq >= 0 else genesis(match.id.bytes)
    row = Row(
        seq,
        type,
        core_bytes,
        _encode({s.path: s.value for s in record.hidden_parts}),
        event_hash(before, core_bytes),
    )
    _insert(match, row, seat, at_ms)
    return row


# The head moves on and the row is put in, or neither: one statement.
_INSERT = """
    WITH moved AS (
        UPDATE events_match
        SET head_seq = %(seq)s, head_hash = %(hash)s, frontier = %(frontier)s, last_at_ms = %(at_ms)s
        WHERE id = %(match)s AND head_seq = %(before)s
        RETURNING id
    )
    INSERT INTO events_actionevent (match_id, seq, type, seat, at_ms, core, secret, hash)
    SELECT id, %(seq)s, %(type)s, %(seat)s::smallint, %(at_ms)s, %(core)s, %(secret)s, %(hash)s FROM moved
"""


def _insert(match: Match, row: Row, seat: int | None, at_ms: int) -> None:
    frontier = Frontier.from_bytes(bytes(match.frontier)) if match.frontier else Frontier()
    values = {
        "match": match.pk, "before": match.head_seq, "frontier": frontier.grown(row.hash).to_bytes(),
        "seq": row.seq, "type": row.type, "seat": seat, "at_ms": at_ms,
        "core": row.core_bytes, "secret": row.secret_bytes, "hash": row.hash,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, values)
        if cursor.rowcount != 1:
            raise Busy()  # the head moved without the match's lock
    match.head_seq, match.head_hash, match.last_at_ms = row.seq, row.hash, at_ms
    match.frontier = values["frontier"]


def _cell(match_id: bytes, seq: int, secret: HiddenPart, salt_key: bytes) -> dict[str, Any]:
    """The commitment to a hidden part; to one that is proved item by item, the root over its items."""
    if not secret.each:
        commitment = _commit(match_id, seq, secret.path, secret.value, salt_key)
        return {"path": secret.path, "to": list(secret.readers), "c": commitment.hex()}
    leaves = item_commits(match_id, seq, secret.path, secret.value, salt_key)
    return {
        "path": secret.path,
        "to": list(secret.readers),
        "root": tree_root(leaves).hex(),
        "size": len(leaves),
    }


def item_commits(match_id: bytes, seq: int, path: str, items: Iterable[Any], salt_key: bytes) -> list[bytes]:
    """The commitments to the items of a hidden part, such as the places of a shuffled pile."""
    return [_commit(match_id, seq, f"{path}/{place}", item, salt_key) for place, item in enumerate(items)]


def _commit(match_id: bytes, seq: int, path: str, value: Any, salt_key: bytes) -> bytes:
    return cell_commit(match_id, seq, path, cell_salt(salt_key, seq, path), canon(value))


def since(match_id: UUID, at_ms: int) -> Iterator[Row]:
    """The rows written after a moment, the newest first."""
    rows = ActionEvent.objects.filter(match_id=match_id).order_by("-seq")
    told = rows.values_list("at_ms", "seq", "type", "core", "secret", "hash")
    for at, seq, kind, core, secret, hash in told.iterator(chunk_size=READ_BACK):
        if at <= at_ms:
            return
        yield Row(seq, kind, bytes(core), bytes(secret), bytes(hash))


def read(
    match_id: UUID, after: int = -1, upto: int | None = None, limit: int | None = None, type: str | None = None
) -> Iterator[Row]:
    """The rows after one seq, in order; `upto` is the last seq wanted, `type` the only type."""
    rows = ActionEvent.objects.filter(match_id=match_id, seq__gt=after).order_by("seq")
    if type is not None:
        rows = rows.filter(type=type)
    if upto is not None:
        rows = rows.filter(seq__lte=upto)
    if limit is not None:
        rows = rows[:limit]
    for seq, kind, core, secret, hash in rows.values_list("seq", "type", "core", "secret", "hash"):
        yield Row(seq, kind, bytes(core), bytes(secret), bytes(hash))
