"""Static checks of words: docstrings begin with a verb or a noun, and a class has its name for itself."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

RELATIVE = re.compile(
    r"(Who|Whom|Whose|Whoever|What|Whatever|Whether|How|Where|Wherever|Which|When|Why|Until when|Since when|From when|"
    r"That of|Those (of|that|who)|The same|(By|To|Of|For|In|At|On|With|From) (whom|which|what))\b"
)
"""The openings of a relative clause or an indirect question, which leave open what the docstring is about."""

ONE_NAME_EACH = {
    "Command": "Django finds commands by this name",
    "Turn": "phases of two games; the name is part of their logs",
    "Counter": "a phase; the name is part of logs",
    "Follow": "a phase; the name is part of logs",
    "Clock": "the verifier is one file, which repeats what it needs",
    "Event": "the verifier is one file, which repeats what it needs",
    "Table": "the verifier is one file, which repeats what it needs",
    "Rematch": "the rules' answer, and its table",
    "MatchOver": "the error match_over, and the schema of the event match.over",
    "IllegalMove": "the rules' error, and its answer over HTTP",
    "StaleOffer": "the rules' error, and its answer over HTTP",
    "StalePrompt": "the rules' error, and its answer over HTTP",
    "LegalMoves": "published: the client's counterpart of the rules' class",
    "Move": "published: the client's counterpart of the rules' class",
    "Problem": "published: the client's counterpart of the server's class",
}
"""Class names that are used more than once, with the reason."""


def sources(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    """Yields the path and the tree of each module of some folders."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not {"node_modules", "migrations"} & set(path.parts):
                yield path.relative_to(ROOT).as_posix(), parsed(path)


@cache
def parsed(path: Path) -> ast.Module:
    """Returns the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yields the line and the text of every docstring, including those of fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value.strip()


def test_a_docstring_begins_with_a_verb_or_a_noun() -> None:
    found = [
        f"{path}:{line}: {text.splitlines()[0]}"
        for path, tree in sources("bots", "clients", "events", "games", "project", "tests")
        for line, text in docstrings(tree)
        if RELATIVE.match(text)
    ]

    assert not found, "\n".join(["expected docstrings such as “Returns …” or “The seats that …”", *found])


def test_two_classes_do_not_share_a_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path, tree in sources("bots", "clients", "events", "games", "project"):
        if not Path(path).stem.startswith("version_"):  # earlier versions of a phase keep its name
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    places[node.name].append(f"{path}:{node.lineno}")

    shared = {name: where for name, where in places.items() if len(where) > 1}

    assert {name: where for name, where in shared.items() if name not in ONE_NAME_EACH} == {}
