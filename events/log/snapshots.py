"""Snapshots: stored intermediate states of long logs, from which any process can continue the fold.

A row has the state after an event, the clocks, and the knowledge of each seat, as JSON, compressed and encrypted. It is
bound to its match, to the event's seq and hash, and to the code of its game and of the kernel. A row that was changed,
or that belongs to another match, event or code, does not decrypt and is skipped. After opening a row, a reader reads
the later events of the log. Their hashes must continue from the row's hash (`events.log.damage.chained`). A missing or
stale row therefore never affects results. Proofs never read snapshots.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import structlog
from django.conf import settings
from django.db import connection

from events.base.caches import LeastRecentlyUsed
from events.base.encryption import SecretUnreadable, cipher_of
from events.log.models import Match, Snapshot
from games import compiled, registry
from games.kernel.codec import state_from, state_json
from games.kernel.knowledge.memory import Memory
from games.kernel.options import Options
from games.kernel.state import Seat, State
from games.kernel.timing.clock import Clock, Times

STRIDE = 256
"""The number of events from one snapshot to the next.

Folding them, with the knowledge of one seat, takes about 15 ms.
"""
SOURCES = ("knowledge.py", "match_state/folding.py", "match_state/rules.py", "snapshots.py", "states.py", "upcasts.py")
_NEAREST = """
    SELECT seq, hash, sealed FROM events_storedstate
    WHERE match_id = %s AND seq < %s AND code = %s ORDER BY seq DESC LIMIT 1
"""

log = structlog.get_logger()


class Content(msgspec.Struct):
    """The content of a row. learnt: the memories of spectators and of each seat, decoded when needed."""

    state: Any
    times: list[Any]
    seated: str
    is_void: bool
    learnt: list[msgspec.Raw]


class OpenedSnapshot(NamedTuple):
    """A decrypted snapshot: the content after event `seq`, and the event's hash."""

    seq: int
    hash: bytes
    content: Content

    def state(self, match: Match, options: Options) -> State:
        """Returns the state."""
        return state_from(registry.get(match.game, match.rules_version), match.size, options, self.content.state)

    def times(self, clock: Clock) -> Times:
        """Returns the clocks."""
        return Times.stored(clock, self.content.times)

    def memory(self, match: Match, seat: Seat | None) -> Memory:
        """Returns the memory of a seat or of spectators."""
        sights = registry.get(match.game, match.rules_version).sights
        stored = self.content.learnt[0 if seat is None else seat + 1]
        return Memory.from_json(seat, sights, msgspec.json.decode(stored))


_decode = msgspec.json.Decoder(Content).decode
_opened: LeastRecentlyUsed[OpenedSnapshot] = LeastRecentlyUsed(32)


@cache
def code(game: str) -> str:
    """Returns a digest of the code that folds a game's states: the game, the kernel, and the modules of `SOURCES`."""
    digest, rules = sha256(), [*_modules("kernel"), *_modules(game)]
    for path in (*rules, *(Path(__file__).parent / name for name in SOURCES)):
        digest.update(f"\0{path.name}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _modules(package: str) -> list[Path]:
    return sorted((compiled.SOURCES / package).rglob("*.py"))


@cache
def codes() -> str:
    """Returns the `code` of each game, as a JSON object for SQL statements about matches of several games."""
    return msgspec.json.encode({game: code(game) for game in registry.GAMES}).decode()


def before(match: Match, seq: int) -> OpenedSnapshot | None:
    """Returns the last snapshot before an event; None if there is none that decrypts."""
    if seq <= STRIDE:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_NEAREST, [match.pk, seq, code(match.game)])
        row = cursor.fetchone()
    if row is None:
        return None
    key = match.pk, row[0], bytes(row[1])
    if (opened := _opened.get(key)) is None and (opened := open_row(match, *row)) is not None:
        _opened.put(key, opened)
    return opened


def open_row(match: Match, seq: int, hash: bytes, sealed: bytes) -> OpenedSnapshot | None:
    """Returns the content of a row that the present code has stored; None for any other row."""
    try:
        content = cipher_of(settings.COMPTOIR_SECRET_KEY).decrypt(
            match.pk.bytes, _kind(match, seq, bytes(hash)), bytes(sealed)
        )
        return OpenedSnapshot(seq, bytes(hash), _decode(zlib.decompress(content)))
    except (SecretUnreadable, zlib.error, msgspec.MsgspecError):
        log.warning("stored_state_unreadable", match=str(match.pk), seq=seq)
        return None


def put(match: Match, seq: int, hash: bytes, content: Content) -> None:
    """Stores the state after an event, and replaces any other state after that event."""
    packed = zlib.compress(encoded(content))
    sealed = cipher_of(settings.COMPTOIR_SECRET_KEY).encrypt(match.pk.bytes, _kind(match, seq, hash), packed)
    row = Snapshot(match=match, seq=seq, hash=hash, code=code(match.game), sealed=sealed)
    Snapshot.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["match", "seq"], update_fields=["hash", "code", "sealed"]
    )


def encoded(content: Content) -> bytes:
    """Returns the uncompressed text of a row. Equal contents have equal texts."""
    return msgspec.json.encode(content)


def content_of(
    state: State, times: Times, seated: bytes, is_void: bool, memories: Mapping[Seat | None, Memory]
) -> Content:
    """Returns the content of a row. memories: the memories of spectators (None) and of all seats."""
    learnt = [msgspec.Raw(msgspec.json.encode(memory.to_json())) for memory in _in_order(memories)]
    return Content(state_json(state), times.to_json(), seated.hex(), is_void, learnt)


def _in_order(memories: Mapping[Seat | None, Memory]) -> Iterator[Memory]:
    yield memories[None]
    yield from (memories[seat] for seat in range(len(memories) - 1))


def _kind(match: Match, seq: int, hash: bytes) -> str:
    return f"state/{code(match.game)}/{seq}/{hash.hex()}"
