"""The pages under docs/ are correct: their program runs, and the files they link to exist."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

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
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "LICENSES" / "README.md"]
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
    """A random match with its events and views in the form of the API, without a database."""

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
            times = times.after_prompts(step.after, seq * 1000)
            self.waiting.append(waiting(self.match.game, step.after, times))

    def row(self, seq: int, viewer: Seat | None) -> dict[str, Any]:
        """Returns the event that leads to state `seq`; event 0 leaves all cards in the box."""
        effects = [
            effect.redact(self.match.seats, self.match.state.sight, viewer).to_json()
            for effect in self.match.steps[seq - 1].outcome.effects
        ]
        return cast(dict[str, Any], as_json({"seq": seq, "effects": effects, **waiting_json(self.stated(seq))}))

    def view(self, seq: int, viewer: Seat | None) -> dict[str, Any]:
        """Returns the view after an event, without inferred cards."""
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
    """Folds the events of a random match for every viewer; returns the number of views compared with the server's."""
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
        "zones": [{**hand, "cards": [5]}, {**pile, "cards": [3, 4]}],
        "prompts": [],
        "faces": {str(card): {"face": "a"} for card in (3, 4, 5)},
    }
    moved = {"kind": "moved", "cards": [5], "to": [9], "faces": ["b"], "src": hand, "dst": pile, "index": index}

    event = {"seq": 1, "effects": [moved], "to_act": [], "may_act": [], "deadlines": []}

    fold_of(program())(table, event, frozenset(), {face: {"face": face} for face in "ab"})

    assert [zone["cards"] for zone in table["zones"]] == [[], expected]
    assert table["faces"] == {"3": {"face": "a"}, "4": {"face": "a"}, "9": {"face": "b"}}


def test_the_fold_of_the_page_fills_all_hidden_numbers_when_the_match_ends() -> None:
    table = {"zones": [], "prompts": [], "faces": {}, "display": {"blank": {"hidden_coins": [0, 2]}}}
    ended = {"kind": "ended", "standings": [[1], [0]], "scores": None}

    event = {"seq": 1, "effects": [ended], "to_act": [], "may_act": [], "deadlines": []}
    fold_of(program())(table, event, frozenset(), {})

    assert (table["display"], table["standings"]) == ({"blank": {}}, [[1], [0]])


def test_every_kind_of_effect_has_a_row_in_the_table_and_a_line_in_the_program() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", FRONT_END.read_text(encoding="utf-8"), re.MULTILINE)
    fields = {kind: tuple(re.findall(r"`(\w+)`", members)) for kind, members in rows if kind in KINDS}

    assert fields == {kind: tuple(effect.shape) for kind, effect in KINDS.items()}
    assert all(f'"{kind}":' in program() for kind in KINDS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_files_and_headings_that_a_page_links_to_are_there(page: Path) -> None:
    assert missing_links(page.read_text(encoding="utf-8"), page) == []


@pytest.mark.parametrize("link", ["docs/nowhere.md", "docs/streams.md#nowhere", "#nowhere"])
def test_a_link_to_a_file_or_heading_that_is_not_there_is_found(link: str) -> None:
    assert missing_links(f"see [the page]({link})", ROOT / "README.md") == [link]


def missing_links(text: str, page: Path) -> list[str]:
    links = re.findall(r"\]\(([^)]+)\)", prose(text))
    return [link for link in links if "://" not in link and not leads_somewhere(link, page)]


def leads_somewhere(link: str, page: Path) -> bool:
    file, _, anchor = link.partition("#")
    target = page.parent / file if file else page
    return target.exists() and (not anchor or anchor in anchors(target))


@cache
def anchors(page: Path) -> set[str]:
    """Returns the anchors of a page: GitHub's from its headings, and explicit ones."""
    text = prose(page.read_text(encoding="utf-8"))
    headings = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)]
    return {heading.replace(" ", "-") for heading in headings} | set(re.findall(r'<a id="([^"]+)"', text))


def prose(text: str) -> str:
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


SETTINGS = ROOT / "docs" / "settings.md"
READ = re.compile(r'env(?:\.\w+)?\(\s*"(\w+)"')
NO_NEED = {"STATIC_MANIFEST"}  # set by the image itself


def test_the_page_for_operators_lists_exactly_the_settings_of_the_server() -> None:
    modules = (ROOT / "project" / "settings").glob("*.py")
    code = "".join(path.read_text(encoding="utf-8") for path in modules)
    folders = (ROOT / "project", ROOT / "games")
    everywhere = "".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py"))
    everywhere += (ROOT / "compose.yaml").read_text(encoding="utf-8")
    page = SETTINGS.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    settings_on_page = {name for event in rows for name in re.findall(r"`([A-Z_]+)`", event)}
    limits = {name for name in settings_on_page if name.startswith("COMPTOIR_LIMIT_")}

    assert set(READ.findall(code)) - settings_on_page == NO_NEED
    assert {name for name in settings_on_page - limits if name not in everywhere} == set()
    assert limits == {f"COMPTOIR_LIMIT_{scope.upper()}" for scope in DEFAULTS}


LICENCES = {"The MIT License": "MIT", "Apache License": "Apache-2.0", "SIL Open Font License": "OFL-1.1"}
VENDOR = ROOT / "project" / "web" / "vendor"


def test_the_table_of_licences_lists_the_vendored_packages_with_version_and_licence():
    """The packages whose licences `build.sh` copies, at the versions of package.json."""
    (packages,) = re.findall(
        r"^for package in (.*); do$", (VENDOR / "build.sh").read_text(encoding="utf-8"), re.MULTILINE
    )
    versions = json.loads((VENDOR / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    table = (ROOT / "LICENSES" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S+ \d\S+) \| (\S+) \| \[(\S+)\]", table, re.MULTILINE)

    assert [package for package, _, _ in rows] == [f"{name} {versions[name]}" for name in packages.split()]
    for _, licence, file in rows:
        text = (ROOT / "LICENSES" / file).read_text(encoding="utf-8")
        assert licence == next(name for words, name in LICENCES.items() if words in text), file
