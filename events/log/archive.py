"""The archive: encrypted bundles of matches that are over, in an object store (a folder, or a service with S3's API).

An object is the whole bundle of a match (docs/integrity.md), compressed and encrypted. Texts that an operator can
withdraw stay in the database instead. Each match has its own encryption key, which is stored like its seeds.
`events.log.log` reads the events of archived matches through this module, so its callers need not distinguish them from
other matches.
"""

from __future__ import annotations

import gzip
import hashlib
import os
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, overload
from uuid import UUID

import msgspec
import structlog
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages

from events.base.encryption import Cipher, SecretUnreadable
from events.base.exceptions import Busy
from events.log import match_seeds
from events.log.models import Archive, Match

KIND = "archive"
CACHED = 16  # the number of matches whose events a process caches
RETRY_SECONDS = 5

logger = structlog.get_logger()


class ArchiveDamaged(Exception):
    """An error: an object of the archive differs from the verified object."""


class ArchiveUnavailable(Busy):
    """An error: the store does not respond, or does not have the object at present. The request can be retried."""

    retry_after = RETRY_SECONDS


class ArchivedEvent(NamedTuple):
    """An event from the archive, with the columns of `events.log.models.ActionEvent`."""

    seq: int
    type: str
    core: bytes
    hidden: bytes
    hash: bytes


class ArchivedEvents(Sequence[ArchivedEvent]):
    """The events of an object, in order.

    An event is decoded only when it is read, because most callers read few of them.
    """

    def __init__(self, texts: Sequence[msgspec.Raw]) -> None:
        self._texts = texts

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, place: int) -> ArchivedEvent: ...
    @overload
    def __getitem__(self, place: slice) -> list[ArchivedEvent]: ...
    def __getitem__(self, place: int | slice) -> ArchivedEvent | list[ArchivedEvent]:
        if isinstance(place, int):
            return _event(msgspec.json.decode(self._texts[place]))
        return [_event(msgspec.json.decode(text)) for text in self._texts[place]]


def events_of(match_id: UUID) -> Sequence[ArchivedEvent]:
    """Returns the archived events of a match, in order.

    Raises Archive.DoesNotExist, ArchiveUnavailable, or ArchiveDamaged.
    """
    row = Archive.objects.get(pk=match_id)
    return _events(match_id, row.name, bytes(row.digest), row.size, bytes(row.hash))


@lru_cache(maxsize=CACHED)
def _events(match_id: UUID, name: str, digest: bytes, size: int, hash: bytes) -> Sequence[ArchivedEvent]:
    events = ArchivedEvents(_raw_events(match_id, object_of(name, digest)))
    if len(events) != size or events[-1].hash != hash:
        raise ArchiveDamaged(f"expected {size} events in {name}, got {len(events)}, or another log")
    return events


def forget() -> None:
    """Empties the cache."""
    _events.cache_clear()


def store() -> Storage:
    """Returns the store of COMPTOIR_ARCHIVE_URL."""
    return storages["archive"]


def object_of(name: str, digest: bytes) -> bytes:
    """Returns the bytes of an object. Raises ArchiveUnavailable; ArchiveDamaged if their digest differs."""
    try:
        with store().open(name, "rb") as file:
            content: bytes = file.read()
    except Exception as error:  # each kind of store raises different errors
        logger.error("archive_unavailable", object=name, error=f"{type(error).__name__}: {error}")
        raise ArchiveUnavailable() from error
    if hashlib.sha256(content).digest() != digest:
        logger.error("archive_damaged", object=name)
        raise ArchiveDamaged(f"expected the object {name} with the SHA-256 {digest.hex()}, got another one")
    return content


def put(match: Match, bundle: dict[str, Any]) -> tuple[str, bytes]:
    """Stores the bundle of a match, and returns the object's name and digest. Each call creates a new object."""
    packed = gzip.compress(msgspec.json.encode(bundle), mtime=0)
    content = _cipher(match.pk).encrypt(match.pk.bytes, KIND, packed)
    digest = hashlib.sha256(content).digest()
    name = f"{match.pk}/{digest.hex()}"
    if (saved := store().save(name, ContentFile(content))) != name:
        store().delete(saved)
        raise ArchiveDamaged(f"expected a free name, got {name}, which the store has already")
    return name, digest


def make_key(match: Match) -> None:
    """Creates and stores the archive key of a match, unless the match has one already."""
    if match_seeds.stored(match, KIND) is None:
        match_seeds.make(match, KIND, os.urandom(32))


def remove_others(match_id: UUID, name: str) -> int:
    """Deletes all objects of a match except the named one (interrupted runs leave some), and returns their number."""
    others = [other for other in store().listdir(str(match_id))[1] if f"{match_id}/{other}" != name]
    for other in others:
        store().delete(f"{match_id}/{other}")
    return len(others)


def bundle_in(match_id: UUID, content: bytes) -> dict[str, Any]:
    """Returns the bundle in an object. Raises ArchiveDamaged."""
    bundle: dict[str, Any] = _decoded(match_id, content, dict)
    return bundle


def _raw_events(match_id: UUID, content: bytes) -> list[msgspec.Raw]:
    """Returns the text of each event of the bundle in an object. Raises ArchiveDamaged."""
    contents: _Contents = _decoded(match_id, content, _Contents)
    return contents.events


def _decoded(match_id: UUID, content: bytes, type: Any) -> Any:
    try:
        text = gzip.decompress(_cipher(match_id).decrypt(match_id.bytes, KIND, content))
        return msgspec.json.decode(text, type=type)
    except (SecretUnreadable, OSError, EOFError, msgspec.DecodeError) as error:
        raise ArchiveDamaged(f"expected a bundle of {match_id}, got {error!r}") from error


class _Contents(msgspec.Struct):
    """The members of a bundle that this module reads."""

    events: list[msgspec.Raw]


def events_in(bundle: dict[str, Any]) -> Sequence[ArchivedEvent]:
    """Returns the events of a complete bundle."""
    return [_event(event) for event in bundle["events"]]


def _event(event: dict[str, Any]) -> ArchivedEvent:
    core = msgspec.json.decode(event["core"])
    hidden = {cell["path"]: cell["value"] for cell in event["cells"]}
    return ArchivedEvent(
        core["seq"], core["type"], event["core"].encode(), msgspec.json.encode(hidden), bytes.fromhex(event["hash"])
    )


def _cipher(match_id: UUID) -> Cipher:
    return Cipher([match_seeds.secret_of(match_id, KIND)])
