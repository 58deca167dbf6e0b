"""The implementation of `manage.py startgame`: renders the template of a game, and adds it to the lists of games.

The names of template files end in `-tpl`, so that no tool treats them as code. `$key`, `$class_name` and `$title` are
replaced.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from pathlib import Path
from string import Template

TEMPLATE = Path(__file__).parent / "template"
SUFFIX = "-tpl"
FOLDERS = {"game": "games", "tests": "tests/games"}
LAYER = re.compile(r"^    (\w+(?: \| \w+)+)$", re.MULTILINE)
IMPORTS = re.compile(r"^(?:from games\..*\n)+", re.MULTILINE)
PACKAGES = re.compile(r"^PACKAGES = \(\n(.*?)^\)", re.MULTILINE | re.DOTALL)


class StartGameError(Exception):
    """The reason why no game can be created with this name."""


def start_game(key: str, root: Path) -> list[Path]:
    """Writes the package and the tests of a new game, and lists the game. Returns the written and changed files.

    Raises StartGameError if the name is unsuitable or taken.
    """
    check_name(key, root)
    names = {"key": key, "title": title_of(key), "class_name": "".join(part.title() for part in key.split("_"))}
    written = [_render(source, target, names) for source, target in _files(key, root)]
    return [*written, _add_to_registry(key, root), _add_to_contracts(key, root)]


def check_name(key: str, root: Path) -> None:
    """Raises StartGameError unless a key can name a new package."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", key) or keyword.iskeyword(key):
        raise StartGameError(f"expected a name such as haggle or iron_bank, got {key!r}")
    for taken in (root / folder / key for folder in FOLDERS.values()):
        if taken.exists() or taken.with_suffix(".py").exists():
            raise StartGameError(f"{taken.relative_to(root)} is there already")


def title_of(key: str) -> str:
    """Returns the initial title in the texts: `iron_bank` is "Iron Bank"."""
    return " ".join(part.capitalize() for part in key.split("_"))


def _files(key: str, root: Path) -> Iterator[tuple[Path, Path]]:
    for part, folder in FOLDERS.items():
        for source in sorted((TEMPLATE / part).rglob(f"*{SUFFIX}")):
            name = source.relative_to(TEMPLATE / part).as_posix().removesuffix(SUFFIX)
            yield source, root / folder / key / name


def _render(source: Path, target: Path, names: dict[str, str]) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    text = Template(source.read_text(encoding="utf-8")).substitute(names)
    target.write_text(IMPORTS.sub(_sorted_lines, text), encoding="utf-8")
    return target


def _sorted_lines(block: re.Match[str]) -> str:
    """Returns a block of imports in alphabetical order, because the place of a game depends on its name."""
    return "".join(sorted(block[0].splitlines(keepends=True)))


def _add_to_registry(key: str, root: Path) -> Path:
    path = root / "games" / "registry.py"
    text = path.read_text(encoding="utf-8")
    match = _only_match(PACKAGES, text, path)
    lines = sorted([*match[1].splitlines(), f'    "{key}",'])
    return _replace(path, text, match.span(1), "".join(f"{line}\n" for line in lines))


def _add_to_contracts(key: str, root: Path) -> Path:
    path = root / ".importlinter"
    text = path.read_text(encoding="utf-8")
    games = text.find("[importlinter:contract:games]")
    match = _only_match(LAYER, text[max(games, 0) :].split("\n\n")[0], path)
    start = max(games, 0) + match.start(1)
    layer = " | ".join(sorted([*match[1].split(" | "), key]))
    return _replace(path, text, (start, start + len(match[1])), layer)


def _only_match(pattern: re.Pattern[str], text: str, path: Path) -> re.Match[str]:
    match = pattern.search(text)
    if match is None:
        raise StartGameError(f"expected the list of games in {path}, and found none")
    return match


def _replace(path: Path, text: str, span: tuple[int, int], by: str) -> Path:
    path.write_text(text[: span[0]] + by + text[span[1] :], encoding="utf-8")
    return path
