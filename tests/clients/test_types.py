"""Types of both packages: strict type checkers accept correct programs and find faults in wrong ones."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from clients.generator import typescript_package
from tests.clients.artefacts import installed_tarball, python_environment
from tests.events.http.openapi.conformance import document
from tests.stack import ROOT
from tests.tools import npm

pytestmark = pytest.mark.xdist_group("streams")
PROGRAMS = ROOT / "tests" / "clients" / "programs"
needs_npm = pytest.mark.skipif(shutil.which("npm") is None, reason="openapi-typescript needs Node and npm")


def faults(command: list[str | Path], folder: Path, **environment: str) -> list[str]:
    """Returns the lines of a type checker that report an error."""
    ran = subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, timeout=200, check=False
    )
    return [line for line in (ran.stdout + ran.stderr).splitlines() if "error" in line.lower()]


@pytest.mark.slow
def test_the_wheel_and_programs_with_it_pass_strict_type_checks(python: Path, tmp_path: Path) -> None:
    for path in [*(ROOT / "clients" / "python" / "examples").glob("*.py"), PROGRAMS / "read.py"]:
        shutil.copy(path, tmp_path)
    program = (PROGRAMS / "read.py").read_text(encoding="utf-8")
    wrong = program.replace('event["policy"] or', 'event["standings"] or')
    assert wrong != program
    (tmp_path / "wrong.py").write_text(wrong, encoding="utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--config-file="]

    found = faults(
        [*mypy, python / "comptoir_client", "bot.py", "play.py", "read.py", "wrong.py"],
        tmp_path,
        **python_environment(python),
        MYPYPATH=str(python),
    )

    assert len(found) == 2 and found[0].startswith("wrong.py") and 'no key "standings"' in found[0], found
    assert found[1].startswith("Found 1 error in 1 file")


@needs_npm
@pytest.mark.slow
def test_programs_with_the_tarball_pass_strict_type_checks(tmp_path: Path) -> None:
    tools = json.loads((typescript_package.SOURCE / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    commands = npm(tmp_path, *(f"{name}@{version}" for name, version in tools.items()))
    (tmp_path / "openapi.json").write_text(json.dumps(document()), encoding="utf-8")
    generated = [commands / "openapi-typescript", "openapi.json", "--output", "schema.d.ts"]
    assert faults(generated, tmp_path) == []
    installed_tarball(tmp_path, tmp_path / "schema.d.ts")
    program = (PROGRAMS / "read.ts").read_text(encoding="utf-8")
    wrong = program.replace("event.policy ?? 'a player'", "event.standings")
    assert wrong != program
    for name, text in {"read.ts": program, "wrong.ts": wrong}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    options = "--strict --noEmit --target es2022 --module es2022 --moduleResolution bundler --noUncheckedIndexedAccess"

    found = faults([commands / "tsc", *options.split(), "read.ts", "wrong.ts"], tmp_path)

    assert len(found) == 1 and found[0].startswith("wrong.ts") and "'standings' does not exist" in found[0], found
