"""A web server with the bundle of the client, as it is packaged, beside the stack of the tests and on its database."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.node import node
from tests.stack import ROOT, Stack, free_port, wait_for_port

BUILD = ROOT / "project" / "web" / "vendor" / "bundle" / "build.mjs"
ESBUILD = ROOT / "project" / "web" / "vendor" / "node_modules" / "esbuild"
SOURCES = [ROOT / "project" / "web" / "static", ROOT / "events" / "verifier"]


def why_not() -> str | None:
    """Why nothing can be bundled here; None where it can."""
    if node() is None:
        return "no Node on the path, so the bundle of the web client is not made"
    if not ESBUILD.exists():
        return "esbuild is not installed, so the bundle of the web client is not made (npm ci in project/web/vendor)"
    return None


def build(target: Path, sources: list[Path] = SOURCES) -> subprocess.CompletedProcess[str]:
    """Bundles the client into a folder."""
    command = [str(node()), str(BUILD), str(target), *map(str, sources)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


class Bundled:
    """The server. folder: for the bundle and the collected files."""

    def __init__(self, stack: Stack, folder: Path) -> None:
        self.port = free_port()
        self.address = f"http://localhost:{self.port}"  # to which a browser says that it reads Brotli
        self.folder = folder
        self.environment = stack.environment_inside() | {
            "STATIC_MANIFEST": "true",
            "DJANGO_SETTINGS_MODULE": "tests.web.browser.bundled_settings",
            "COMPTOIR_TEST_BUNDLE": str(folder / "client"),
            "COMPTOIR_TEST_COLLECTED": str(folder / "collected"),
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Bundles, collects, and waits until the server listens."""
        built = build(self.folder / "client")
        assert built.returncode == 0, built.stderr[-2000:]
        collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
        subprocess.run(collect, cwd=ROOT, env=self.environment, check=True)
        serve = [sys.executable, "-m", "project.serving.server", "--port", str(self.port)]
        self.process = subprocess.Popen(serve, cwd=ROOT, env={**os.environ, **self.environment})
        wait_for_port(self.port)

    def stop(self) -> None:
        """Ends the server."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)
