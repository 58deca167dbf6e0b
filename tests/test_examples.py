"""The example clients play every game against a real server, and what they fold is what the server shows."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import playwright
import pytest

from games import registry
from tests.stack import ROOT
from tests.streaming import Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("streams")]
EXAMPLES = ROOT / "docs" / "examples"
NODE = Path(playwright.__file__).parent / "driver" / "node"  # comes with the browser's driver
MOVES = {"great_dalmuti": 20, "dealmaker": 12, "monopoly_deal": 20, "dale_of_merchants": 12, "negoces2": 12}
OPTIONS: dict[str, dict[str, Any]] = {"negoces2": {"coins": "public"}, "great_dalmuti": {"end": {"hands": 2}}}


@pytest.fixture(scope="module")
def server(django_db_setup: None, django_db_blocker: Any) -> Iterator[Server]:
    with django_db_blocker.unblock():
        running = Server()
        running.start()
    yield running
    running.stop()


def played(command: list[str | Path], server: Server, game: str, *words: str) -> Any:
    options = json.dumps(OPTIONS.get(game, {}))
    done = subprocess.run(
        [*command, f"http://127.0.0.1:{server.port}", game, "--options", options, "--moves", str(MOVES[game]), *words],
        capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.stdout, done.stderr
    result = json.loads(done.stdout)
    print(game, result)
    assert done.returncode == 0, result
    return result


@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_the_python_client_plays_and_folds_every_game_with_its_streams_cut_at_random(server: Server, game: str) -> None:
    result = played([sys.executable, EXAMPLES / "play.py"], server, game, "--check", "--cuts", "0.03")

    assert result["moves"] >= MOVES[game]
    assert result["rows"] > result["moves"]
    assert not result["wrong"]


@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_the_javascript_client_plays_and_folds_every_game_with_its_streams_cut_at_random(
    server: Server, game: str
) -> None:
    result = played([NODE, EXAMPLES / "play.mjs"], server, game, "--check", "--cuts", "0.03")

    assert result["moves"] >= MOVES[game]
    assert result["rows"] > result["moves"]
    assert not result["wrong"]


@pytest.mark.parametrize("name", ["play.py", "fold.py", "play.mjs", "fold.mjs"])
def test_an_example_is_short_enough_to_read(name: str) -> None:
    assert len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) < 200


@pytest.mark.parametrize(
    ("command", "folder"), [((sys.executable, "play.py"), "fold.py"), ((str(NODE), "play.mjs"), "fold.mjs")]
)
def test_a_fold_that_is_wrong_is_found(server: Server, tmp_path: Path, command: tuple[str, str], folder: str) -> None:
    """Planted: closed prompts stay."""
    for path in EXAMPLES.iterdir():
        if path.is_file():
            shutil.copy(path, tmp_path)
    sound = (tmp_path / folder).read_text()
    faulty = sound.replace('case "closed"', 'case "locked"').replace("=== 'closed'", "=== 'locked'")
    assert faulty != sound
    (tmp_path / folder).write_text(faulty)

    address = f"http://127.0.0.1:{server.port}"
    words = [command[0], str(tmp_path / command[1]), address, "great_dalmuti", "--moves", "9", "--check"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=100, check=False)

    assert done.returncode == 1, done.stderr
    assert any(fault.endswith("prompts") for fault in json.loads(done.stdout)["wrong"])
