"""Requests that are carried out once, however often they are sent."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from django.db import connection, transaction

from events.canon import canon
from events.exceptions import IdempotencyKeyReused
from events.models import Command
from games.kernel.state import Json


class Reply(NamedTuple):
    """What a request is answered with; replayed: whether it had been carried out before."""

    status: int
    body: dict[str, Any]
    replayed: bool = False


def body_hash(body: Json) -> bytes:
    """The hash of what was asked."""
    return hashlib.sha256(canon(body)).digest()


def stored(scope: str, key: str, body: Json) -> Reply | None:
    """The answer a key got before; raises IdempotencyKeyReused if it came with another body."""
    command = Command.objects.filter(scope=scope, key=key).first()
    if command is None:
        return None
    if bytes(command.body) != body_hash(body):
        raise IdempotencyKeyReused()
    return replay(command)


def replay(command: Command) -> Reply:
    """A stored answer, marked as a repeat."""
    return Reply(200, msgspec.json.decode(bytes(command.answer)), replayed=True)


def answered_before(scope: str, prompt: int, move: Mapping[str, Json]) -> Reply | None:
    """The answer that this very move got, if the prompt was answered with it before."""
    command = Command.objects.filter(scope=scope, prompt=prompt).first()
    if command is None or _comparable(move, command.ordered) != _comparable(command.move, command.ordered):
        return None
    return replay(command)


def _comparable(move: Mapping[str, Json], ordered: list[str]) -> Json:
    """A move in which lists are sorted where their order does not matter."""
    args = {
        name: sorted(value, key=repr) if isinstance(value, list) and name not in ordered else value
        for name, value in move["args"].items()
    }
    return {"verb": move["verb"], "args": args}


def store(scope: str, key: str, body: Json, answer: Reply, **details: Any) -> None:
    """Keeps an answer for repeats; in the transaction that it is the answer of."""
    Command.objects.create(
        scope=scope, key=key, body=body_hash(body), status=answer.status,
        answer=msgspec.json.encode(answer.body), **details,
    )  # fmt: skip


def store_sealed(
    scope: str,
    key: str | None,
    body: Json,
    answer: Reply,
    prompt: int,
    ordered: list[str],
) -> None:
    """Keeps what a sealed answer was answered with; one that replaces it takes its place."""
    if key is not None:
        store(scope, key, body, answer)
    Command.objects.filter(scope=scope, prompt=prompt).delete()
    store(
        scope,
        f"prompt:{prompt}",
        body,
        answer,
        prompt=prompt,
        move=body,
        ordered=ordered,
    )


def once(scope: str, key: str | None, body: Json, carry_out: Callable[[], Reply]) -> Reply:
    """Carries a request out, or gives the answer that its key got before; without a key, carries it out."""
    with transaction.atomic():
        if key is None:
            return carry_out()
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))",
                [f"{scope} {key}"],
            )
        if (before := stored(scope, key, body)) is not None:
            return before
        answer = carry_out()
        store(scope, key, body, answer)
        return answer
