"""Rows of the log as one viewer is told them: what everybody knows, and his own hidden parts with their salts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from events import log
from events.clock import rfc3339
from events.fairness import cell_salt
from events.log import StoredEvent
from events.match_seeds import salt_key_of
from events.models import Match, Withdrawable
from events.selectors.access import Viewer
from events.upcasts import upcast
from games.kernel.record import merged

CORE_ONLY = frozenset({"actor", "at_ms", "cells", "format"})


def events_for(
    match: Match,
    viewer: Viewer,
    after: int = -1,
    upto: int | None = None,
    limit: int | None = None,
    core: bool = False,
) -> Iterator[dict[str, Any]]:
    """The rows after one seq as a viewer is told them, in order; `core`: with the exact text that is hashed."""
    words = _Words(match)
    for row in log.read(match.id, after, upto, limit):
        yield event_for(match, row, viewer, words, core)


class _Words:
    """The parts of one match that may have been withdrawn, read once and only if a row has any."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._kept: dict[tuple[int, str], Withdrawable] | None = None

    def at(self, seq: int, path: str) -> Withdrawable | None:
        if self._kept is None:
            kept = Withdrawable.objects.filter(match=self._match)
            self._kept = {(part.seq, part.path): part for part in kept}
        return self._kept.get((seq, path))


def event_for(
    match: Match, row: StoredEvent, viewer: Viewer, words: _Words | None = None, core: bool = False
) -> dict[str, Any]:
    """One row as a viewer is told it (the action event of the API)."""
    told = row.core
    cells = list(_opened(match, row, viewer, words or _Words(match)))
    parts = {cell["path"]: cell["value"] for cell in cells}
    inside = {path: value for path, value in parts.items() if path.startswith(("effects/", "move/"))}
    move, effects = merged(told["move"], upcast(told["format"], told["effects"]), inside)
    event = {
        "seq": row.seq, "type": row.type, "at": rfc3339(told["at_ms"]), "seat": told["actor"], "by": told["by"],
        "prompt": told["prompt"], "move": move, "effects": effects,
        **{name: value for name, value in told.items() if name not in CORE_ONLY and name not in FIXED},
        **{path: value for path, value in parts.items() if path not in inside},
        "hash": row.hash.hex(), "cells": cells,
    }  # fmt: skip
    if core:
        event["core"] = row.core_bytes.decode()
    return event


FIXED = frozenset({"seq", "type", "by", "prompt", "move", "effects"})


def _opened(match: Match, row: StoredEvent, viewer: Viewer, words: _Words) -> Iterator[dict[str, Any]]:
    """The cells that a viewer is told, each with the salt that proves it."""
    cells: Iterable[Mapping[str, Any]] = row.core["cells"]
    for cell in cells:
        path = cell["path"]
        if cell["to"] is None:
            if (part := words.at(row.seq, path)) is not None:
                yield {
                    "path": path,
                    "c": cell["c"],
                    "salt": bytes(part.salt).hex(),
                    "value": part.value,
                }
        elif viewer.all or (viewer.seat is not None and viewer.seat in cell["to"]):
            if "c" in cell:
                salt = cell_salt(salt_key_of(match), row.seq, path).hex()
                yield {
                    "path": path,
                    "c": cell["c"],
                    "salt": salt,
                    "value": row.hidden[path],
                }
            else:
                yield _whole_tree(match, row, cell)


def _whole_tree(match: Match, row: StoredEvent, cell: Mapping[str, Any]) -> dict[str, Any]:
    """A part that is committed to item by item, with the salt of each item."""
    path, key = cell["path"], salt_key_of(match)
    salts = [cell_salt(key, row.seq, f"{path}/{place}").hex() for place in range(cell["size"])]
    return {
        "path": path,
        "root": cell["root"],
        "salts": salts,
        "value": row.hidden[path],
    }


def messages_for(match: Match, after: int, limit: int) -> list[dict[str, Any]]:
    """What was said at the table after one row, in order; withdrawn words are null."""
    words = _Words(match)
    said = log.read(match.id, after, limit=limit, type="message")
    rows = (event_for(match, row, Viewer(None), words) for row in said)
    return [{"seq": row["seq"], "at": row["at"], "seat": row["seat"], "text": row.get("text")} for row in rows]
