"""The client's pure modules: its fold against the server's own views, its slots, its texts."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.games.harness.time_budget import SEED
from tests.node import node
from tests.stack import Stack
from tests.web.browser.long_match import long_match
from tests.web.browser.pages import Api

WEB = Path(__file__).resolve().parent.parent.parent / "project" / "web"
GAMES = {"great_dalmuti": 4, "monopoly_deal": 2, "dale_of_merchants": 2, "dealmaker": 2, "negoces2": 3}
# Tiles that `GET /games/dealmaker` does not list, because only the match says what is printed on them.
OWN_TILES = [{"cost": {"gold": 1}, "points": 9, "copies": 9}, {"cost": {"carpet": 2}, "points": 4, "copies": 12}]
OPTIONS: dict[str, dict[str, Any]] = {"dealmaker": {"tiles": OWN_TILES}}
ROWS = 60
LONG = 10_000


def played_match(stack: Stack, game: str) -> dict[str, Any]:
    """Plays a match at random; returns some events, and the view of one seat after each event."""
    player = Api.guest(stack.address, f"Folder {game.replace('_', ' ').replace('2', '')}")
    match, chance = player.match(game, GAMES[game], OPTIONS.get(game)), random.Random(SEED)
    for _ in range(300):
        legal = player.call("GET", f"matches/{match}/legal-moves?limit=60")
        if legal["seq"] >= ROWS:
            break
        if legal["moves"]:
            move = {"prompt": legal["prompt"], **chance.choice(legal["moves"])}
            try:
                player.call("POST", f"matches/{match}/moves", move)
            except OSError:  # another seat moved first
                continue
        elif player.call("GET", f"matches/{match}")["status"] != "running":
            break
    events = player.call("GET", f"matches/{match}/events?after=0&limit=200")["items"]
    rows = [row for row in events if row["seq"] <= ROWS]
    views = [player.call("GET", f"matches/{match}/view?at={at}") for at in range(rows[-1]["seq"] + 1)]
    sets = player.call("GET", f"matches/{match}/events?limit=1")["items"][0]["sets"]
    return {"game": game, "as": "me", "rows": rows, "views": views, "sets": sets}


def documented_slots(stack: Stack) -> dict[str, Any]:
    """Returns each kind of slot in the OpenAPI document, with the examples of a slot and of a value that fills it."""
    with urllib.request.urlopen(f"{stack.address}/api/schema?format=json") as response:
        schemas = json.load(response)["components"]["schemas"]
    kinds = {kind: schemas[ref.split("/")[-1]] for kind, ref in schemas["Slot"]["discriminator"]["mapping"].items()}
    return {
        kind: {"spec": kinds[kind]["examples"][0], "answer": kinds[kind]["x-answer"]["examples"][0]} for kind in kinds
    }


def test_folding_rows_in_the_client_gives_the_views_of_the_server(
    stack: Stack, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = node()
    if command is None:
        pytest.skip("no Node on the path and none in the playwright package: the client's modules are not tried")
    folds = tmp_path / "folds.json"
    folds.write_text(json.dumps([played_match(stack, game) for game in GAMES]), encoding="utf-8")
    recording = tmp_path / "recording.json"
    recording.write_text(json.dumps(long_match(LONG, SEED)), encoding="utf-8")
    slots = tmp_path / "slots.json"
    slots.write_text(json.dumps(documented_slots(stack)), encoding="utf-8")
    tests = sorted(str(path) for path in (WEB / "tests").rglob("*.test.mjs"))
    environment = {
        **os.environ,
        "COMPTOIR_FOLDS": str(folds),
        "COMPTOIR_FILM": str(recording),
        "COMPTOIR_SLOTS": str(slots),
    }
    command_line = [command, "--test", "--test-reporter=tap", *tests]
    run = subprocess.run(command_line, capture_output=True, text=True, timeout=240, env=environment)

    failed = re.findall(r"^ *not ok .*?^ *\.\.\.$", run.stdout, re.MULTILINE | re.DOTALL)
    assert run.returncode == 0, "\n".join(failed) + run.stderr[-2000:]
    with capsys.disabled():
        print("\n" + next(line.strip("# ") for line in run.stdout.splitlines() if "rows folded" in line))


def modules(*without: str) -> list[Path]:
    """Returns the modules of the client, without vendored ones."""
    files = (WEB / "static").rglob("*.js")
    return [path for path in files if not {"vendor", *without} & set(path.parts) and path.name != "verify.js"]


def keys(*files: str) -> set[str]:
    sources = ((WEB / "static" / "texts" / f"{file}.json").read_text(encoding="utf-8") for file in files)
    return {key for source in sources for key in json.loads(source)}


@pytest.mark.parametrize("part", ["", ".more"])
def test_both_languages_have_the_same_texts(part: str) -> None:
    english, french = keys(f"en{part}"), keys(f"fr{part}")

    for own in (english, french):  # a language has a singular only if it differs
        assert {key.removesuffix(".one") for key in own if key.endswith(".one")} <= own
    assert {key.removesuffix(".one") for key in english} == {key.removesuffix(".one") for key in french}
    assert len(keys(f"en{part}")) > 200


def test_no_text_has_two_keys() -> None:
    assert keys("en") & keys("en.more") == set()


def test_every_text_that_a_module_names_exists() -> None:
    keys_in_code = {
        key for path in modules() for key in re.findall(r'\bt\("([\w.]+)"', path.read_text(encoding="utf-8"))
    }

    assert keys_in_code - keys("en", "en.more") == set()


def test_every_module_imports_by_a_path() -> None:
    assert [path.name for path in modules() if re.search(r'from "[^./]', path.read_text(encoding="utf-8"))] == []


def test_vendored_files_have_their_recorded_checksums() -> None:
    vendor = WEB / "static" / "vendor"
    run = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=vendor, capture_output=True, text=True)

    assert run.returncode == 0, run.stdout
