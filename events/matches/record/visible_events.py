"""Events of the log as a viewer sees them: the public part, and the visible hidden parts with their salts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from events.base.clock import rfc3339
from events.base.fairness import cell_salt
from events.log import log
from events.log.access import Viewer
from events.log.log import StoredEvent
from events.log.match_seeds import salt_key_of
from events.log.models import Match, Withdrawable
from events.matches.record.waiting import waiting_after
from events.matches.serializers.log import MessageOut
from games.kernel.record import merged
from games.kernel.timing.waiting import Waiting

CORE_ONLY = frozenset({"actor", "at_ms", "cells", "format", *Waiting._fields})


def events_for(
    match: Match,
    viewer: Viewer,
    after: int = -1,
    upto: int | None = None,
    limit: int | None = None,
    core: bool = False,
) -> Iterator[dict[str, Any]]:
    """Yields the events after `after` as a viewer sees them, in order, up to the head that `match` was read with.

    core: whether to add the exact text that is hashed.
    """
    withdrawables = _Withdrawables(match)
    for event in log.read(match.id, after, match.head_seq if upto is None else upto, limit):
        yield event_for(match, event, viewer, withdrawables, core)


class _Withdrawables:
    """The parts of one match that an operator can withdraw. They are read once, and only if an event has such a
    part.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._parts: dict[tuple[int, str], Withdrawable] | None = None

    def at(self, seq: int, path: str) -> Withdrawable | None:
        if self._parts is None:
            parts = Withdrawable.objects.filter(match=self._match)
            self._parts = {(part.seq, part.path): part for part in parts}
        return self._parts.get((seq, path))


def parts_for(match: Match, viewer: Viewer) -> Callable[[], Iterator[tuple[StoredEvent, list[dict[str, Any]]]]]:
    """Returns a function that reads every event, with the hidden parts that a viewer may see and their salts.

    All calls of the function read the same parts, even if an operator withdraws a text meanwhile.
    """
    withdrawables = _Withdrawables(match)

    def read() -> Iterator[tuple[StoredEvent, list[dict[str, Any]]]]:
        for event in log.read_in_pages(match.id, match.head_seq):
            yield event, list(_opened(match, event, viewer, withdrawables))

    return read


def event_for(
    match: Match, stored: StoredEvent, viewer: Viewer, withdrawables: _Withdrawables | None = None, core: bool = False
) -> dict[str, Any]:
    """Returns one event as a viewer sees it and as the API sends it."""
    public = stored.core
    cells = list(_opened(match, stored, viewer, withdrawables or _Withdrawables(match)))
    parts = {cell["path"]: cell["value"] for cell in cells}
    inside = {path: value for path, value in parts.items() if path.startswith(("effects/", "move/"))}
    move, effects = merged(public["move"], public["effects"], inside)
    event = {
        "seq": stored.seq,
        "type": stored.type,
        "at": rfc3339(public["at_ms"]),
        "seat": public["actor"],
        "by": public["by"],
        "prompt": public["prompt"],
        "move": move,
        "effects": effects,
        **{name: value for name, value in public.items() if name not in CORE_ONLY and name not in FIXED},
        **waiting_after(match, stored),
        **{path: value for path, value in parts.items() if path not in inside},
        "hash": stored.hash.hex(),
        "cells": cells,
    }
    if core:
        event["core"] = stored.core_bytes.decode()
    return event


FIXED = frozenset({"seq", "type", "by", "prompt", "move", "effects"})


def _opened(
    match: Match, stored: StoredEvent, viewer: Viewer, withdrawables: _Withdrawables
) -> Iterator[dict[str, Any]]:
    """Yields the hidden parts that a viewer may see, each with the salt that proves it."""
    cells: Iterable[Mapping[str, Any]] = stored.core["cells"]
    for cell in cells:
        path = cell["path"]
        if cell["to"] is None:
            if (part := withdrawables.at(stored.seq, path)) is not None:
                yield {
                    "path": path,
                    "c": cell["c"],
                    "salt": bytes(part.salt).hex(),
                    "value": part.value,
                }
        elif _is_open_to(viewer, cell):
            if "c" in cell:
                salt = cell_salt(salt_key_of(match), stored.seq, path).hex()
                yield {
                    "path": path,
                    "c": cell["c"],
                    "salt": salt,
                    "value": stored.hidden[path],
                }
            else:
                yield _whole_tree(match, stored, cell)


def _is_open_to(viewer: Viewer, cell: Mapping[str, Any]) -> bool:
    """Returns whether a viewer may see a hidden part."""
    return viewer.all or (viewer.seat is not None and viewer.seat in cell["to"])


def _whole_tree(match: Match, stored: StoredEvent, cell: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a part that has a commitment for each item, with the salts of all items."""
    path, key = cell["path"], salt_key_of(match)
    salts = [cell_salt(key, stored.seq, f"{path}/{place}").hex() for place in range(cell["size"])]
    return {
        "path": path,
        "root": cell["root"],
        "salts": salts,
        "value": stored.hidden[path],
    }


def _said(match: Match, after: int, limit: int) -> Iterator[StoredEvent]:
    """Yields the messages of players, without the events that withdraw texts."""
    while page := list(log.read(match.id, after, match.head_seq, limit, "message")):
        yield from (event for event in page if event.core["actor"] is not None)
        if len(page) < limit:
            return
        after = page[-1].seq


def messages_for(match: Match, after: int, limit: int) -> list[MessageOut]:
    """Returns the messages after an event, in order; the text of a withdrawn message is null."""
    withdrawables = _Withdrawables(match)
    messages = islice(_said(match, after, limit), limit)
    visible = (event_for(match, message, Viewer(None), withdrawables) for message in messages)
    return [{"seq": each["seq"], "at": each["at"], "seat": each["seat"], "text": each.get("text")} for each in visible]
