"""Generators of typed clients understand the OpenAPI document, and what they generate works.

Each test installs its generator into a folder of its own and skips where the registry is away.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.events.http.openapi.conformance import document
from tests.stack import ROOT
from tests.streaming import Server
from tests.tools import pip

pytestmark = pytest.mark.xdist_group("streams")
CLIENTS = ROOT / "tests" / "typed_clients"


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
