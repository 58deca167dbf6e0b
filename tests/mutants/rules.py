"""Whether the tests that RULES.md names for a rule can fail when the code of that rule is wrong.

The code of a rule is what its row names: a function, all methods of a class, all functions of a module; for a constant,
the functions that mention it, and the constant itself. Each test that a row names has to notice at least one mutant of
that code. One that notices none does not test its rule, whatever it asserts.
"""

from __future__ import annotations

import ast
import gc
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from games.kernel.deck import Deck
from tests.games.harness.rules_pages import PAGES, Page
from tests.mutants.mutations import Mutant, mutants_of
from tests.mutants.trials import SURVIVED, Trials

MOST = 40  # mutants that a test meets before we say that it notices none


class Verdict(NamedTuple):
    """What a named test of a rule did. met: how many mutants; noticed: one of them, or empty."""

    game: str
    rule: str
    test: str
    met: int
    noticed: str


class Constant(NamedTuple):
    """A constant of a module or class, and a value that takes its place."""

    name: str
    value: object
    changed: object

    def exchange(self) -> None:
        """Puts the changed value where modules and classes have the other; a number, only by the same name."""
        gc.unfreeze()  # what is frozen is not listed
        classes = [each for each in gc.get_objects() if isinstance(each, type)]
        for owner in [*sys.modules.values(), *classes]:
            for name, value in list(getattr(owner, "__dict__", {}).items()):
                if value is self.value and (name == self.name or not isinstance(value, int)):
                    setattr(owner, name, self.changed)


def others(value: Any) -> Iterator[object]:
    """Yields values with one part less, or a number that is greater by one; none for other kinds of values."""
    if isinstance(value, Deck):
        yield from (Deck(*value.lines[:place], *value.lines[place + 1 :]) for place in range(len(value.lines)))
    elif isinstance(value, range):
        yield from (range(value.start, value.stop - 1), range(value.start + 1, value.stop))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value + 1
    elif isinstance(value, tuple):
        yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
    elif isinstance(value, Mapping):
        yield from ({key: value[key] for key in value if key != left_out} for left_out in value)
    elif isinstance(value, frozenset):
        yield from (value - {each} for each in sorted(value))


class Code:
    """Finds the mutants of the code that a row of RULES.md names.

    package: that of the game, or a module; references: of all rows, by which modules of the kernel are found.
    """

    def __init__(self, package: str, root: Path, references: Iterable[str] = ()) -> None:
        self._package, self._root = package, root
        modules = {self._module(name)[0] for name in references if name.startswith("kernel.")}
        folder = root.joinpath(*package.split("."))
        paths = sorted(folder.rglob("*.py")) or [folder.with_suffix(".py")]
        paths += [Path(str(module.__file__)) for module in modules]
        self.files = [path.relative_to(root).as_posix() for path in paths]
        self._mutants = {file: list(mutants_of(file, root)) for file in self.files}
        self._names = {
            file: dict(_functions(ast.parse((root / file).read_text("utf-8")).body, ())) for file in self.files
        }

    def of(self, references: Iterable[str]) -> tuple[list[Mutant], list[Constant]]:
        """The mutants of the functions, and the changed constants, that the references name."""
        mutants, constants = list[Mutant](), list[Constant]()
        for reference in references:
            module, names = self._module(reference)
            found = self._in(module, ".".join(names))
            mutants += found or self._mentioning(names[-1])
            value: Any = module
            for name in names:
                value = getattr(value, name)
            if not found:
                constants += [Constant(names[-1], value, changed) for changed in others(value)]
        return mutants, constants

    def _module(self, reference: str) -> tuple[ModuleType, list[str]]:
        """The longest module that a reference begins with, and the names after it."""
        names = reference.split(".")
        module = import_module("games" if names[0] == "kernel" else self._package)
        while names and hasattr(module, "__path__") and find_spec(f"{module.__name__}.{names[0]}"):
            module = import_module(f"{module.__name__}.{names.pop(0)}")
        return module, names

    def _in(self, module: ModuleType, name: str) -> list[Mutant]:
        """The mutants of a function, of the methods of a class, or of all functions of a module."""
        file = Path(str(module.__file__)).relative_to(self._root).as_posix()
        return [
            each
            for each in self._mutants.get(file, ())
            if not name or each.function == name or each.function.startswith(f"{name}.")
        ]

    def _mentioning(self, name: str) -> list[Mutant]:
        """The mutants of the functions that mention a name."""
        mentioning = set[tuple[str, str]]()
        for file, functions in self._names.items():
            for function, node in functions.items():
                if name in {getattr(each, "id", None) or getattr(each, "attr", None) for each in ast.walk(node)}:
                    mentioning.add((file, function))
        return [one for file in self.files for one in self._mutants[file] if (file, one.function) in mentioning]


def _functions(body: Iterable[ast.AST], outer: tuple[str, ...]) -> Iterator[tuple[str, ast.AST]]:
    """Yields the functions of a module and of its classes, by their qualified names."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield ".".join([*outer, node.name]), node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, (*outer, node.name))


def check(
    trials: Trials, code: Code, page: Page, rules: Iterable[str], seed: int, said: Callable[[str], None]
) -> Iterator[Verdict]:
    """Yields a verdict for each test that rows of a page name."""
    for rule in rules:
        mutants, constants = code.of(page.code(rule))
        random.Random(f"{seed} {rule}").shuffle(mutants)
        for file, part in page.tests(rule):
            for test, items in named(trials.items, page, file, part).items():
                said(f"{rule} {test}")
                yield _verdict(trials, page.game, rule, test, items, mutants, constants)


def named(ids: Iterable[str], page: Page, file: str, part: str) -> dict[str, list[str]]:
    """The tests whose name contains a part, each with its ids, one for each set of parameters."""
    tests = dict[str, list[str]]()
    for item in ids:
        path, _, name = item.partition("::")
        if path == page.file(file) and part in name.partition("[")[0]:
            tests.setdefault(f"{file}::{name.partition('[')[0]}", []).append(item)
    return tests


def _verdict(
    trials: Trials,
    game: str,
    rule: str,
    test: str,
    items: list[str],
    mutants: list[Mutant],
    constants: list[Constant],
) -> Verdict:
    met = 0
    for mutant in mutants:
        reached = [item for item in trials.tests_of(mutant) if item in items]
        if not reached or met == MOST:
            continue
        met += 1
        if trials.outcome(mutant, reached, float("inf")).verdict != SURVIVED:
            return Verdict(game, rule, test, met, mutant.name)
    for constant in constants:
        met += 1
        if trials.tried(constant.exchange, items)[0] != SURVIVED:
            return Verdict(game, rule, test, met, f"another {constant.name}")
    return Verdict(game, rule, test, met, "")


__all__ = ["PAGES", "Code", "Verdict", "check"]
