"""Bundles the web client with esbuild: `python -m project.web.bundling [TARGET]`.

Deno, a package of PyPI, runs `vendor/bundle/build.mjs`. At its first run it downloads esbuild from the npm registry.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from project.embedded.identity import dies_with_parent

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = (ROOT / "project" / "web" / "static", ROOT / "events" / "verifier")
PLAN = ROOT / "project" / "web" / "client_files.json"
PROGRAM = ROOT / "project" / "web" / "vendor" / "bundle"
TARGET = ROOT / "build" / "client"
DESCRIBED = "bundle/bundle.json"
"""The description of the bundle in its folder. It is written last, so a bundle that has it is complete."""
LONGEST_SECONDS = 60.0  # to wait for a registry that does not answer


def begin(target: Path, sources: Sequence[Path] = SOURCES, data: Path = ROOT / "build") -> subprocess.Popen[str]:
    """Starts to bundle the client into a folder. Raises OSError without Deno.

    sources: the folders of static files; data: the folder for esbuild if that of Python's packages is read-only.
    """
    packages = Path(sys.prefix)
    command = [str(packages / "bin" / "deno"), "run", "--quiet", "--allow-all", str(PROGRAM / "build.mjs")]
    cache = (packages if os.access(packages, os.W_OK) else data) / "deno"
    settings = {"DENO_DIR": str(cache), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    return subprocess.Popen(
        [*command, str(target), *map(str, sources)],
        env={**os.environ, **settings},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
        preexec_fn=dies_with_parent(signal.SIGKILL),
    )


def end(bundling: subprocess.Popen[str], is_stopping: Callable[[], bool] = lambda: False) -> str:
    """Waits for the end of the bundling; returns why it failed, empty if it succeeded.

    Ends it if it takes too long or the caller has to stop.
    """
    until = time.monotonic() + LONGEST_SECONDS
    while True:
        try:
            _, errors = bundling.communicate(timeout=0.1)
        except subprocess.TimeoutExpired:
            if is_stopping() or time.monotonic() > until:
                kill(bundling)
                return f"it has not ended within {LONGEST_SECONDS:.0f} seconds"
        else:
            reason, _, _ = errors.strip().partition("\n\n")  # without Deno's own stack
            return " ".join(reason.split()) or f"exit status {bundling.returncode}" if bundling.returncode else ""


def kill(bundling: subprocess.Popen[str]) -> None:
    """Ends the bundling at once. After its end it does nothing, because another process may have its number then."""
    if bundling.poll() is None:
        os.killpg(bundling.pid, signal.SIGKILL)
        bundling.wait()


if __name__ == "__main__":
    sys.exit(end(begin(Path(sys.argv[1]).absolute() if len(sys.argv) > 1 else TARGET)) or 0)
