"""The example clients play every game against a real server, and their folded views equal the server's."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import playwright
import pytest

from games import registry
from tests.games.harness.time_budget import SEED
from tests.stack import ROOT
from tests.streaming import Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("streams")]
EXAMPLES = ROOT / "docs" / "examples"
NODE = Path(playwright.__file__).parent / "driver" / "node"  # installed with the browser's driver
MOVES = {"great_dalmuti": 20, "dealmaker": 12, "monopoly_deal": 12, "dale_of_merchants": 12, "negoces2": 15}
FEW = 10  # moves in the matches that try a number of seats
OPTIONS: dict[str, dict[str, Any]] = {"great_dalmuti": {"end": {"hands": 2}}}


def further(seats: range) -> list[int]:
    """Returns the smallest number of seats, and another that depends on the seed of the run."""
    others = seats[1:]
    return [others[SEED % len(others)]] if others else []


def played(command: list[str | Path], server: Server, game: str, *words: str, moves: int | None = None) -> Any:
    options = json.dumps(OPTIONS.get(game, {}))
    words = ("--options", options, "--moves", str(moves or MOVES[game]), *words)
    process = subprocess.run(
        [*command, f"http://127.0.0.1:{server.port}", game, *words],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert process.stdout, process.stderr
    result = json.loads(process.stdout)
    print(game, result)
    assert process.returncode == 0, result
    return result


@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_the_python_client_plays_and_folds_every_game_with_its_streams_cut_at_random(server: Server, game: str) -> None:
    result = played([sys.executable, EXAMPLES / "play.py"], server, game, "--check", "--cuts", "0.03")

    assert result["rows"] > MOVES[game]
    assert result["requests"] - result["cuts"] <= 2 * result["moves"]
    assert not result["wrong"]


@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_the_javascript_client_plays_and_folds_every_game_with_its_streams_cut_at_random(
    server: Server, game: str
) -> None:
    result = played([NODE, EXAMPLES / "play.mjs"], server, game, "--check", "--cuts", "0.03")

    assert result["rows"] > MOVES[game]
    assert result["requests"] - result["cuts"] <= 2 * result["moves"]
    assert not result["wrong"]


@pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in sorted(registry.GAMES) for seats in further(registry.get(game).seats)]
)
def test_a_client_folds_every_game_with_other_numbers_of_seats(server: Server, game: str, seats: int) -> None:
    command = [NODE, EXAMPLES / "play.mjs"] if seats % 2 else [sys.executable, EXAMPLES / "play.py"]

    result = played(command, server, game, "--check", "--seats", str(seats), moves=FEW)

    assert result["rows"] > FEW
    assert not result["wrong"]


@pytest.mark.parametrize("name", ["play.py", "fold.py", "play.mjs", "fold.mjs"])
def test_an_example_is_short_enough_to_read(name: str) -> None:
    assert len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) < 210


@pytest.mark.parametrize(
    ("command", "folder"), [((sys.executable, "play.py"), "fold.py"), ((str(NODE), "play.mjs"), "fold.mjs")]
)
def test_a_fold_that_is_wrong_is_found(server: Server, tmp_path: Path, command: tuple[str, str], folder: str) -> None:
    """Planted fault: closed prompts stay in the view."""
    for path in EXAMPLES.iterdir():
        if path.is_file():
            shutil.copy(path, tmp_path)
    sound = (tmp_path / folder).read_text()
    faulty = sound.replace('case "closed"', 'case "locked"').replace("=== 'closed'", "=== 'locked'")
    assert faulty != sound
    (tmp_path / folder).write_text(faulty)

    address = f"http://127.0.0.1:{server.port}"
    words = [command[0], str(tmp_path / command[1]), address, "great_dalmuti", "--moves", "30", "--check"]
    process = subprocess.run(words, capture_output=True, text=True, timeout=100, check=False)

    assert process.returncode == 1, process.stderr
    assert any(fault.endswith("prompts") for fault in json.loads(process.stdout)["wrong"])
