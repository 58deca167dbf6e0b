"""The bundle of the client, and further web servers beside a stack."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from project.web import bundling
from tests.stack import ROOT, Stack, free_port, wait_for_port


def bundle(folder: Path, sources: Sequence[Path] = bundling.SOURCES) -> Path:
    """Bundles the client into a folder; returns it. Without esbuild, the test is skipped."""
    failure = bundling.end(bundling.begin(folder, sources))
    if "error sending request" in failure:
        pytest.skip(f"esbuild could not be loaded from the npm registry: {failure}")
    assert not failure, failure
    return folder


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
