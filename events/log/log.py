"""All access to the log: every write to it and every read from it passes through this module.

An event's core holds its public part, in canonical bytes, and a salted commitment to each hidden part, so that all
viewers compute the same chain of hashes from different redactions. The hidden parts are stored beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from events.base.canonical_json import canonical_json
from events.base.clock import now_ms
from events.base.fairness import Frontier, cell_commit, cell_salt, event_hash, genesis, tree_root
from events.base.metrics import APPEND_SECONDS
from events.base.publishing import publish
from events.base.signals import noticed
from events.log import archive, statements
from events.log.models import KEPT, ActionEvent, Match
from events.log.upcasts import FORMAT, upcast
from events.timers.services import announce_timers
from games.kernel.record import HiddenPart, Record, merged
from games.kernel.timing.waiting import Waiting

BUNDLE = 2  # the oldest export format allowed for a match created now (docs/integrity.md)
EMPTY = Record(None, [], ())
CHUNK = 32
PAGE = 256  # the number of events in memory while a log of any length is read

decode = msgspec.json.decode
encode = msgspec.json.encode


class StoredEvent:
    """An event of the log as stored: the bytes of its core, and the bytes of its hidden parts."""

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
        """The public part, in the present format."""
        return upcast(decode(self.core_bytes))

    @cached_property
    def hidden(self) -> dict[str, Any]:
        """The hidden parts, by path."""
        decoded: dict[str, Any] = decode(self.hidden_bytes)
        return decoded

    def whole(self) -> tuple[Any, list[Any]]:
        """Returns the move and the effects, with every hidden part in its place."""
        return merged(self.core["move"], self.core["effects"], self.hidden)


def time_of_next(match: Match) -> int:
    """Returns the time for an event drafted now, not earlier than that of the last event."""
    return max(now_ms(), match.last_at_ms)


def lock(match_id: UUID) -> Match:
    """Locks the row of a match until the transaction ends, and returns the match. Raises Match.DoesNotExist.

    Rows with a foreign key to the match can still be written, because the lock leaves the key of the match unlocked.
    """
    return Match.objects.select_for_update(no_key=True).get(pk=match_id)


def draft(
    match: Match,
    type: str,
    *,
    by: str,
    salts: bytes,
    waiting: Waiting,
    at_ms: int | None = None,
    seat: int | None = None,
    prompt: int | None = None,
    record: Record = EMPTY,
    cells: Sequence[Mapping[str, Any]] = (),
    **public: Any,
) -> StoredEvent:
    """Returns the next event of a match without storing it; makes it the head of `match`.

    salts: the key of the salts; cells: commitments to parts that are stored elsewhere. waiting: the seats that the
    match waits for after the event; at_ms: the time of the event, by default `time_of_next`; public: further members of
    the core.
    """
    seq, at_ms = match.head_seq + 1, time_of_next(match) if at_ms is None else at_ms
    core = {
        "seq": seq,
        "type": type,
        "at_ms": at_ms,
        "actor": seat,
        "by": by,
        "prompt": prompt,
        "format": FORMAT,
        "move": record.move,
        "effects": record.effects,
        "cells": [*(_cell(match.id.bytes, seq, part, salts) for part in record.hidden_parts), *cells],
        **waiting.to_json(),
        **public,
    }
    core_bytes = canonical_json(core)
    before = bytes(match.head_hash) if match.head_seq >= 0 else genesis(match.id.bytes)
    hidden_bytes = encode({s.path: s.value for s in record.hidden_parts})
    event = StoredEvent(seq, type, core_bytes, hidden_bytes, event_hash(before, core_bytes))
    frontier = Frontier.from_bytes(bytes(match.frontier)) if match.frontier else Frontier()
    match.head_seq, match.head_hash, match.last_at_ms = seq, event.hash, at_ms
    match.frontier = frontier.grown(event.hash).to_bytes()
    return event


class StoredReply(NamedTuple):
    """A reply to store with the events that a request wrote. details: columns of `IdempotencyRecord`."""

    details: Mapping[str, Any]
    body: bytes
    answer: bytes


def store(
    match: Match,
    events: Sequence[StoredEvent],
    side_effects: Mapping[str, Any] | None = None,
    reply: StoredReply | None = None,
    *,
    waits_for_lock: bool = True,
) -> bool:
    """Stores drafted events and their side effects in one statement; returns whether it stored them.

    The last event is the head of `match`. side_effects: see `events/log/sql/append.sql`. waits_for_lock: False returns
    False at once if another transaction holds the match's lock. If the result is False, nothing was stored.
    """
    new = [
        statements.NewEvent(
            event.type, event.core["actor"], event.core["at_ms"], event.core_bytes, event.hidden_bytes, event.hash
        )
        for event in events
    ]
    bodies = (None, None) if reply is None else (reply.body, reply.answer)
    side_effects = {**(side_effects or {}), **({} if reply is None else {"command": reply.details})}
    before = match.head_seq - len(new)
    with APPEND_SECONDS.labels("yes" if waits_for_lock else "no").time():
        is_stored = statements.append(
            match.pk, before, new, bytes(match.frontier), side_effects, bodies, waits_for_lock
        )
    if is_stored:
        publish(match.pk)
        announce_timers(side_effects.get("timers", {}).values())
    if is_stored and "notices" in side_effects:
        noticed.send(sender=Match, match=match.pk)
    return is_stored


def seal(
    match: Match,
    prompt: int,
    seat: int,
    move: Mapping[str, Any],
    others: Sequence[int],
    replies: Sequence[StoredReply],
    *,
    waits_for_lock: bool,
) -> str:
    """Stores a sealed answer outside the log. Returns `nothing`, `same`, `stored` or `last` (`seal.sql`)."""
    bodies, details = (replies[0].body, replies[0].answer), [each.details for each in replies]
    answer = (prompt, seat, move)
    result = statements.seal(match.pk, match.head_seq, answer, others, details, bodies, waits_for_lock)
    if result in ("stored", "last"):
        publish(match.pk)
    return result


def _cell(match_id: bytes, seq: int, part: HiddenPart, salt_key: bytes) -> dict[str, Any]:
    """Returns the commitment to a hidden part: a hash, or a Merkle root if its items are proved separately."""
    if not part.each:
        commitment = _commit(match_id, seq, part.path, part.value, salt_key)
        return {"path": part.path, "to": list(part.readers), "c": commitment.hex()}
    leaves = item_commits(match_id, seq, part.path, part.value, salt_key)
    return {
        "path": part.path,
        "to": list(part.readers),
        "root": tree_root(leaves).hex(),
        "size": len(leaves),
    }


def item_commits(match_id: bytes, seq: int, path: str, items: Iterable[Any], salt_key: bytes) -> list[bytes]:
    """Returns the commitments to the items of a hidden part, such as the places of a shuffled pile."""
    return [_commit(match_id, seq, f"{path}/{place}", item, salt_key) for place, item in enumerate(items)]


def _commit(match_id: bytes, seq: int, path: str, value: Any, salt_key: bytes) -> bytes:
    return cell_commit(match_id, seq, path, cell_salt(salt_key, seq, path), canonical_json(value))


def since(match_id: UUID, at_ms: int) -> Iterator[StoredEvent]:
    """Yields the events after a moment, the newest first."""
    rows = ActionEvent.objects.filter(match_id=match_id, match__archive=None).order_by("-seq")
    columns = rows.values_list("at_ms", "seq", "type", "core", "hidden", "hash")
    has_rows = False
    for at, seq, kind, core, hidden, hash in columns.iterator(chunk_size=CHUNK):
        has_rows = True
        if at <= at_ms:
            return
        yield StoredEvent(seq, kind, bytes(core), bytes(hidden), bytes(hash))
    if not has_rows:  # as for an archived match
        yield from takewhile(lambda event: event.core["at_ms"] > at_ms, reversed(list(read(match_id))))


def read(
    match_id: UUID, after: int = -1, upto: int | None = None, limit: int | None = None, type: str | None = None
) -> Iterator[StoredEvent]:
    """Yields the events after a seq, in order.

    upto: the last seq; limit: the largest number of events; type: the only type of events to yield.

    Raises ArchiveUnavailable or ArchiveDamaged if the events are archived and the archive cannot be read.
    """
    rows, archived = statements.rows(match_id, after, upto, limit, type)
    if after < archived - 1 and type not in KEPT:
        last = archived - 1 if upto is None else min(upto, archived - 1)
        last = last if limit is None or type is not None else min(last, after + limit)
        moved = [event for event in archive.events_of(match_id)[after + 1 : last + 1] if type in (None, event.type)]
        rows = [*moved, *(row for row in rows if row[0] >= archived)][:limit]
    for row in rows:
        yield StoredEvent(*row)


def read_in_pages(match_id: UUID, upto: int, after: int = -1) -> Iterator[StoredEvent]:
    """Yields the events after one seq up to another, one page in memory at a time.

    Archived events are read all at once.
    """
    while after < upto and (page := list(read(match_id, after, upto, PAGE))):
        yield from page
        after = page[-1].seq
