"""`manage.py startgame` writes a game that runs: it passes the suite for every game and is played over HTTP.

Everything happens in a copy of the tree, so the games of this tree do not change.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from project.startgame import StartGameError, start_game
from tests.games.harness.time_budget import soaked
from tests.stack import copy_of_the_tree

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("bots", "events", "games", "project", "tests")
FILES = ("manage.py", "pyproject.toml", ".importlinter")
KEY = "haggle"

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("startgame")]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a copy of the tree in which a game has been started."""
    copy = copy_of_the_tree(tmp_path_factory.mktemp("startgame"), *COPIED, *FILES)
    process = run(copy, "manage.py", "startgame", KEY)
    assert process.returncode == 0, process.stderr
    return copy


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a copy of the tree in which no game is ever started."""
    return copy_of_the_tree(tmp_path_factory.mktemp("untouched"), *COPIED, *FILES)


def run(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python in a tree as a developer would, without the environment of the running tests."""
    around = ("PYTEST_", "DATABASE_", "CELERY_")
    own = {name: value for name, value in os.environ.items() if not name.startswith(around)}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env={**own, "COMPTOIR_TEST_SECONDS": "0"},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )


@contextmanager
def changed(file: Path, text: str) -> Iterator[None]:
    """Replaces the text of a file until the block ends."""
    before = file.read_text()
    file.write_text(text)
    try:
        yield
    finally:
        file.write_text(before)


def pytest_of(tree: Path, chosen: str, tests: str = "tests/games") -> subprocess.CompletedProcess[str]:
    return run(tree, "-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:xdist", tests, "-k", chosen)


def test_a_new_game_passes_the_tests_of_every_game(tree: Path) -> None:
    process = pytest_of(tree, KEY)

    assert process.returncode == 0, process.stdout[-4000:]
    assert "passed" in process.stdout


def test_a_new_game_with_wrong_rules_fails_the_tests_of_every_game(tree: Path) -> None:
    game = tree / "games" / KEY / "game.py"

    with changed(game, game.read_text().replace("seats * options.cards + seats", "seats")):
        process = pytest_of(tree, f"{KEY} and within_their_bound", "tests/games/test_every_game.py")

    assert process.returncode == 1
    assert "promise: TheMatchEnds" in process.stdout


@pytest.mark.parametrize(
    "tool",
    [("-m", "ruff", "check", "games"), pytest.param(("-m", "mypy", f"games/{KEY}"), marks=soaked)],
    ids=["ruff", "mypy"],
)
def test_a_new_game_passes_the_static_checks(tree: Path, tool: tuple[str, ...]) -> None:
    process = run(tree, *tool)

    assert process.returncode == 0, process.stdout


@soaked
def test_a_new_game_is_subject_to_the_import_rules(tree: Path) -> None:
    linter = [Path(sys.executable).parent / "lint-imports", "--no-logo", "--no-cache"]
    assert subprocess.run(linter, cwd=tree, capture_output=True, check=False).returncode == 0

    game = tree / "games" / KEY / "game.py"
    with changed(game, f"import games.monopoly_deal\n{game.read_text()}"):
        process = subprocess.run(linter, cwd=tree, capture_output=True, text=True, check=False)

    assert process.returncode == 1
    assert f"games.{KEY} is not allowed to import games.monopoly_deal" in process.stdout


@soaked
def test_a_new_game_is_played_over_http_to_its_end_and_verified(tree: Path) -> None:
    """A client plays with two uniform bots on the whole stack; the verifier and the audit check the export."""
    played = run(
        tree, "-m", "tests.games.harness.http_match", KEY, "over_http", "--own", "1", "--bots", "uniform", "uniform"
    )
    assert played.returncode == 0, played.stderr[-3000:] + played.stdout[-3000:]

    assert "OK rules: every effect follows from its move under haggle 0" in played.stdout
    assert "FAILED" not in played.stdout
    assert (tree / "tests" / "fixtures" / KEY / "over_http.json.gz").exists()


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("Haggle", "expected a name such as"),
        ("class", "expected a name such as"),
        ("../haggle", "expected a name such as"),
        ("kernel", "is there already"),
        ("registry", "is there already"),
        ("negoces2", "is there already"),
    ],
)
def test_an_invalid_or_taken_name_is_refused_and_no_file_is_written(untouched: Path, key: str, reason: str) -> None:
    before = sorted(path for path in untouched.rglob("*") if "__pycache__" not in path.parts)

    with pytest.raises(StartGameError, match=reason):
        start_game(key, untouched)

    assert sorted(path for path in untouched.rglob("*") if "__pycache__" not in path.parts) == before
    assert (untouched / "games" / "registry.py").read_text() == (ROOT / "games" / "registry.py").read_text()


def test_games_are_listed_in_order_whatever_their_names(tmp_path: Path) -> None:
    tree = copy_of_the_tree(tmp_path, *COPIED, *FILES)
    for key in ("zoo_2", "abacus"):
        start_game(key, tree)

    listed = run(tree, "-c", "import json; from games.registry import PACKAGES; print(json.dumps(PACKAGES))")

    assert json.loads(listed.stdout) == sorted([*json.loads(listed.stdout)])
    assert {"abacus", "zoo_2"} < set(json.loads(listed.stdout))
    assert run(tree, "-m", "ruff", "check", "games").returncode == 0
