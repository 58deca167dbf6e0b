"""The tools that read the code rather than run it: each is one test, so that `make test` ends in one count."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

CHECKS = {
    "ruff finds nothing": [BIN / "ruff", "check", "."],
    "the types of games/ hold strictly": [BIN / "mypy"],
    "nobody imports what he must not know": [BIN / "lint-imports", "--no-logo"],
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


def run(command: list[str | Path], **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a tool at the root of the repository."""
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, timeout=280
    )


@pytest.mark.parametrize("claim", CHECKS)
def test_the_checks_agree_that(claim: str) -> None:
    production = PRODUCTION if "production" in claim else {}

    done = run(CHECKS[claim], **production)

    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("games/kernel/deck.py", "import random"),
        ("games/great_dalmuti/planted.py", "import games.monopoly_deal"),
        ("games/sixth/__init__.py", "import games.monopoly_deal"),
        ("games/sixth/__init__.py", "VERSIONS = {}"),
        ("bots/policies/planted.py", "import events.models"),
    ],
)
def test_a_forbidden_import_is_found(tmp_path: Path, file: str, line: str) -> None:
    tree = copy_of_the_tree(tmp_path)
    planted = tree / file
    planted.parent.mkdir(exist_ok=True)
    planted.write_text((planted.read_text() if planted.exists() else "") + f"\n{line}\n")

    done = subprocess.run([BIN / "lint-imports", "--no-logo", "--no-cache"], cwd=tree, capture_output=True, text=True)

    assert done.returncode == 1, done.stdout


def copy_of_the_tree(to: Path) -> Path:
    """The packages and the contracts, so that a fault can be planted beside the work of others."""
    for name in ("project", "games", "events", "bots", ".importlinter"):
        subprocess.run(["cp", "-R", ROOT / name, to / name], check=True)
    return to
