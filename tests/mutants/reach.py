"""Which test executes which line, and for how long: recorded once, by file of tests, in `.data/mutants`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple


class Reach(NamedTuple):
    """What tests do without mutants.

    lines: the tests that execute a line of a file; seconds: that each test computes; failed: tests that fail; modules:
    what they imported.
    """

    lines: dict[tuple[str, int], set[str]]
    seconds: dict[str, float]
    failed: list[str]
    modules: list[str]


class Recorded:
    """The recorded files of tests of one room; forgotten once the code or what tests share has changed."""

    def __init__(self, root: Path, code: Iterable[str]) -> None:
        shared = (
            path
            for path in (root / "tests").rglob("*.py")
            if not path.name.startswith("test_") and path.parent.name != "mutants"
        )
        files = sorted([*(root / file for file in code), *shared])
        self._root, self._common = root, _digest(files)
        self._folder = root / ".data" / "mutants" / self._common[:16]

    def files(self, tests: Iterable[str]) -> Iterator[tuple[str, Any]]:
        """Yields those of the named files of tests that are recorded, with what is."""
        for file in tests:
            if (path := self._path(file)).exists():
                yield file, json.loads(path.read_text(encoding="utf-8"))

    def add(self, file: str, found: Mapping[str, Any]) -> None:
        """Records a file of tests."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._path(file).write_text(json.dumps(found), encoding="utf-8")

    def reach(self, tests: Iterable[str]) -> Reach:
        """What all those files together do."""
        lines, seconds = dict[tuple[str, int], set[str]](), dict[str, float]()
        failed, modules = list[str](), dict[str, None]()
        for _, found in self.files(tests):
            seconds |= found["seconds"]
            failed += found["failed"]
            modules |= dict.fromkeys(found["modules"])
            for file, by_line in found["lines"].items():
                for line, names in by_line.items():
                    lines.setdefault((file, int(line)), set()).update(set(names) - set(found["failed"]))
        return Reach(lines, seconds, failed, list(modules))

    def _path(self, file: str) -> Path:
        return self._folder / f"{_digest([self._root / file])[:16]}.json"


def _digest(files: Iterable[Path]) -> str:
    digest = sha256()
    for path in files:
        digest.update(f"\0{path}\0".encode() + path.read_bytes())
    return digest.hexdigest()
