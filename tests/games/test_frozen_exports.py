"""Exported logs of every rules version of every game, which all later releases must read and verify.

A new rules version gets its own export (`python -m tests.games.harness.http_match GAME --export`); existing exports
never change.
"""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from events.log.log import FORMAT
from events.verifier.verify import verify
from games import registry
from games.kernel import audit
from tests.events.verifier.test_verify_vectors import by_javascript
from tests.games.harness.fixtures import FOLDER

EXPORTS = sorted((FOLDER / "exports").glob("*.json.gz"))


def bundle_of(path: Path) -> dict[str, Any]:
    return json.loads(gzip.decompress(path.read_bytes()))  # type: ignore[no-any-return]


def parts_of_name(path: Path) -> tuple[str, int, int]:
    """Returns the game, the rules version and the format of events from the name of an export."""
    words = re.fullmatch(r"(\w+?)_(\d+)(?:_rows_(\d+))?", path.name.removesuffix(".json.gz"))
    assert words is not None, path
    return words[1], int(words[2]), int(words[3] or 1)


def released_versions() -> set[tuple[str, int]]:
    return {(game.key, game.version) for game in registry.released()}


def test_each_version_of_each_game_has_an_export() -> None:
    assert {parts_of_name(path)[:2] for path in EXPORTS} == released_versions()


def test_each_game_has_an_export_in_the_present_format_of_rows() -> None:
    assert {parts_of_name(path)[0] for path in EXPORTS if parts_of_name(path)[2] == FORMAT} == set(registry.GAMES)


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.stem)
def test_the_file_name_of_an_export_states_its_game_version_and_format(path: Path) -> None:
    bundle = bundle_of(path)
    formats = {json.loads(event["core"])["format"] for event in bundle["events"]}

    assert (bundle["game"], bundle["rules_version"], *formats) == parts_of_name(path)


def test_a_draft_needs_no_export_until_it_is_released(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.get("great_dalmuti")
    monkeypatch.setattr(registry, "GAMES", {"haggle": {registry.DRAFT: game}})
    assert released_versions() == set()

    monkeypatch.setattr(registry, "GAMES", {"haggle": {game.version: game}})
    assert released_versions() == {("great_dalmuti", game.version)}


def test_the_javascript_verifier_says_the_same_of_every_export() -> None:
    bundles = [bundle_of(path) for path in EXPORTS]

    verdicts = by_javascript([[bundle, [], None] for bundle in bundles])["bundles"]

    for path, bundle, lines in zip(EXPORTS, bundles, verdicts, strict=True):
        assert lines == [list(line) for line in verify(bundle)], path.name


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.stem)
def test_an_old_export_still_passes_every_step(path: Path) -> None:
    steps = verify(bundle_of(path))

    passed = {step for status, step, _ in steps if status == "OK"}
    assert not [(step, words) for status, step, words in steps if status == "FAILED"]
    assert passed >= {"1 form", "2 chain", "3 head", "4 seeds", "5 chance", "5 cards", "7 redaction", "8 clock"}


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.stem)
def test_the_rules_reproduce_the_rows_of_an_old_export(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bundle.json"
    file.write_text(json.dumps(bundle_of(path)), encoding="utf-8")

    assert audit.main(str(file)) == 0, capsys.readouterr().out


@pytest.mark.parametrize("path", EXPORTS[:1], ids=lambda path: path.stem)
def test_an_export_that_the_rules_do_not_reproduce_is_found(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = bundle_of(path)
    bundle["match_seed"] = "00" * 32
    file = tmp_path / "bundle.json"
    file.write_text(json.dumps(bundle), encoding="utf-8")

    assert audit.main(str(file)) == 1
    assert "FAILED rules: " in capsys.readouterr().out
