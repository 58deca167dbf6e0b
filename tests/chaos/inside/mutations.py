"""Faulty servers that the harness must detect; each breaks one guarantee."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any
from uuid import UUID

MUTATIONS: dict[str, Callable[[], None]] = {}


def mutation(plant: Callable[[], None]) -> Callable[[], None]:
    MUTATIONS[plant.__name__] = plant
    return plant


@mutation
def no_lock() -> None:
    """Reads and advances the head without the lock of the match: two writers append to the same head.

    Without the lock the log still stays intact: the second writer finds a newer head and retries. The pause simulates a
    busier machine.
    """
    log: Any = import_module("events.log.log")
    statements: Any = import_module("events.log.statements")
    append, sleep = statements.append, import_module("time").sleep

    def unchecked(match_id: UUID, before: int, *rest: Any, **options: Any) -> Any:
        sleep(0.02)
        return append(match_id, statements.head_of(match_id, None).head_seq, *rest, **options)

    log.lock = lambda match_id: log.Match.objects.get(pk=match_id)
    statements.append = unchecked


@mutation
def no_key() -> None:
    """Forgets responses: a repeated request is stale, or is played again if the prompt is still open."""
    for name in ("events.log.idempotency", "events.matches.table.moves"):
        module: Any = import_module(name)
        module.stored = lambda *_: None
        module.answered_before = lambda *_: None


@mutation
def async_commit() -> None:
    """Acknowledges a move before it is on disk; /readyz cannot detect it, because only moves are affected."""
    statements: Any = import_module("events.log.statements")
    asynchronous = "set_config('synchronous_commit', 'off', true)"
    statements._APPEND += f" FROM {asynchronous}"


@mutation
def early_answer() -> None:
    """Responds before the commit, and rolls back every fiftieth transaction after its response."""
    moves: Any = import_module("events.matches.table.moves")
    submit, atomic, count = moves.move_submit, import_module("django.db.transaction"), [0]

    def submitted(**arguments: Any) -> Any:
        with atomic.atomic():
            answer = submit(**arguments)
            if answer.body.get("seq") is not None:
                count[0] += 1
                atomic.set_rollback(count[0] % 50 == 0)
        return answer

    moves.move_submit = submitted
    import_module("events.matches.views.table").move_submit = submitted
