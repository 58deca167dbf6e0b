"""Logs of every version of every game's rules, as they were exported once: all later programs read and prove them.

A new version of a game's rules gets an export of its own (`python -m tests.games.http_match GAME --export`); those that
are there are never written again.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from events.verifier.verify import verify
from games import registry
from games.kernel import audit
from tests.games.fixtures import FOLDER

EXPORTS = sorted((FOLDER / "exports").glob("*.json.gz"))


def bundle_of(path: Path) -> dict[str, Any]:
    return json.loads(gzip.decompress(path.read_bytes()))  # type: ignore[no-any-return]


def versions() -> set[str]:
    return {f"{game.key}_{game.version}.json.gz" for game in registry.released()}


def test_each_version_of_each_game_has_an_export() -> None:
    assert {path.name for path in EXPORTS} == versions()


def test_a_draft_needs_no_export_until_it_is_released(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.get("great_dalmuti")
    monkeypatch.setattr(registry, "GAMES", {"haggle": {registry.DRAFT: game}})
    assert versions() == set()

    monkeypatch.setattr(registry, "GAMES", {"haggle": {game.version: game}})
    assert versions() == {f"great_dalmuti_{game.version}.json.gz"}


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.stem)
def test_an_old_export_still_passes_every_step(path: Path) -> None:
    steps = verify(bundle_of(path))

    passed = {step for status, step, _ in steps if status == "OK"}
    assert not [(step, words) for status, step, words in steps if status == "FAILED"]
    assert passed >= {"1 form", "2 chain", "3 head", "4 seeds", "5 chance", "5 cards", "7 redaction", "8 clock"}


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.stem)
def test_the_rules_still_give_the_rows_of_an_old_export(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bundle.json"
    file.write_text(json.dumps(bundle_of(path)), encoding="utf-8")

    assert audit.main(str(file)) == 0, capsys.readouterr().out


@pytest.mark.parametrize("path", EXPORTS[:1], ids=lambda path: path.stem)
def test_rules_that_decide_otherwise_are_found(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle = bundle_of(path)
    bundle["match_seed"] = "00" * 32
    file = tmp_path / "bundle.json"
    file.write_text(json.dumps(bundle), encoding="utf-8")

    assert audit.main(str(file)) == 1
    assert "FAILED rules: " in capsys.readouterr().out
