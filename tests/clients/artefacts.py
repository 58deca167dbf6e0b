"""The wheel and the tarball of the client packages, built and installed in isolation."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from clients.generator import python_package, typescript_package
from tests.events.http.openapi.conformance import document


def installed_wheel(folder: Path) -> Path:
    """Builds the wheel and unpacks it; returns the folder."""
    (folder / "made").mkdir()
    wheel = python_package.wheel(document(), folder / "made", folder)
    zipfile.ZipFile(wheel).extractall(folder / "installed")
    return folder / "installed"


def installed_tarball(folder: Path, types: Path | None = None) -> Path:
    """Packs the tarball and unpacks it as npm would; returns the folder for programs that import it."""
    (folder / "made").mkdir()
    packed = typescript_package.tarball(document(), types, folder / "made", folder)
    into = folder / "node_modules"
    with tarfile.open(packed) as tarball:
        tarball.extractall(into, filter="data")
    (into / "package").rename(into / "comptoir-client")
    return folder


class Program:
    """A running program that prints to a file: a pipe that nobody reads would block it."""

    def __init__(self, command: list[str | Path], folder: Path, to: Path, **environment: str) -> None:
        self._printed = to
        with to.open("w") as output:
            self._process = subprocess.Popen(
                command, cwd=folder, stdout=output, stderr=output, env={**os.environ, **environment}
            )

    def result(self, seconds: float) -> tuple[int, list[str]]:
        """Waits for the process to end; returns its exit status and its lines of output. Raises TimeoutExpired."""
        return self._process.wait(seconds), self.lines

    def stop(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.wait()

    @property
    def lines(self) -> list[str]:
        """Returns the lines of its output."""
        return self._printed.read_text().splitlines()


def python_environment(installed: Path) -> Mapping[str, str]:
    """Returns the environment of a program that imports the wheel, and nothing of this repository."""
    return {"PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"}


def python_names(installed: Path, of: str) -> frozenset[str]:
    """Returns the methods of a class of the wheel."""
    return _printed([sys.executable, "-c", f"import comptoir_client; print(*dir(comptoir_client.{of}))"], installed)


def javascript_names(node: str, folder: Path) -> frozenset[str]:
    """Returns the methods of the client in the tarball."""
    program = (
        "const { Client } = await import('comptoir-client');"
        "console.log(...Object.getOwnPropertyNames(Object.getPrototypeOf(Client.prototype)))"
    )
    return _printed([node, "--input-type=module", "-e", program], folder)


def _printed(command: list[str], folder: Path) -> frozenset[str]:
    environment = {**os.environ, **python_environment(folder)}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    return frozenset(ran.stdout.split())
