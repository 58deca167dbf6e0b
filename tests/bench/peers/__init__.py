"""Other systems, each installed once below `.data/bench/peers`, outside the project's environment."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.bench.records import ROOT

HERE = Path(__file__).parent
FOLDER = ROOT / ".data" / "bench" / "peers"
NODE = (
    "boardgame.io@0.50.2",
    "bgio-postgres@1.0.16",
    "koa-compose@4.1.0",
)  # with koa-compose 4.2 its server never routes requests


def python(requirement: str) -> Path:
    """Returns a Python interpreter that can import a package."""
    interpreter = FOLDER / "venv" / "bin" / "python"
    if not interpreter.exists():
        subprocess.run([sys.executable, "-m", "venv", FOLDER / "venv"], check=True)
    subprocess.run([interpreter, "-m", "pip", "install", "--quiet", requirement], check=True)
    return interpreter


def boardgame(script: str) -> Path:
    """Returns a script beside the modules of boardgame.io and its storage for PostgreSQL."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not all((FOLDER / "node_modules" / package.split("@")[0]).exists() for package in NODE):
        subprocess.run(["npm", "install", "--silent", "--no-save", "--prefix", FOLDER, *NODE], check=True)
    for module in HERE.glob("*.mjs"):
        shutil.copy(module, FOLDER)
    return FOLDER / script
