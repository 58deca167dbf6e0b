"""All access to the log: every write to it and every read from it passes through this module.

An event's core holds its public part, in canonical bytes, and a salted commitment to each hidden part, so that all
viewers compute the same chain of hashes from different redactions. The hidden parts are stored beside it.
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
CHUNK = 32

decode = msgspec.json.decode
encode = msgspec.json.encode


class StoredEvent:
    """An event of the log as stored: the bytes of the core, and those of the hidden parts."""

    def __init__(self, seq: int, type: str, core_bytes: bytes, hidden_bytes: bytes, hash: bytes) -> None:
        self.seq, self.type, self.core_bytes, self.hidden_bytes, self.hash = (
            seq,
            type,
            core_bytes,
            hidden_bytes,
            hash,
        )

    @cached_property
    def core(self) -> dict[str, Any]:
        """The public part."""
        decoded: dict[str, Any] = decode(self.core_bytes)
        return decoded

    @cached_property
    def hidden(self) -> dict[str, Any]:
        """The hidden parts, by path."""
        decoded: dict[str, Any] = decode(self.hidden_bytes)
        return decoded

    def whole(self) -> tuple[Any, list[Any]]:
        """The move and the effects, with every hidden part in its place."""
        return merged(self.core["move"], self.core["effects"], self.hidden)


def lock(match_id: UUID) -> Match:
    """Locks a match until the transaction ends, then reads it. Raises Match.DoesNotExist."""
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
) -> StoredEvent:
    """Writes the next event and updates `match` to the new head; the caller holds the match's lock.

    salts: the key of the salts; cells: commitments to parts that are stored elsewhere.
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
    row = StoredEvent(
        seq,
        type,
        core_bytes,
        encode({s.path: s.value for s in record.hidden_parts}),
        event_hash(before, core_bytes),
    )
    _insert(match, row, seat, at_ms)
    return row


# Updates the head and inserts the event, or neither: one statement.
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


def _insert(match: Match, row: StoredEvent, seat: int | None, at_ms: int) -> None:
    frontier = Frontier.from_bytes(bytes(match.frontier)) if match.frontier else Frontier()
    values = {
        "match": match.pk, "before": match.head_seq, "frontier": frontier.grown(row.hash).to_bytes(),
        "seq": row.seq, "type": row.type, "seat": seat, "at_ms": at_ms,
        "core": row.core_bytes, "secret": row.hidden_bytes, "hash": row.hash,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, values)
        if cursor.rowcount != 1:
            raise Busy()  # another transaction wrote without the match's lock
    match.head_seq, match.head_hash, match.last_at_ms = row.seq, row.hash, at_ms
    match.frontier = values["frontier"]


def _cell(match_id: bytes, seq: int, secret: HiddenPart, salt_key: bytes) -> dict[str, Any]:
    """The commitment to a hidden part: a hash, or, for a part that is proved item by item, the root over its items."""
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


def since(match_id: UUID, at_ms: int) -> Iterator[StoredEvent]:
    """The events after a moment, the newest first."""
    rows = ActionEvent.objects.filter(match_id=match_id).order_by("-seq")
    columns = rows.values_list("at_ms", "seq", "type", "core", "secret", "hash")
    for at, seq, kind, core, secret, hash in columns.iterator(chunk_size=CHUNK):
        if at <= at_ms:
            return
        yield StoredEvent(seq, kind, bytes(core), bytes(secret), bytes(hash))


def read(
    match_id: UUID, after: int = -1, upto: int | None = None, limit: int | None = None, type: str | None = None
) -> Iterator[StoredEvent]:
    """The events after one seq, in order. upto: the last seq; limit: at most so many; type: only this type."""
    rows = ActionEvent.objects.filter(match_id=match_id, seq__gt=after).order_by("seq")
    if type is not None:
        rows = rows.filter(type=type)
    if upto is not None:
        rows = rows.filter(seq__lte=upto)
    if limit is not None:
        rows = rows[:limit]
    for seq, kind, core, secret, hash in rows.values_list("seq", "type", "core", "secret", "hash"):
        yield StoredEvent(seq, kind, bytes(core), bytes(secret), bytes(hash))
