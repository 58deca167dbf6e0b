"""The pages under docs/ are correct: their program runs, and the files they link to exist."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from events.management.commands.draw_tables import diagram
from events.matches.record.waiting import waiting_json
from games.kernel.codec import view_json
from games.kernel.effect import KINDS
from games.kernel.rng import policy_draws
from games.kernel.state import Seat
from games.kernel.timing.clock import Clock, Times
from games.kernel.timing.waiting import NOBODY, waiting
from games.kernel.view import view_of
from project.limits import DEFAULTS
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.simulate import Match, Players
from tests.games.harness.tested_games import TABLES
from tests.games.harness.tested_games import TESTED_GAMES as SUBJECTS
from tests.games.harness.time_budget import SEED

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
FRONT_END = ROOT / "docs" / "writing-a-front-end.md"
GAMES = [name for name in SUBJECTS if name != "toy"]
MOST, ENOUGH = 60, 100
PER_MOVE = 3600
Fold = Callable[[dict[str, Any], dict[str, Any], frozenset[str], dict[str, Any]], None]


def program() -> str:
    block = re.search(r"<!-- fold -->\n```python\n(.*?)```", FRONT_END.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    return block[1]


def fold_of(source: str) -> Fold:
    names: dict[str, Any] = {}
    exec(source, names)
    fold: Fold = names["fold"]
    return fold


class Served:
    """A random match, and its rows and views as the API sends them, without a database."""

    def __init__(self, name: str, seats: int, seed: int) -> None:
        game = SUBJECTS[name]
        options = covering_options(game, seats, policy_draws(b"fold", seed))
        self.match = Match(game, seats, options[seed % len(options)], seed)
        players, decisions = Players.of_seed(seed), 0
        while not self.match.state.is_over and decisions < MOST:
            self.match.decide(players.decision(self.match))
            decisions += 1
        self.waiting, times = [NOBODY], Times.opening(Clock(per_move=PER_MOVE))
        for seq, step in enumerate(self.match.steps, 1):
            times = times.prompted(step.after, seq * 1000)
            self.waiting.append(waiting(self.match.game, step.after, times))

    def row(self, seq: int, viewer: Seat | None) -> dict[str, Any]:
        """Returns the row after which the match is in its state `seq`; row 0 leaves all cards in the box."""
        effects = [
            effect.redact(self.match.seats, self.match.state.sight, viewer).to_json()
            for effect in self.match.steps[seq - 1].outcome.effects
        ]
        return cast(dict[str, Any], as_json({"seq": seq, "effects": effects, **waiting_json(self.stated(seq))}))

    def view(self, seq: int, viewer: Seat | None) -> dict[str, Any]:
        """Returns the view after a row, but for what is inferred."""
        state = self.match.steps[seq - 1].after if seq else self.match.steps[0].before
        view = {**view_json(self.match.game, view_of(state, viewer)), "seq": seq, "known": []}
        times = {deadline["prompt"]: deadline["at"] for deadline in waiting_json(self.stated(seq))["deadlines"]}
        for prompt in view["prompts"]:
            prompt["deadline"] = times.get(prompt["id"])
        return cast(dict[str, Any], as_json(view))

    def stated(self, seq: int) -> dict[str, Any]:
        return self.waiting[seq].to_json()


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def follow(name: str, fold: Fold, seed: int, seats: int | None = None) -> int:
    """Folds the rows of a random match for every viewer; returns how many views were compared with the server's."""
    sizes = SUBJECTS[name].seats
    served = Served(name, seats or sizes[seed % len(sizes)], seed)
    for viewer in (None, *range(served.match.seats)):
        table = served.view(0, viewer)
        printed = {entry["face"]: entry for entry in table["faces"].values()}
        for seq in range(1, len(served.match.steps) + 1):
            fold(table, served.row(seq, viewer), served.match.state.sets, printed)
            assert table == served.view(seq, viewer), f"{name}, seed {seed}, viewer {viewer}, row {seq}"
    return (served.match.seats + 1) * len(served.match.steps)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_fold_of_the_page_gives_every_view_that_the_server_sends(name: str, seats: int) -> None:
    views, seed = 0, SEED
    while views < ENOUGH:
        views, seed = views + follow(name, fold_of(program()), seed, seats), seed + 1
    print(f"{name}, {seats} seats: {views} views of all viewers, seeds {SEED} to {seed - 1}")


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ('target["cards"].sort(key', 'list(target["cards"]).sort(key'),
        ("if not source", "if False and not source"),
        ('if once and effect["seat"] not in', 'if False and effect["seat"] not in'),
        ('del table["faces"][str(card)]', "pass"),
        ('table["zones"].sort(', 'list(table["zones"]).sort('),
        ('prompt["deadline"] = times', 'prompt["deadline"] = {}'),
        ('for name in ("seq", "to_act", "may_act")', 'for name in ("seq", "may_act")'),
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

    row = {"seq": 1, "effects": [moved], "to_act": [], "may_act": [], "deadlines": []}

    fold_of(program())(table, row, frozenset(), {face: {"face": face} for face in "ab"})

    assert [zone["cards"] for zone in table["zones"]] == [[], expected]
    assert table["faces"] == {"3": {"face": "a"}, "4": {"face": "a"}, "9": {"face": "b"}}


def test_the_fold_of_the_page_leaves_nothing_blank_once_the_match_is_over() -> None:
    table = {"zones": [], "prompts": [], "faces": {}, "display": {"blank": {"hidden_coins": [0, 2]}}}
    ended = {"kind": "ended", "standings": [[1], [0]], "scores": None}

    row = {"seq": 1, "effects": [ended], "to_act": [], "may_act": [], "deadlines": []}
    fold_of(program())(table, row, frozenset(), {})

    assert (table["display"], table["standings"]) == ({"blank": {}}, [[1], [0]])


def test_every_kind_of_effect_has_its_row_in_the_table_and_its_line_in_the_program() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", FRONT_END.read_text(encoding="utf-8"), re.MULTILINE)
    fields = {kind: tuple(re.findall(r"`(\w+)`", members)) for kind, members in rows if kind in KINDS}

    assert fields == {kind: tuple(effect.shape) for kind, effect in KINDS.items()}
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
NO_NEED = {"STATIC_MANIFEST"}  # set by the image itself


def test_every_setting_has_its_line_in_the_page_for_operators_and_no_line_is_left_over() -> None:
    code = (ROOT / "project" / "settings.py").read_text(encoding="utf-8")
    folders = (ROOT / "project", ROOT / "games")
    everywhere = "".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py"))
    page = SETTINGS.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    settings_on_page = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}
    limits = {name for name in settings_on_page if name.startswith("COMPTOIR_LIMIT_")}

    assert set(READ.findall(code)) - settings_on_page == NO_NEED
    assert {name for name in settings_on_page - limits if name not in everywhere} == set()
    assert limits == {f"COMPTOIR_LIMIT_{scope.upper()}" for scope in DEFAULTS}


def drawn(page: str) -> str:
    """The picture of the tables on a page."""
    return page.partition("<!-- tables -->\n```mermaid\n")[2].partition("\n```")[0]


def test_the_picture_of_the_tables_shows_the_models_as_they_are():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

    assert drawn(page) == diagram()
    assert drawn(page.replace("    Seat\n", "")) != diagram()


LICENCES = {"The MIT License": "MIT", "Apache License": "Apache-2.0", "SIL Open Font License": "OFL-1.1"}


def licences_shipped() -> dict[str, str]:
    """The packages in the vendor folder, with the names of the licences whose texts are beside them."""
    text = (ROOT / "project" / "web" / "static" / "vendor" / "LICENSES.txt").read_text(encoding="utf-8")
    _, *parts = re.split(r"^==== (.*?) ====$", text, flags=re.MULTILINE)
    return {
        package: next(name for words, name in LICENCES.items() if words in body)
        for package, body in zip(parts[::2], parts[1::2], strict=True)
    }


def test_the_readme_lists_what_is_shipped_with_its_licences():
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("| package | licence |\n|---|---|\n")[2]

    assert dict(re.findall(r"^\| (.*?) \| (.*?) \|$", table, re.MULTILINE)) == licences_shipped()
