"""The operator's global log: a leaf for each match created, ended or void, and for the heads of running matches.

It reveals an attack that the log of a single match cannot show: an operator who aborts matches until one has the wanted
result. A leaf is written soon after its event is committed, in a separate transaction, so that matches do not wait for
each other (`events.transparency.projections`). The signed head is appended to a witness file, which others can copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet

from events.base.canonical_json import canonical_json
from events.base.clock import now_ms
from events.base.fairness import Frontier, global_leaf
from events.base.signing import signer
from events.log import log
from events.log.global_log_pages import global_head
from events.log.models import GlobalLeaf, Match

KINDS = {"match.created": "created", "match.over": "ended", "match.void": "void"}
ENDINGS = {Match.Status.FINISHED.value: "ended", Match.Status.ABORTED.value: "void", Match.Status.VOID.value: "void"}
LOCK = (0xC1 << 56) - (1 << 64)
AT_ONCE = 50  # the most leaves in one transaction, because beginning and ending matches wait for it
PAGE = 1_000  # the number of matches whose leaves one query looks for


class NewLeaf(NamedTuple):
    """A leaf to add. at_ms: the time of the leaf; row_hash: the hash of a committed event."""

    at_ms: int
    match_id: UUID
    kind: str
    row_hash: bytes


def global_log_follow(*, match: Match) -> None:
    """Adds the missing leaves of a match's events, and signs the new head of the global log."""
    known = set(GlobalLeaf.objects.filter(match=match).values_list("kind", flat=True))
    missing = {"created", ENDINGS.get(match.status, "created")} - known
    types = [type for type, kind in KINDS.items() if kind in missing]
    events = [event for type in types for event in log.read(match.pk, type=type)]
    global_log_add(NewLeaf(now_ms(), match.pk, KINDS[event.type], event.hash) for event in events)


def global_log_add(leaves: Iterable[NewLeaf]) -> int:
    """Adds those of the given leaves that are missing, in order; returns the number of all given leaves."""
    remaining, count = iter(leaves), 0
    while batch := list(islice(remaining, AT_ONCE)):
        _record(batch)
        count += len(batch)
    return count


def _record(leaves: Sequence[NewLeaf]) -> None:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        stored = GlobalLeaf.objects.filter(match__in={leaf.match_id for leaf in leaves})
        known = {(match, kind, bytes(hash)) for match, kind, hash in stored.values_list("match", "kind", "row_hash")}
        missing = [leaf for leaf in leaves if leaf[1:] not in known]
        last = GlobalLeaf.objects.order_by("-position").first() if missing else None
        rows = []
        for leaf in missing:
            last = _after(last, leaf)
            rows.append(last)
        GlobalLeaf.objects.bulk_create(rows)


def _after(last: GlobalLeaf | None, new: NewLeaf) -> GlobalLeaf:
    """Returns the row of the next leaf, with the signed head of the log that ends with it."""
    _, match_id, kind, row_hash = new
    at_ms = new.at_ms if last is None else max(new.at_ms, last.at_ms)
    text = canonical_json({"kind": kind, "hash": row_hash.hex(), "at_ms": at_ms})
    before = Frontier() if last is None else Frontier.from_bytes(bytes(last.frontier))
    frontier = before.grown(global_leaf(text))
    root, key = frontier.root(), signer()
    return GlobalLeaf(
        position=before.size,
        match_id=match_id,
        kind=kind,
        row_hash=row_hash,
        at_ms=at_ms,
        leaf=text,
        frontier=frontier.to_bytes(),
        root=root,
        key_id=key.key_id,
        signature=key.sign_global(frontier.size, root, at_ms),
    )


def _pages(matches: QuerySet[Match]) -> Iterator[dict[UUID, bytes]]:
    """Yields the heads of started matches, page by page, because their leaves may be in another database."""
    rows, last = matches.filter(head_seq__gte=0).order_by("pk").values_list("pk", "head_hash"), UUID(int=0)
    while page := {pk: bytes(head_hash) for pk, head_hash in rows.filter(pk__gt=last)[:PAGE]}:
        yield page
        last = max(page)


def global_log_witness() -> Path:
    """Adds the heads of all grown matches, and appends the signed head of the global log to the witness file.

    If the file cannot be written, raises OSError before it adds a leaf. Otherwise every retry would add unpublished
    leaves.
    """
    path = Path(settings.DATA_DIR) / "witness.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        for heads in _pages(Match.objects.all()):
            leaves = GlobalLeaf.objects.filter(match__in=heads).values_list("match", "row_hash")
            known = {(match_id, bytes(row_hash)) for match_id, row_hash in leaves}
            grown = (pk for pk, head_hash in heads.items() if (pk, head_hash) not in known)
            global_log_add(NewLeaf(now_ms(), match_id, "head", heads[match_id]) for match_id in grown)
        file.write(msgspec.json.encode({"head": global_head()}) + b"\n")
    return path
