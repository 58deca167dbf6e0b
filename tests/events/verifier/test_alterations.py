"""Both verifiers detect every dropped, emptied, renamed, changed, added or swapped part of an export."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from events.verifier.verify import verify
from tests.events.verifier.sealed_logs import SealedLog, Unsealed
from tests.events.verifier.tampering import (
    UNSEEN_WITHOUT_SEAL,
    Alteration,
    Bundle,
    alterations,
    altered,
    failures,
    random_alterations,
)
from tests.events.verifier.test_verify_vectors import by_javascript
from tests.games.harness.time_budget import SECONDS, SEED

EACH = 40 if SECONDS else 20


def altered_bundles(bundle: Bundle, number: int) -> dict[Alteration, Bundle]:
    """Returns `number` bundles with different kinds of alterations, and `number` bundles with random parts altered."""
    draws, bundles = Random(SEED), {}
    kinds = alterations(bundle, draws)[:number]
    for each in [*kinds, *islice(random_alterations(bundle, draws), number)]:
        if (changed := altered(bundle, each, draws)) is not None:
            bundles[each] = changed
    return bundles


def is_found(lines: Any) -> bool:
    return any(status == "FAILED" for status, _, _ in lines)


@pytest.mark.parametrize("viewer", ["all", 0, None])
def test_every_alteration_of_an_export_is_found_by_both_verifiers(viewer: Any) -> None:
    bundle = SealedLog(SEED, turns=3, rows=None if viewer == "all" else 8).bundle(viewer)
    assert failures(bundle) == {}
    changed = altered_bundles(bundle, EACH)

    missed = [each for each, one in changed.items() if not is_found(verify(one))]
    assert not missed, f"seed {SEED}: {missed}"
    results = by_javascript([[one, [], None] for one in changed.values()])["bundles"]
    assert [each for each, lines in zip(changed, results, strict=True) if not is_found(lines)] == []


MEMBERS = ("viewer", "match_seed", "cards", "global_log", "seal", "format", "keys", "receipts", "deck", "head", "match")


@pytest.mark.parametrize("act", ["drop", "empty", "null", "rename", "change", "add"])
@pytest.mark.parametrize("viewer", ["all", 0])
def test_no_member_of_a_bundle_can_be_altered(viewer: Any, act: str) -> None:
    bundle = SealedLog(2, turns=3).bundle(viewer)

    for member in MEMBERS:
        changed = altered(bundle, Alteration((member,), act), Random(SEED))
        assert changed is None or is_found(verify(changed)), member


@pytest.mark.parametrize("viewer", ["all", 0])
def test_alterations_that_an_old_bundle_does_not_show_are_listed(viewer: Any) -> None:
    bundle = Unsealed(SEED, turns=3).bundle(viewer)
    changed = altered_bundles(bundle, EACH)

    missed = {each.name for each, one in changed.items() if not is_found(verify(one))}

    assert missed - set(UNSEEN_WITHOUT_SEAL) == set()


def test_an_old_bundle_without_contents_that_its_events_imply_fails() -> None:
    whole, mine = Unsealed(2).bundle(), Unsealed(2).bundle(0)
    opened = next(seq for seq, event in enumerate(mine["events"]) if event["cells"])
    less = [*mine["events"]]
    less[opened] = {**less[opened], "cells": less[opened]["cells"][1:]}

    assert failures({**whole, "match_seed": None}).keys() == {"9 contents"}
    assert failures({**whole, "global_log": []}).keys() == {"9 contents"}
    assert failures({**mine, "cards": mine["cards"][1:]}).keys() == {"9 contents"}
    assert "9 contents" in failures({**mine, "events": less})
    assert [step for _, step, words in verify(whole) if "no seal" in words] == ["9 contents"]


def test_a_bundle_whose_seal_was_removed_fails() -> None:
    bundle = SealedLog(2, turns=3).bundle()
    bare = {name: value for name, value in bundle.items() if name != "seal"}

    assert failures(bare) == {"1 form": "the bundle has no seal"}
    failed = failures({**bare, "format": "comptoir-bundle/1"})
    assert failed == {"1 form": "seq 0: the log is exported in format 2 and later ones only"}


def test_a_very_large_number_is_found_and_does_not_stop_the_verifier() -> None:
    log = SealedLog(2, turns=3)
    for change in ({"seats": 2**50}, {"at_ms": 2**50}):
        forged = log.rewritten({0: lambda core, change=change: core.update(change)})
        assert failures(forged.bundle())
