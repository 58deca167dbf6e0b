"""Which tests are close to changed files, by imports, by names in strings, and by words of their paths."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath
from typing import NamedTuple

import grimp

BROWSER = "playwright"  # what reaches it needs a browser, or the Node that comes with it
TEST = "test_"
MOST_ROOMS = 3  # a name that more modules have tells nothing of a subject
DOTTED = re.compile(r"[a-z_]\w*(?:\.\w+)+")


class Closest(NamedTuple):
    """A file of tests. distance: 0 for one that has changed itself; others: how many more changes are as close."""

    distance: int
    file: str
    because: str
    others: int = 0

    def __str__(self) -> str:
        return f"{self.file}: {self.because}" + (f", and {self.others} more" if self.others else "")


def _together(near: list[Closest]) -> Closest:
    nearest = min(near)
    return nearest._replace(others=sum(one.distance == nearest.distance for one in near) - 1)


class House:
    """The modules of a repository: who imports whom. A package is a folder with an `__init__.py` at the root.

    tests: the file of each module of tests; needs_browser: those of them that are never close.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._packages = packages = sorted(path.parent.name for path in root.glob("*/__init__.py"))
        graph = grimp.build_graph(*packages, include_external_packages=True, cache_dir=None)
        self._files = {module: self._file(module) for module in graph.modules if module.partition(".")[0] in packages}
        self._importers = defaultdict[str, set[str]](set)
        self._texts = {module: (root / file).read_text(encoding="utf-8") for module, file in self._files.items()}
        for module in graph.modules:
            self._importers[module] |= graph.find_modules_that_directly_import(module)
        for module, text in self._texts.items():
            for named in self._named(text):
                self._importers[named].add(module)
            room, _, name = module.rpartition(".")
            if name == "conftest":
                self._importers[module] |= {other for other in self._files if other.startswith(f"{room}.")}
        names = Counter(module.rpartition(".")[2] for module in self._files)
        self._say_nothing = {"test", "init"} | {name.rstrip("s") for name, times in names.items() if times > MOST_ROOMS}
        tests = {module for module in self._files if module.rpartition(".")[2].startswith(TEST)}
        self.tests = {module: self._files[module] for module in sorted(tests)}
        self.needs_browser = {self.tests[module] for module, _, _ in self._reached([BROWSER]) if module in tests}

    def closest(self, changed: Iterable[str]) -> list[Closest]:
        """The tests that changed files reach, the closest first; without those that need a browser."""
        found = defaultdict[str, list[Closest]](list)
        for name in changed:
            for file, nearest in self._nearest(name).items():
                found[file].append(nearest)
        closest = [_together(near) for file, near in found.items() if file not in self.needs_browser]
        return sorted(closest, key=lambda one: (one.distance, -one.others, one.file))

    def _nearest(self, changed: str) -> dict[str, Closest]:
        """The tests that one changed file reaches, by their files."""
        found = dict[str, Closest]()
        for one in self._near(changed):
            found[one.file] = min(one, found.get(one.file, one))
        return found

    def _near(self, changed: str) -> Iterator[Closest]:
        path = PurePath(changed)
        for reached, distance, through in self._reached(self._modules_of(path)):
            if reached in self.tests:
                yield Closest(distance, self.tests[reached], because(distance, through))
        shared = set[str]() if path.stem.startswith(TEST) else self._words(path)
        for test, file in self.tests.items():
            if path.suffix != ".py" and path.name in self._texts[test]:
                yield Closest(1, file, f"mentions {path.name}")
            elif common := shared & self._words(PurePath(file)):
                yield Closest(1, file, f"is about {', '.join(sorted(common))}, as {changed}")

    def _reached(self, modules: Iterable[str]) -> Iterator[tuple[str, int, str]]:
        """Yields what imports modules, directly or not, with the length of the chain and the module at its end."""
        seen, edge, distance = set(modules), {module: module for module in modules}, 0
        while edge:
            yield from ((module, distance, origin) for module, origin in sorted(edge.items()))
            further = {
                importer: origin
                for module, origin in sorted(edge.items())
                for importer in self._importers[module]
                if importer not in seen
            }
            seen |= further.keys()
            edge, distance = further, distance + 1

    def _modules_of(self, path: PurePath) -> set[str]:
        """The module of a file; of another file than Python's, the modules of the room that holds it."""
        parts = path.with_suffix("").parts[: -1 if path.suffix != ".py" or path.stem == "__init__" else None]
        if path.suffix == ".py":
            return self._files.keys() & {".".join(parts)}
        while len(parts) > 1 and ".".join(parts) not in self._files:
            parts = parts[:-1]
        room = ".".join(parts)
        return {module for module in self._files if len(parts) > 1 and f"{module}.".startswith(f"{room}.")}

    def _named(self, text: str) -> Iterator[str]:
        """Yields the modules that strings of a file name."""
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for dotted in DOTTED.findall(node.value):
                    if named := self._longest_module(dotted):
                        yield named

    def _longest_module(self, dotted: str) -> str | None:
        while "." in dotted:
            if dotted in self._files:
                return dotted
            dotted = dotted.rpartition(".")[0]
        return None

    def _words(self, path: PurePath) -> set[str]:
        """The words of a path, without endings, packages, and names that many rooms have, as `views`.

        Those of `events/live/test_moves.py` are live, move.
        """
        words = re.findall(r"[a-z]+", " ".join(path.with_suffix("").parts).lower())
        return {word.rstrip("s") for word in words if len(word) > 3 and word not in self._packages} - self._say_nothing

    def _file(self, module: str) -> str:
        path = PurePath(*module.split("."))
        own = path.with_suffix(".py")
        return str(own if (self._root / own).exists() else path / "__init__.py")


def because(distance: int, module: str) -> str:
    """What a chain of imports to a changed module means in words."""
    return ("has changed", f"imports {module}")[distance] if distance < 2 else f"reaches {module} by {distance} imports"
