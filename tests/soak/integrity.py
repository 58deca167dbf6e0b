"""Alters exports at random: drops, empties, renames, changes, adds and swaps parts, and flips single bits.

python -m tests.soak.integrity SECONDS SEED

First, 1,200 alterations of exports for operators, seats and spectators. Both verifiers must detect each one; the first
format has no seal, so its undetectable members are listed by name. Then, while there is time, flipped bits, each of
which must be detected at its row.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
django.setup()

from events.verifier.verify import verify  # noqa: E402
from tests.events.verifier.sealed_logs import SealedLog, Unsealed  # noqa: E402
from tests.events.verifier.tampering import (  # noqa: E402
    UNSEEN_WITHOUT_SEAL,
    Alteration,
    alterations,
    altered,
    failures,
    flips,
    is_found,
    random_alterations,
)
from tests.events.verifier.test_verify_vectors import by_javascript  # noqa: E402

ENOUGH = 10_000
EACH = 250
ALTERATIONS, OF_EACH = 1_200, 100
VIEWERS = ("all", 0, None)


def run(seconds: float, seed: int) -> str:
    """Alters exports and flips bits until enough were detected; raises at the first that was not."""
    end = time.monotonic() + seconds
    return f"{alter(seed)}; {flip(end, seed)}"


def alter(seed: int) -> str:
    """Alters exports until both verifiers have detected enough."""
    detected, listed, number = 0, Counter[str](), seed
    while detected + listed.total() < ALTERATIONS:
        is_old = (number - seed) % 4 == 3
        bundle = (Unsealed if is_old else SealedLog)(number, seats=2 + number % 3, turns=8).bundle(VIEWERS[number % 3])
        assert failures(bundle) == {}, f"log {number}"
        changed = _altered(bundle, Random(number))
        by_node = by_javascript([[one, [], None] for _, one in changed])["bundles"]
        for (each, one), lines in zip(changed, by_node, strict=True):
            if _fails(verify(one)) and _fails(lines):
                detected += 1
            else:
                assert is_old and each.name in UNSEEN_WITHOUT_SEAL, f"log {number}: {each}"
                listed[each.name] += 1
        number += 1
    summary = ", ".join(f"{name} {count}" for name, count in sorted(listed.items()))
    return f"{detected} alterations found by both verifiers, {listed.total()} without a seal not ({summary})"


def _altered(bundle: dict[str, Any], draws: Random) -> list[tuple[Alteration, dict[str, Any]]]:
    """Yields some alterations of each kind and some of random parts, without those that change nothing."""
    kinds = alterations(bundle, draws)[: OF_EACH // 2]
    chosen = [*kinds, *islice(random_alterations(bundle, draws), OF_EACH // 2)]
    changed = [(each, altered(bundle, each, draws)) for each in chosen]
    return [(each, one) for each, one in changed if one is not None]


def _fails(lines: Any) -> bool:
    return any(status == "FAILED" for status, _, _ in lines)


def flip(end: float, seed: int) -> str:
    """Flips bits until the time is up or enough were detected."""
    flipped, number = 0, seed
    while flipped < ENOUGH and time.monotonic() < end:
        log = SealedLog(number, seats=2 + number % 3, reveal=("all", "seats", "auditor")[number % 3])
        bundle = log.bundle(("all", None, 0)[number % 3])
        assert failures(bundle, log.receipts[::8]) == {}, f"log {number}"
        for flip, _ in zip(flips(bundle, Random(number)), range(EACH), strict=False):
            assert is_found(bundle, flip), f"log {number}: {flip}"
            flipped += 1
        number += 1
    return f"{flipped} bits flipped in {number - seed} logs, each found at its row"


if __name__ == "__main__":
    print(run(float(sys.argv[1]), int(sys.argv[2])))
