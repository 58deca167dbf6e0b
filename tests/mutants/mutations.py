"""Small changes of functions, each of which a test should notice.

Most operators are those of mutmut: another comparison, operator, number, name or string method, a case left out, and so
on. Four are ours: a condition is negated; a statement that calls, raises, or writes to an attribute or an item is left
out; an argument with a name is left out; a result is None. Two of mutmut's are left out, None for a value and for an
argument: the strict types of games/ refuse nearly all of those.

Not changed: sentences (strings with a space), because no test has to know their words; assertions, which speak to
programmers, and `strict` of zip; annotations, decorators, defaults of parameters, and what runs once while a module is
imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider
from mutmut.mutation import mutators

UNCHANGED = (cst.Annotation, cst.Assert, cst.Decorator, cst.Param)
CHECKS = {"strict"}  # arguments that, as assertions, only fail for programmers
TYPES_ONLY = {"cast", "isinstance", "len"}  # their arguments say little, or fail at once
OPERATORS = [
    (kind, operator)
    for kind, operator in mutators.mutation_operators
    if operator not in {mutators.operator_assignment, mutators.operator_arg_removal, mutators.operator_lambda}
]
CONDITIONS = (cst.If, cst.While, cst.CompIf)
USES_CLASS = cst.parse_statement("if False: __class__\n")  # a function that needs its class can only become such a one
DECIDED = (cst.Comparison, cst.BooleanOperation, cst.UnaryOperation)  # of these the operator itself is changed


class Mutant(NamedTuple):
    """A changed function.

    function: its qualified name; lines: of the changed statement, first and last; before, after: the changed piece of
    code; number: tells equal changes of one function apart; source: writes a module with this function only, in its
    classes, at its line.
    """

    file: str
    function: str
    lines: tuple[int, int]
    before: str
    after: str
    number: int
    source: Callable[[], str]

    @property
    def name(self) -> str:
        """What the report and the list of equivalents call it: it stays the same when other functions change."""
        again = f" ({self.number})" if self.number > 1 else ""
        return f"{self.file}::{self.function}: {self.before} -> {self.after}{again}"


def mutants_of(file: str, root: Path) -> Iterator[Mutant]:
    """Yields the mutants of a file of Python, in its order."""
    wrapper = MetadataWrapper(cst.parse_module((root / file).read_text(encoding="utf-8")), unsafe_skip_copy=True)
    positions = wrapper.resolve(PositionProvider)
    for classes, function in _functions(wrapper.module.body, ()):
        yield from _mutants(file, classes, function, positions)


def _functions(
    body: Iterable[cst.CSTNode], classes: tuple[cst.ClassDef, ...]
) -> Iterator[tuple[tuple[cst.ClassDef, ...], cst.FunctionDef]]:
    for node in body:
        if isinstance(node, cst.FunctionDef):
            yield classes, node
        elif isinstance(node, cst.ClassDef):
            yield from _functions(node.body.body, (*classes, node))


def _mutants(file: str, classes: Sequence[cst.ClassDef], function: cst.FunctionDef, positions: Any) -> Iterator[Mutant]:
    name = ".".join([*(each.name.value for each in classes), function.name.value])
    plain, seen, at = cst.Module([]), dict[tuple[str, str], int](), positions[function.name]
    for node, changed, where in _changes(function.body, positions, at):
        before, after = _shown(plain.code_for_node(node)), _shown(plain.code_for_node(changed))
        seen[before, after] = number = seen.get((before, after), 0) + 1
        source = partial(_alone, function, classes, at.start.line, node, changed)
        yield Mutant(file, name, (where.start.line, where.end.line), before, after, number, source)


def _alone(
    function: cst.FunctionDef, classes: Sequence[cst.ClassDef], line: int, node: cst.CSTNode, changed: cst.CSTNode
) -> str:
    """A module that holds only this function, changed, at its line."""
    body: Any = function.body.deep_replace(node, changed)
    if "super()" in cst.Module([]).code_for_node(function.body):
        body = body.with_changes(body=[*body.body, USES_CLASS])
    outer: Any = function.with_changes(body=body, decorators=[], leading_lines=[])
    for each in reversed(classes):
        outer = cst.ClassDef(name=each.name, body=cst.IndentedBlock([outer]))
    return "\n" * (line - 1 - len(classes)) + cst.Module([outer]).code


def _shown(code: str) -> str:
    return " ".join(code.split())


def _changes(
    node: cst.CSTNode, positions: Any, where: CodeRange
) -> Iterator[tuple[cst.CSTNode, cst.CSTNode, CodeRange]]:
    """Yields each node in another, what is put in its place, and where the smallest statement around it is."""
    if isinstance(node, UNCHANGED) or (isinstance(node, cst.Arg) and _names(node) in CHECKS):
        return
    if isinstance(node, cst.If | cst.While):
        where = positions[node.test]
    elif isinstance(node, cst.BaseSmallStatement | cst.BaseExpression):
        where = positions.get(node, where)
    yield from ((node, changed, where) for changed in _changed(node))
    if isinstance(node, CONDITIONS) and not isinstance(node.test, DECIDED):
        test = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        yield node.test, cst.UnaryOperation(cst.Not(), test), where
    for child in _inside(node):
        yield from _changes(child, positions, where)


def _inside(node: cst.CSTNode) -> Iterable[cst.CSTNode]:
    if _is_text(node) or isinstance(node, cst.FormattedString):
        return ()
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in TYPES_ONLY:
        return node.args[-1:] if node.func.value == "cast" else ()
    return node.children


def _is_text(node: cst.CSTNode) -> bool:
    """Whether a node is a string in the place of a statement, as documentation is."""
    return isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString | cst.ConcatenatedString)


def _changed(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yields what is put in the place of a node."""
    if isinstance(node, cst.SimpleString):
        if " " not in node.value:
            yield from list(_by_mutmut(node))[:1]
    elif not (isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in TYPES_ONLY):
        yield from _by_mutmut(node)
    if _can_be_left_out(node):
        yield cst.Pass()
    if isinstance(node, cst.Return) and node.value is not None and not _is_none(node.value):
        yield node.with_changes(value=cst.Name("None"), whitespace_after_return=cst.SimpleWhitespace(" "))
    if isinstance(node, cst.Call):
        for place, argument in enumerate(node.args):
            if argument.keyword is not None and _names(argument) not in CHECKS:
                yield node.with_changes(args=[*node.args[:place], *node.args[place + 1 :]])


def _by_mutmut(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    for kind, operator in OPERATORS:
        if isinstance(node, kind):
            yield from operator(node)


def _can_be_left_out(node: cst.CSTNode) -> bool:
    if isinstance(node, cst.Assign):
        return isinstance(node.targets[0].target, cst.Attribute | cst.Subscript)
    return isinstance(node, cst.Raise | cst.Del) or (
        isinstance(node, cst.Expr) and isinstance(node.value, cst.Call | cst.Yield)
    )


def _is_none(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Name) and node.value == "None"


def _names(argument: cst.Arg) -> str:
    return argument.keyword.value if argument.keyword is not None else ""
