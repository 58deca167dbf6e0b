"""The keys of an installation: generated once, extended by new keys, and never replaced."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import patch

import pytest

from project.embedded import installation_keys
from project.embedded.installation_keys import ALL, NAMES, PUSH_KEY, load_or_create


def test_keys_are_generated_once(tmp_path: Path):
    first = load_or_create(tmp_path)

    assert load_or_create(tmp_path) == first
    assert set(first) == set(ALL)
    assert (tmp_path / "secrets").stat().st_mode & 0o077 == 0


def test_an_installation_without_a_new_key_gains_it_and_keeps_its_other_keys(tmp_path: Path):
    former = {name: "00" * 32 for name in NAMES}
    (tmp_path / "secrets").write_text(json.dumps(former))

    keys = load_or_create(tmp_path)

    assert {name: keys[name] for name in NAMES} == former
    assert len(bytes.fromhex(keys[PUSH_KEY])) == 32
    assert load_or_create(tmp_path) == keys


def test_an_unreadable_file_of_keys_is_not_replaced(tmp_path: Path):
    load_or_create(tmp_path)
    before = (tmp_path / "secrets").read_bytes()

    with patch.object(Path, "read_text", side_effect=PermissionError), pytest.raises(PermissionError):
        load_or_create(tmp_path)

    assert (tmp_path / "secrets").read_bytes() == before


def test_an_incomplete_file_of_keys_is_not_replaced(tmp_path: Path):
    (tmp_path / "secrets").write_text('{"SECRET_KEY": "00')

    with pytest.raises(ValueError, match="Unterminated"):
        load_or_create(tmp_path)

    assert (tmp_path / "secrets").read_text() == '{"SECRET_KEY": "00'


def test_a_push_key_is_not_needed_to_start():
    assert PUSH_KEY not in NAMES
    named = {name: "x" for name in NAMES}
    assert set(installation_keys.from_environment(named)) == set(NAMES)
