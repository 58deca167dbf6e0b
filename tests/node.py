"""Finds Node.js."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path


def node() -> str | None:
    """Returns the path of Node, from PATH or from Playwright's package."""
    if path := shutil.which("node"):
        return path
    package = importlib.util.find_spec("playwright")
    driver = Path(package.origin).parent / "driver" / "node" if package and package.origin else None
    return str(driver) if driver is not None and driver.exists() else None
