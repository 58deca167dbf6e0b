"""The context of the build: the files that .dockerignore lets through."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from tests.stack import ROOT


def ignored_lines() -> list[str]:
    return (ROOT / ".dockerignore").read_text().splitlines()


def is_in_the_context(path: str, ignored: Sequence[str]) -> bool:
    """Whether Docker sends a file to the builder: the last line that fits it, or a folder of it, decides.

    https://docs.docker.com/build/concepts/context/#dockerignore-files
    """
    is_sent = True
    for line in ignored:
        pattern = line.removeprefix("!").strip("/")
        if pattern and not pattern.startswith("#") and _fits(pattern, path):
            is_sent = line.startswith("!")
    return is_sent


def _fits(pattern: str, path: str) -> bool:
    escaped = re.escape(pattern).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
    return re.fullmatch(f"{escaped}(?:/.*)?", path) is not None


def copy_from_context(source: str, target: Path) -> None:
    """Copies a file or the content of a folder, as COPY does. Raises FileNotFoundError if nothing of it is sent."""
    ignored, root = ignored_lines(), ROOT / source
    files = [root] if root.is_file() else sorted(path for path in root.rglob("*") if path.is_file())
    sent = [file for file in files if is_in_the_context(str(file.relative_to(ROOT)), ignored)]
    if not sent:
        raise FileNotFoundError(f"expected {source} in the context of the build")
    for file in sent:
        to = target if root.is_file() else target / file.relative_to(root)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, to)
