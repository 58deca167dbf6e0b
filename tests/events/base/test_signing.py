"""Signing keys: the first key signs, and former keys stay published, each with its period."""

from __future__ import annotations

import pytest

from events.base import signing
from events.base.fairness import key_id

OLD, NEW = "11" * 32, "22" * 32


def test_the_first_key_signs_and_all_keys_are_published(settings):
    settings.COMPTOIR_SIGNING_SEED = f"{NEW}@2026-06-01T00:00:00Z.., {OLD}@..2026-06-30T00:00:00Z"

    published = signing.public_keys()

    assert signing.signer().key_id == published[0]["key_id"]
    assert [(key["not_before"], key["not_after"]) for key in published] == [
        ("2026-06-01T00:00:00Z", None),
        (None, "2026-06-30T00:00:00Z"),
    ]
    assert all(key["key_id"] == key_id(bytes.fromhex(key["public_key"])) for key in published)


def test_a_single_key_needs_no_times(settings):
    settings.COMPTOIR_SIGNING_SEED = OLD

    assert [(key["not_before"], key["not_after"]) for key in signing.public_keys()] == [(None, None)]


def test_a_seed_of_another_length_is_refused(settings):
    settings.COMPTOIR_SIGNING_SEED = "11" * 16

    with pytest.raises(ValueError, match="32"):
        signing.signer()
