"""The pages under docs/ say what is so: their program runs, and the files they name are there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.kernel.codec import public_json, view_json
from games.kernel.effect import KINDS, Moved
from games.kernel.state import Seat
from games.kernel.view import view_of
from project.limits import DEFAULTS
from tests.games.simulate import Match, Players
from tests.games.tested_games import TESTED_GAMES as SUBJECTS

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FRONT_END = ROOT / "docs" / "writing-a-front-end.md"
FOLDED = ("zones", "faces", "public", "prompts", "standings", "scores")
GAMES = [name for name in SUBJECTS if name != "toy"]
MOST = 120
Fold = Callable[[dict[str, Any], list[Any], frozenset[str]], None]


def program() -> str:
    found = re.search(r"<!-- fold -->\n```python\n(.*?)```", FRONT_END.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def fold_of(source: str) -> Fold:
    names: dict[str, Any] = {}
    exec(source, names)
    fold: Fold = names["fold"]
    return fold


def served(match: Match, viewer: Seat | None) -> dict[str, Any]:
    """The parts of a viewer's view that folding gives: no printed attributes, no values blanked, zones in any order."""
    view = {**view_json(match.game, view_of(match.state, viewer)), "public": public_json(match.state.public)}
    return comparable(json.loads(json.dumps(view)))


def comparable(table: dict[str, Any]) -> dict[str, Any]:
    zones = sorted(table["zones"], key=lambda zone: json.dumps([zone["name"], zone["seat"], zone["number"]]))
    faces = {card: {"face": shown["face"]} for card, shown in table["faces"].items()}
    return {**{name: table[name] for name in FOLDED}, "zones": zones, "faces": faces}


def follow(name: str, fold: Fold, seed: int) -> int:
    """Plays a match and folds its effects for a viewer; returns how many cards moved in the viewer's sight."""
    game = SUBJECTS[name]
    seats = game.seats[seed % len(game.seats)]
    match, players = Match(game, seats, game.options.from_json({}, seats), seed), Players.of_seed(seed)
    viewer = [*range(seats), None][seed % (seats + 1)]
    table, seen, moves = served(match, viewer), len(match.steps), 0
    while not match.state.is_over and len(match.decisions) < MOST:
        match.decide(players.decision(match))
        for step in match.steps[seen:]:
            effects = [effect.redact(seats, match.state.sight, viewer) for effect in step.outcome.effects]
            moves += sum(isinstance(effect, Moved) and effect.to[0] is not None for effect in effects)
            fold(table, json.loads(json.dumps([effect.to_json() for effect in effects])), match.state.sets)
        seen = len(match.steps)
        assert comparable(table) == served(match, viewer)
    return moves


@pytest.mark.parametrize("name", GAMES)
def test_the_fold_of_the_page_gives_the_view_that_the_server_sends(name: str) -> None:
    assert sum(follow(name, fold_of(program()), seed) for seed in range(1, 7)) > 10


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ('target["cards"].sort(key', 'list(target["cards"]).sort(key'),
        ("if not source", "if False and not source"),
        ('if once and effect["seat"] not in', 'if False and effect["seat"] not in'),
        ('del table["faces"][str(card)]', "pass"),
    ],
)
def test_a_fold_with_a_step_left_out_is_found(line: str, instead: str) -> None:
    assert program().count(line) == 1
    faulty = fold_of(program().replace(line, instead))

    with pytest.raises((AssertionError, ValueError, KeyError)):
        for seed in range(1, 9):
            for name in GAMES:
                follow(name, faulty, seed)


@pytest.mark.parametrize(("index", "expected"), [(0, [9, 3, 4]), (1, [3, 9, 4]), (None, [3, 4, 9])])
def test_the_fold_of_the_page_puts_cards_where_the_effect_says(index: int | None, expected: list[int]) -> None:
    hand, pile = ({"name": name, "seat": None, "number": None} for name in ("hand", "pile"))
    table = {
        "zones": [{**hand, "cards": [5]}, {**pile, "cards": [3, 4]}], "prompts": [],
        "faces": {str(card): {"face": "a"} for card in (3, 4, 5)},
    }  # fmt: skip
    moved = {"kind": "moved", "cards": [5], "to": [9], "faces": ["b"], "src": hand, "dst": pile, "index": index}

    fold_of(program())(table, [moved], frozenset())

    assert [zone["cards"] for zone in table["zones"]] == [[], expected]
    assert table["faces"] == {"3": {"face": "a"}, "4": {"face": "a"}, "9": {"face": "b"}}


def test_every_kind_of_effect_has_its_row_in_the_table_and_its_line_in_the_program() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", FRONT_END.read_text(encoding="utf-8"), re.MULTILINE)
    fields = {kind: tuple(re.findall(r"`(\w+)`", named)) for kind, named in rows if kind in KINDS}

    assert fields == {kind: effect.fields for kind, effect in KINDS.items()}
    assert all(f'"{kind}":' in program() for kind in KINDS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_files_that_a_page_links_to_are_there(page: Path) -> None:
    assert missing_links(page.read_text(encoding="utf-8"), page.parent) == []


def test_a_link_to_a_file_that_is_not_there_is_found() -> None:
    assert missing_links("see [the page](docs/nowhere.md)", ROOT) == ["docs/nowhere.md"]


def missing_links(text: str, folder: Path) -> list[str]:
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", prose)
    return [link for link in links if "://" not in link and not (folder / link).exists()]


SETTINGS = ROOT / "docs" / "operating.md"
READ = re.compile(r'env(?:\.\w+)?\(\s*"(\w+)"')
NO_NEED = {"STATIC_MANIFEST"}  # the image sets it for itself


def test_every_setting_has_its_line_in_the_page_for_operators_and_no_line_is_left_over() -> None:
    code = (ROOT / "project" / "settings.py").read_text(encoding="utf-8")
    everywhere = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "project").rglob("*.py"))
    page = SETTINGS.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}
    limits = {name for name in named if name.startswith("COMPTOIR_LIMIT_")}

    assert set(READ.findall(code)) - named == NO_NEED
    assert {name for name in named - limits if name not in everywhere} == set()
    assert limits == {f"COMPTOIR_LIMIT_{scope.upper()}" for scope in DEFAULTS}
