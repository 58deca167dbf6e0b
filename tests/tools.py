"""Tools from package registries for some tests, which are skipped if the tools cannot be installed."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

SECONDS = 180  # a busy machine needs long
QUICKLY = ("--no-compile", "--only-binary=:all:", "--disable-pip-version-check")


def npm(folder: Path, *packages: str) -> Path:
    """Installs packages into a folder; returns the folder of their commands. Skips the test without the registry."""
    (folder / "package.json").write_text('{"name": "tools", "private": true}')
    command = ["npm", "install", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts", *packages]
    if not _runs(command, folder):
        pytest.skip(f"npm cannot install {', '.join(packages)} here")
    return folder / "node_modules" / ".bin"


def pip(folder: Path, *packages: str) -> Path:
    """Installs packages into a new virtual environment; returns the folder of its commands. Skips like `npm`."""
    venv.create(folder / "venv", with_pip=False)
    commands = folder / "venv" / "bin"
    command = [sys.executable, "-m", "pip", "--python", str(commands / "python"), "install", "-q", *QUICKLY, *packages]
    if not _runs(command, folder):
        pytest.skip(f"pip cannot install {', '.join(packages)} here")
    return commands


def _runs(command: list[str], folder: Path) -> bool:
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, timeout=SECONDS).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
