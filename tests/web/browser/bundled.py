"""The packaged bundle of the client, and further web servers beside a stack."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.node import node
from tests.stack import ROOT, Stack, free_port, wait_for_port

BUILD = ROOT / "project" / "web" / "vendor" / "bundle" / "build.mjs"
ESBUILD = ROOT / "project" / "web" / "vendor" / "node_modules" / "esbuild"
SOURCES = [ROOT / "project" / "web" / "static", ROOT / "events" / "verifier"]


def why_not() -> str | None:
    """Returns why bundling is impossible here; None if it is possible."""
    if node() is None:
        return "no Node on the path, so the bundle of the web client is not made"
    if not ESBUILD.exists():
        return "esbuild is not installed, so the bundle of the web client is not made (npm ci in project/web/vendor)"
    return None


def build(target: Path, sources: list[Path] = SOURCES) -> subprocess.CompletedProcess[str]:
    """Bundles the client into a folder."""
    command = [str(node()), str(BUILD), str(target), *map(str, sources)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def packaged(folder: Path) -> dict[str, str]:
    """Bundles the client into a folder; returns the environment of servers that serve it after `collect`."""
    built = build(folder / "client")
    assert built.returncode == 0, built.stderr[-2000:]
    return {
        "STATIC_MANIFEST": "true",
        "DJANGO_SETTINGS_MODULE": "tests.web.browser.bundled_settings",
        "COMPTOIR_TEST_BUNDLE": str(folder / "client"),
        "COMPTOIR_TEST_COLLECTED": str(folder / "collected"),
        "PYTHONPATH": str(ROOT),
    }


def collect(environment: Mapping[str, str]) -> None:
    """Collects the static files, under names with hashes."""
    command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=True)


class WebServer:
    """A web server beside a stack, on its database. environment: differences from the stack's own environment."""

    def __init__(self, stack: Stack, environment: Mapping[str, str]) -> None:
        self.port = free_port()
        self.address = f"http://localhost:{self.port}"  # to this host a browser sends that it accepts Brotli
        self.environment = {**stack.environment_inside(), **environment}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the server, and waits until it listens."""
        serve = [sys.executable, "-m", "project.serving.server", "--port", str(self.port)]
        self.process = subprocess.Popen(serve, cwd=ROOT, env={**os.environ, **self.environment})
        wait_for_port(self.port)

    def stop(self) -> None:
        """Ends the server."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)
