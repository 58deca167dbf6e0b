"""Generators of typed clients understand the OpenAPI document, and what they generate works.

Each test installs its generator into a folder of its own and skips where the registry is away.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.events.http.openapi.conformance import document
from tests.stack import ROOT
from tests.streaming import Server
from tests.tools import npm, pip

pytestmark = pytest.mark.xdist_group("streams")
CLIENTS = ROOT / "tests" / "typed_clients"
needs_node = pytest.mark.skipif(shutil.which("npm") is None, reason="openapi-typescript needs Node and npm")


def run(*command: str | Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=120, env={**os.environ, **environment}
    )


@pytest.fixture
def openapi(tmp_path: Path) -> Path:
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(document()))
    return path


@pytest.mark.django_db(transaction=True)
def test_a_python_client_is_generated_and_plays(openapi: Path, tmp_path: Path):
    commands = pip(tmp_path, "openapi-python-client==0.29.1")
    generated = run(
        commands / "openapi-python-client", "generate", "--path", openapi, "--meta", "none", "--output-path",
        tmp_path / "comptoir", folder=tmp_path,
    )  # fmt: skip
    assert generated.returncode == 0, generated.stdout
    assert "WARNING" not in generated.stdout, generated.stdout

    with Server() as server:
        played = run(
            commands / "python", CLIENTS / "play.py", f"http://127.0.0.1:{server.port}", folder=tmp_path,
            PYTHONPATH=str(tmp_path),
        )  # fmt: skip

    assert played.returncode == 0, played.stderr
    assert played.stdout == "played\n"


@needs_node
def test_typescript_types_are_generated_and_strict(openapi: Path, tmp_path: Path):
    commands = npm(tmp_path, "openapi-typescript@7.13.0", "typescript@5.9.3")
    generated = run(commands / "openapi-typescript", openapi, "-o", tmp_path / "comptoir.ts", folder=tmp_path)
    assert generated.returncode == 0, generated.stderr
    program = (CLIENTS / "read.ts").read_text()
    wrong = program.replace("event.policy ?? 'a player'", "event.standings")
    assert wrong != program

    for name, text in {"read.ts": program, "wrong.ts": wrong}.items():
        (tmp_path / name).write_text(text)
    options = ("--strict", "--noEmit", "--target", "es2022", "--noUncheckedIndexedAccess", "--skipLibCheck")
    compiled = run(commands / "tsc", *options, "read.ts", "wrong.ts", folder=tmp_path)

    faults = [line for line in compiled.stdout.splitlines() if "error" in line]
    assert len(faults) == 1 and faults[0].startswith("wrong.ts"), compiled.stdout
    assert "'standings' does not exist" in faults[0]
