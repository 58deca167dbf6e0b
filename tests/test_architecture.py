"""Static checks of the code, one test for each tool, so that `make test` runs them too."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

CHECKS = {
    "ruff finds nothing": [BIN / "ruff", "check", "."],
    "types hold strictly": [BIN / "mypy"],
    "no package imports what it must not": [BIN / "lint-imports", "--no-logo"],
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


MOST_FILES = 30
"""The maximum number of files in a folder of Python modules."""
LARGER = {"tests/web"}


def run(command: list[str | Path], **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a tool at the root of the repository."""
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True)


@pytest.mark.timeout(1200)  # mypy without its cache, beside two other workers on a slow machine
@pytest.mark.parametrize("claim", CHECKS)
def test_a_static_check_passes(claim: str) -> None:
    production = PRODUCTION if "production" in claim else {}

    process = run(CHECKS[claim], **production)

    assert process.returncode == 0, f"{process.stdout}\n{process.stderr}"


@pytest.mark.django_db
def test_every_change_of_a_model_has_its_migration() -> None:
    call_command("makemigrations", check_changes=True, dry_run=True)


def test_the_openapi_document_is_valid_and_whole() -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, format="openapi-json", file=os.devnull)


def test_no_folder_has_more_python_files_than_the_maximum() -> None:
    found = Counter(
        path.parent.relative_to(ROOT).as_posix()
        for package in ("bots", "events", "games", "project", "tests")
        for path in (ROOT / package).rglob("*.py")
        if "node_modules" not in path.parts
    )

    assert {folder: number for folder, number in found.items() if number > MOST_FILES}.keys() <= LARGER
