"""Compares the logs with the acknowledged moves, and finds lost, doubled, damaged and misordered moves."""

from __future__ import annotations

import hashlib
import json
import sys
import time
import urllib.error
import urllib.request
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate, pairwise
from typing import Any
from uuid import UUID

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from events.base.fairness import Frontier, head_text
from tests.caller import BY_TLS
from tests.chaos.clients import Acknowledged, Played, Read

COUNTED = (
    "lost",
    "sealed_lost",
    "doubled",
    "unreceived",
    "chain_breaks",
    "times_going_back",
    "receipts_that_do_not_hold",
    "out_of_order",
    "reads_going_back",
    "reads_of_the_future",
    "bot_turns_lost",
    "unfinished",
    "unreadable",
)
READERS = 3
BUSY_SECONDS = 60.0

Rows = list[dict[str, Any]]


def verdict(address: str, played: Iterable[Played]) -> Counter[str]:
    """Counts the faults and the checks."""
    counted: Counter[str] = Counter(dict.fromkeys(COUNTED, 0))
    with ThreadPoolExecutor(READERS) as readers:
        for counts in readers.map(lambda one: _of_match(address, one), played):
            counted.update(counts)
    return counted


def _of_match(address: str, played: Played) -> Counter[str]:
    try:
        return of_match(played, *_full_log(address, played))
    except OSError as error:
        print(f"match {played.match} cannot be read: {error}", file=sys.stderr)
        return Counter(unreadable=1)


def _full_log(address: str, played: Played) -> tuple[Rows, Mapping[str, bytes]]:
    """Returns the whole log of a match, and the operator's public keys by their ids."""
    at = f"{address}/api/v1/matches/{played.match}"
    rows = [json.loads(line) for line in _lines(f"{at}/events?core=1", played.tokens[0])]
    if _is_over(rows):  # sealed answers are readable now
        rows = [json.loads(line) for line in _lines(f"{at}/events?core=1&as=omniscient", played.tokens[0])]
    (proof,) = _lines(f"{at}/proof", played.tokens[0], "application/json")
    return rows, {key["key_id"]: bytes.fromhex(key["public_key"]) for key in json.loads(proof)["keys"]}


def _lines(url: str, token: str, accept: str = "application/x-ndjson") -> Iterator[bytes]:
    request = urllib.request.Request(url, headers={"Accept": accept, "Authorization": f"Bearer {token}", **BY_TLS})
    with _answered(request) as answer:
        yield from answer


def _answered(request: urllib.request.Request) -> Any:
    """Returns the response; asks again while the server refuses a costly request because it computes another."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            if error.code != 503 or time.monotonic() > until:
                raise
        time.sleep(0.2)


def _is_over(rows: Rows) -> bool:
    return any(event["type"] == "seed.opened" for event in reversed(rows))  # chat messages may come after it


def of_match(played: Played, rows: Rows, keys: Mapping[str, bytes]) -> Counter[str]:
    """Compares the log of one match with what its players received."""
    received, ours = {one.seq for one in played.acknowledged}, range(len(played.tokens))
    moves = [event for event in rows if event["type"] == "move" and event["seat"] is not None]
    answers = Counter((event["prompt"], event["seat"]) for event in moves)
    counts = Counter(rows=len(rows), acknowledged=len(received), matches=1)
    counts["bot_moves"] = sum(event["by"] == "bot" for event in moves)
    counts["lost"] = sum(_is_lost(one, rows) for one in played.acknowledged)
    counts["doubled"] = sum(number - 1 for number in answers.values())
    counts["unreceived"] = sum(
        event["by"] == "player" and event["seat"] in ours and event["seq"] not in received for event in moves
    )
    counts["times_going_back"] = sum(now["at"] < before["at"] for before, now in pairwise(rows))
    counts["bot_turns_lost"] = sum(event["by"] == "clock" for event in rows)
    counts["unfinished"] = not _is_over(rows)
    counts["sealed"] = len(played.sealed)
    counts["sealed_lost"] = _sealed_lost(played, rows) if _is_over(rows) else 0
    counts["chain_breaks"] = _breaks(played.match, rows)
    counts["receipts_that_do_not_hold"] = _bad_receipts(played, rows, keys)
    return counts + order(played.acknowledged, played.reads)


def _is_lost(one: Acknowledged, rows: Rows) -> bool:
    return one.seq >= len(rows) or rows[one.seq]["prompt"] != one.prompt or rows[one.seq]["move"] != one.move


def _sealed_lost(played: Played, rows: Rows) -> int:
    """Returns accepted sealed answers that differ from those that the log reveals."""
    opened = {
        (effect["prompt"], effect["seat"]): effect["move"]
        for event in rows
        if event["type"] == "move" and event["seat"] is None
        for effect in event["effects"]
        if effect["kind"] == "answered"
    }
    return sum(opened.get(where) not in accepted for where, accepted in played.sealed.items())


def _breaks(match: str, rows: Rows) -> int:
    """Counts events whose hash or number does not continue the previous event."""
    broken, before = 0, hashlib.sha256(b"tt1/genesis\0" + UUID(match).bytes).digest()
    for place, event in enumerate(rows):
        now = hashlib.sha256(b"tt1/event\0" + before + event["core"].encode()).digest()
        broken += event["seq"] != place or now.hex() != event["hash"]
        before = now
    return broken


def _bad_receipts(played: Played, rows: Rows, keys: Mapping[str, bytes]) -> int:
    """Counts receipts for another log, or without a valid signature."""
    grown = accumulate(rows, lambda tree, event: tree.grown(bytes.fromhex(event["hash"])), initial=Frontier())
    roots = [tree.root() for tree in grown]
    return sum(not _holds(one.receipt, played.match, rows, roots, keys) for one in played.acknowledged)


def _holds(receipt: Mapping[str, Any], match: str, rows: Rows, roots: list[bytes], keys: Mapping[str, bytes]) -> bool:
    """Returns whether the operator signed the log up to the given size."""
    size = receipt["size"]
    if not 0 < size <= len(rows) or receipt["key_id"] not in keys:
        return False
    hash, root = bytes.fromhex(rows[size - 1]["hash"]), roots[size]
    if (receipt["hash"], receipt["root"]) != (hash.hex(), root.hex()):
        return False
    key = Ed25519PublicKey.from_public_bytes(keys[receipt["key_id"]])
    try:
        key.verify(bytes.fromhex(receipt["signature"]), head_text(UUID(match).bytes, size, hash, root))
    except InvalidSignature:
        return False
    return True


def order(acknowledged: Iterable[Acknowledged], reads: Iterable[Read]) -> Counter[str]:
    """Checks in one pass, sorted by time, that all responses for one match fit a single order.

    The same move of two rivals is one event, which answers both. Events that a client received before it sent a move
    precede that move; a read includes everything received before its request, and nothing sent after its response.
    """
    moves = _merged(acknowledged)
    reads = list(reads)
    requests = sorted(
        [(one.invoked, one.seq, "out_of_order") for one in moves]
        + [(one.invoked, one.seq + 1, "reads_going_back") for one in reads]
    )
    received = sorted((one.returned, one.seq) for one in (*moves, *reads))
    counts, latest, place = Counter[str](), -1, 0
    for invoked, seq, wrong in requests:
        while place < len(received) and received[place][0] < invoked:
            latest, place = max(latest, received[place][1]), place + 1
        counts[wrong] += seq <= latest
    seqs, sent = [one.seq for one in moves], list(accumulate((one.invoked for one in moves), max))
    for read in reads:
        known = bisect_right(seqs, read.seq)
        counts["reads_of_the_future"] += known > 0 and sent[known - 1] > read.returned
    return +counts


def _merged(acknowledged: Iterable[Acknowledged]) -> list[Read]:
    """Returns each event once, by seq, with the times of its first request and first response."""
    rows: dict[int, Read] = {}
    for one in acknowledged:
        same = rows.get(one.seq, one)
        rows[one.seq] = Read(one.seq, min(one.invoked, same.invoked), min(one.returned, same.returned))
    return [rows[seq] for seq in sorted(rows)]
