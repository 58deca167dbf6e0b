"""Idempotency: repeated requests are executed once."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import connection, transaction

from events.base.canonical_json import canonical_json
from events.log import log
from events.log.errors import IdempotencyKeyReused
from events.log.models import IdempotencyRecord, Match
from games.kernel.state import Json

_MATCH = re.compile(r"/matches/([0-9a-f-]{36})(?:/|$)")


class Reply(NamedTuple):
    """The status and the body of a response; replayed: whether an earlier request produced it.

    match: the match after the request, if known.
    """

    status: int
    body: Mapping[str, Any]
    replayed: bool = False
    match: Match | None = None


def body_hash(body: Json) -> bytes:
    """Returns the hash of a request's body."""
    return hashlib.sha256(canonical_json(body)).digest()


def owner_of(scope: str) -> UUID:
    """Returns the owner of a scope's replies: the match in the scope, otherwise the player at its beginning."""
    named = _MATCH.search(scope)
    return UUID(named[1] if named else scope[:36])


def stored(scope: str, key: str, body: Json) -> Reply | None:
    """Returns the reply stored for a key, if any. Raises IdempotencyKeyReused for another body."""
    record = IdempotencyRecord.objects.filter(owner=owner_of(scope), scope=scope, key=key).first()
    if record is None:
        return None
    if bytes(record.body) != body_hash(body):
        raise IdempotencyKeyReused()
    return replay(record)


def replay(record: IdempotencyRecord) -> Reply:
    """Returns a stored reply, marked as replayed."""
    return Reply(200, msgspec.json.decode(bytes(record.answer)), replayed=True)


def answered_before(scope: str, prompt: int, move: Mapping[str, Json]) -> Reply | None:
    """Returns the reply to an earlier copy of a move that answered the prompt; None if there is none."""
    record = IdempotencyRecord.objects.filter(owner=owner_of(scope), scope=scope, prompt=prompt).first()
    if record is None or record.move is None:
        return None
    is_same = _comparable(move, record.ordered) == _comparable(record.move, record.ordered)
    return replay(record) if is_same else None


def _comparable(move: Mapping[str, Json], ordered: list[str]) -> Json:
    """Returns a move with its lists sorted, except those whose order matters."""
    args = {
        name: sorted(value, key=repr) if isinstance(value, list) and name not in ordered else value
        for name, value in move["args"].items()
    }
    return {"verb": move["verb"], "args": args}


def reply_to_store(
    scope: str, key: str, body: Json, reply: Reply, *, prompt: int | None = None, move: Json = None, ordered: list[str]
) -> log.StoredReply:
    """Returns a reply to store together with the events that the request wrote (`log.store`)."""
    details = {"scope": scope, "key": key, "prompt": prompt, "move": move, "ordered": ordered, "status": reply.status}
    return log.StoredReply(details, body_hash(body), msgspec.json.encode(reply.body))


def store(scope: str, key: str, body: Json, reply: Reply, **details: Any) -> None:
    """Stores a reply for repeated requests, in the transaction of the request."""
    IdempotencyRecord.objects.create(
        owner=owner_of(scope),
        scope=scope,
        key=key,
        body=body_hash(body),
        status=reply.status,
        answer=msgspec.json.encode(reply.body),
        **details,
    )


def once(scope: str, key: str | None, body: Json, execute: Callable[[], Reply]) -> Reply:
    """Executes a request, or returns the reply stored for its key; without a key, always executes it."""
    with transaction.atomic():
        if key is None:
            return execute()
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))",
                [f"{scope} {key}"],
            )
        if (before := stored(scope, key, body)) is not None:
            return before
        reply = execute()
        store(scope, key, body, reply)
        return reply
