"""The OpenAPI document of this version, as a file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def document(folder: Path) -> Path:
    """Writes the document into a folder, and returns its path."""
    path = folder / "openapi.json"
    command = [sys.executable, "manage.py", "spectacular", "--format", "openapi-json", "--file", str(path)]
    subprocess.run(command, cwd=ROOT, check=True)
    return path
