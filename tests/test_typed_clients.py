"""Generators of typed clients accept the OpenAPI document, and the generated clients work.

Each test installs its generator into a folder of its own and is skipped if the registry cannot be reached. `make
soak` runs them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.events.http.openapi.conformance import document
from tests.games.harness.time_budget import soaked
from tests.stack import ROOT
from tests.streaming import Server
from tests.tools import pip

pytestmark = [soaked, pytest.mark.xdist_group("streams")]
CLIENTS = ROOT / "tests" / "typed_clients"


def run(*command: str | Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=250, env={**os.environ, **environment}
    )


@pytest.fixture
def openapi(tmp_path: Path) -> Path:
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(document()))
    return path


@pytest.mark.django_db(transaction=True)
def test_a_python_client_is_generated_and_plays(server: Server, openapi: Path, tmp_path: Path):
    commands = pip(tmp_path, "openapi-python-client==0.29.1")
    generated = run(
        commands / "openapi-python-client",
        "generate",
        "--path",
        openapi,
        "--meta",
        "none",
        "--output-path",
        tmp_path / "comptoir",
        folder=tmp_path,
    )
    assert generated.returncode == 0, generated.stdout
    assert "WARNING" not in generated.stdout, generated.stdout

    address = f"http://127.0.0.1:{server.port}"
    played = run(commands / "python", CLIENTS / "play.py", address, folder=tmp_path, PYTHONPATH=str(tmp_path))

    assert played.returncode == 0, played.stderr
    assert played.stdout == "played\n"


@pytest.mark.django_db(transaction=True)
def test_strict_models_are_generated_and_play_by_streams(server: Server, openapi: Path, tmp_path: Path):
    commands = pip(tmp_path, "datamodel-code-generator==0.89.0")
    generated = run(
        commands / "datamodel-codegen",
        "--input",
        openapi,
        "--input-file-type",
        "openapi",
        "--output-model-type",
        "pydantic_v2.BaseModel",
        "--use-annotated",
        "--target-python-version",
        "3.11",
        "--output",
        "models.py",
        folder=tmp_path,
    )
    assert generated.returncode == 0, generated.stderr
    program = (CLIENTS / "stream.py").read_text()
    wrong = program.replace("first.root.game ==", "first.root.standings ==")
    assert wrong != program
    for name, text in {"stream.py": program, "wrong.py": wrong}.items():
        (tmp_path / name).write_text(text)

    mypy = (sys.executable, "-m", "mypy", "--strict", "--config-file=", "--python-executable", commands / "python")
    checked = run(*mypy, "stream.py", "wrong.py", folder=tmp_path)
    played = run(commands / "python", "stream.py", f"http://127.0.0.1:{server.port}", folder=tmp_path)

    faults = [line for line in checked.stdout.splitlines() if ": error: " in line]
    assert len(faults) == 1 and faults[0].startswith("wrong.py") and 'no attribute "standings"' in faults[0], faults
    assert (played.returncode, played.stdout) == (0, "played\n"), played.stderr
