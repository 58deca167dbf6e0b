"""Bundles the web client with esbuild: `python -m project.web.bundling [TARGET]`.

Deno, a package of PyPI, runs `vendor/bundle/build.mjs`. At its first run it downloads esbuild from the npm registry.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = (ROOT / "project" / "web" / "static", ROOT / "events" / "verifier")
PLAN = ROOT / "project" / "web" / "client_files.json"
PROGRAM = ROOT / "project" / "web" / "vendor" / "bundle"
DESCRIBED = "bundle/bundle.json"
"""The description of the bundle in its folder. It is written last, so a bundle that has it is complete."""


def begin(target: Path, sources: Sequence[Path] = SOURCES) -> subprocess.Popen[str]:
    """Starts to bundle the client into a folder. sources: the folders of static files. Raises OSError without Deno."""
    deno = Path(sys.prefix) / "bin" / "deno"
    command = [str(deno), "run", "--quiet", "--allow-all", str(PROGRAM / "build.mjs"), str(target), *map(str, sources)]
    environment = {**os.environ, "DENO_DIR": str(Path(sys.prefix) / "deno"), "NO_COLOR": "1"}
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def end(bundling: subprocess.Popen[str]) -> str:
    """Waits for the end of the bundling; returns why it failed, empty if it succeeded."""
    _, errors = bundling.communicate()
    reason, _, _ = errors.strip().partition("\n\n")  # without Deno's own stack
    return reason or f"exit status {bundling.returncode}" if bundling.returncode else ""


if __name__ == "__main__":
    sys.exit(end(begin(Path(sys.argv[1] if len(sys.argv) > 1 else "build/client").absolute())) or 0)
