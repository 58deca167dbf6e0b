"""Gives functions that exist other code, in this process: nothing is imported again, and no file is written."""

from __future__ import annotations
import __future__

import functools
import gc
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from tests.mutants.mutations import Mutant


class Functions:
    """The functions of some files that exist in this process, also those within others and behind decorators."""

    def __init__(self, files: Iterable[str], root: Path) -> None:
        self._root, paths = root, {str(root / file): file for file in files}
        self._alive, self._named = defaultdict[int, list[FunctionType]](list), defaultdict[Any, list[CodeType]](list)
        self._caches = list[Any]()
        for each in gc.get_objects():
            kind = type(each)  # not `isinstance`, which asks the object itself: one may stand for another that is gone
            if kind is functools._lru_cache_wrapper and _file(each).startswith(f"{root}/"):
                self._caches.append(each)
            elif kind is FunctionType and each.__code__.co_filename in paths:
                code = each.__code__
                if not self._alive[id(code)]:
                    self._named[paths[code.co_filename], code.co_qualname].append(code)
                self._alive[id(code)].append(each)

    def has(self, mutant: Mutant) -> bool:
        """Whether the function of a mutant exists."""
        return bool(self._named[mutant.file, mutant.function])

    def exchange(self, mutant: Mutant) -> None:
        """Puts a mutant in the place of its function, for good, and empties the caches of our functions."""
        source = mutant.source()
        module = compile(
            source, self._root / mutant.file, "exec", flags=__future__.annotations.compiler_flag, dont_inherit=True
        )
        code = module
        for name in mutant.function.split("."):
            code = next(each for each in _within(code) if each.co_name == name)
        for old in self._codes(mutant, source.count("\n", 0, source.index("def ")) + 1):
            for before, after in _pairs(old, code):
                for function in self._alive[id(before)]:
                    if before.co_freevars == after.co_freevars:
                        function.__code__ = after
        for cache in self._caches:
            cache.cache_clear()

    def _codes(self, mutant: Mutant, line: int) -> list[CodeType]:
        """The code of the function; of several of that name, as a property and its setter, the one at a line."""
        before = [code for code in self._named[mutant.file, mutant.function] if code.co_firstlineno <= line]
        last = max(code.co_firstlineno for code in before)
        return [code for code in before if code.co_firstlineno == last]


def _file(cache: Any) -> str:
    code = getattr(cache.__wrapped__, "__code__", None)
    return code.co_filename if code is not None else ""


def _within(code: CodeType) -> Iterator[CodeType]:
    return (constant for constant in code.co_consts if isinstance(constant, CodeType))


def _pairs(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yields the code of a function, and of those within it, with what replaces it."""
    yield before, after
    inner, changed = list(_within(before)), list(_within(after))
    if len(inner) == len(changed):
        for pair in zip(inner, changed, strict=True):
            yield from _pairs(*pair)
