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
