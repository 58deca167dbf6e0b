"""The installed packages, each built once."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.clients.artefacts import installed_tarball, installed_wheel
from tests.node import node


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the folder into which the wheel is installed."""
    return installed_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def javascript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the folder below which programs can import the tarball."""
    return installed_tarball(tmp_path_factory.mktemp("tarball"))


@pytest.fixture(scope="session")
def needs_node() -> str:
    """Returns the path of Node; skips the test without one."""
    found = node()
    if found is None:
        pytest.skip("the tarball is not tested: there is no Node")
    return found


@pytest.fixture
def client(python: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Yields the module `comptoir_client` of the wheel."""
    monkeypatch.syspath_prepend(str(python))
    yield importlib.import_module("comptoir_client")
