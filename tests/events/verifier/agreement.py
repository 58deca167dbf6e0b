"""Runs both verifiers on the same bytes and compares their output."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.node import node
from tests.stack import ROOT

HERE = Path(__file__).resolve().parent
VERIFIER = ROOT / "events" / "verifier" / "verify.js"
Files = tuple[bytes, bytes | None, bytes | None]  # a bundle, receipts, a copy of the global log
Lines = list[list[str]]


def by_javascript(cases: Sequence[Files], verifier: Path = VERIFIER) -> list[Lines]:
    """Returns the lines of verify.js, or of a modified copy, for each case."""
    command = node()
    if command is None:
        pytest.skip("there is no Node here to run events/verifier/verify.js")
    texts = [[None if file is None else base64.b64encode(file).decode() for file in files] for files in cases]
    run = subprocess.run(
        [command, HERE / "check_files.mjs"],
        input=json.dumps({"verifier": str(verifier), "cases": texts}),
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)  # type: ignore[no-any-return]


def verdict(lines: Iterable[Sequence[Any]]) -> tuple[str, str | None] | None:
    """Returns the first failed step and the event that it names; None if no step failed."""
    for status, step, words in lines:
        if status == "FAILED":
            return step, words.partition(":")[0] if words.startswith("seq ") else None
    return None


@contextmanager
def patched(old: str, new: str) -> Iterator[Path]:
    """Yields a copy of verify.js with one text replaced."""
    text = VERIFIER.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"expected {old!r} once in verify.js"
    with TemporaryDirectory() as folder:
        path = Path(folder) / "patched.mjs"
        path.write_text(text.replace(old, new), encoding="utf-8")
        yield path


def without(name: str) -> AbstractContextManager[Path]:
    """Returns a context manager for a copy of verify.js in which a name is undefined."""
    return patched(name, "undefined")
