"""Static checks of the code: each tool is one test, so that `make test` has one result."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.stack import copy_of_the_tree

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

CHECKS = {
    "ruff finds nothing": [BIN / "ruff", "check", "."],
    "the types of games/ hold strictly": [BIN / "mypy"],
    "no package imports what it must not": [BIN / "lint-imports", "--no-logo"],
    "every change of a model has its migration": [
        sys.executable,
        "manage.py",
        "makemigrations",
        "--check",
        "--dry-run",
    ],
    "the OpenAPI document is valid and whole": [
        *(sys.executable, "manage.py", "spectacular", "--validate", "--fail-on-warn", "--file", os.devnull)
    ],
    "the settings are fit for production": [
        *(sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING")
    ],
}
PRODUCTION = {
    "DATABASE_URL": "postgresql://app@database/comptoir",
    "HTTPS": "true",
    "COMPTOIR_PROXIES": "1",
    "ALLOWED_HOSTS": "comptoir.example",
    "SECRET_KEY": "Rm9yIGEgY2hlY2sgb25seSwgbm90IGEgc2VjcmV0IG9mIGFueWJvZHkuLi4u0x51",
    "COMPTOIR_SECRET_KEY": "00" * 32,
    "COMPTOIR_SIGNING_SEED": "11" * 32,
    "COMPTOIR_BOT_KEY": "22" * 32,
}


MOST_FILES = 25
"""In a folder of Python, so that one look takes it in."""
LARGER = {"events/migrations", "tests/web"}


def run(command: list[str | Path], **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a tool at the root of the repository."""
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, timeout=280
    )


@pytest.mark.parametrize("claim", CHECKS)
def test_the_checks_agree_that(claim: str) -> None:
    production = PRODUCTION if "production" in claim else {}

    process = run(CHECKS[claim], **production)

    assert process.returncode == 0, f"{process.stdout}\n{process.stderr}"


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("games/kernel/deck.py", "import random"),
        ("games/great_dalmuti/planted.py", "import games.monopoly_deal"),
        ("games/sixth/__init__.py", "import games.monopoly_deal"),
        ("games/sixth/__init__.py", "VERSIONS = {}"),
        ("events/log/planted.py", "import events.matches.table.moves"),
        ("events/ratings/planted.py", "import events.replays.selectors"),
        ("events/matches/record/planted.py", "import events.matches.lobby.services"),
        ("events/matches/table/planted.py", "import events.http.serving.routes"),
        ("events/models/planted.py", "import events.log.log"),
        ("events/twelfth/__init__.py", "VERSIONS = {}"),
        ("bots/policies/planted.py", "import events.models"),
    ],
)
def test_a_forbidden_import_is_found(tmp_path: Path, file: str, line: str) -> None:
    tree = copy_of_the_tree(tmp_path, "project", "games", "events", "bots", ".importlinter")
    planted = tree / file
    planted.parent.mkdir(exist_ok=True)
    planted.write_text((planted.read_text() if planted.exists() else "") + f"\n{line}\n")

    process = subprocess.run(
        [BIN / "lint-imports", "--no-logo", "--no-cache"], cwd=tree, capture_output=True, text=True
    )

    assert process.returncode == 1, process.stdout


def test_no_folder_has_more_files_than_one_look_takes_in() -> None:
    found = Counter(
        path.parent.relative_to(ROOT).as_posix()
        for package in ("bots", "events", "games", "project", "tests")
        for path in (ROOT / package).rglob("*.py")
        if "node_modules" not in path.parts
    )

    assert {folder: number for folder, number in found.items() if number > MOST_FILES}.keys() <= LARGER
