"""The pinned dependencies agree: pyproject.toml, uv.lock, and the requirements files from which pip installs."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def uv(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [Path(sys.executable).parent / "uv", *arguments, "--no-config"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_lock_satisfies_pyproject() -> None:
    process = uv("lock", "--check", "--offline")

    assert process.returncode == 0, f"run `make lock`\n{process.stderr}"


@pytest.mark.parametrize(("file", "group"), [("requirements.txt", "embedded"), ("requirements-dev.txt", "dev")])
def test_the_requirements_are_exported_from_the_lock(file: str, group: str) -> None:
    process = uv("export", "--frozen", "--no-emit-project", "--no-annotate", "--no-header", "--group", group)

    pinned = (ROOT / file).read_text(encoding="utf-8").splitlines()
    assert [line for line in pinned if not line.startswith("#")] == process.stdout.splitlines(), "run `make lock`"
