"""Mutants are found, put in the place of functions, and noticed by tests; a test that cannot fail notices none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import weakref
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutants import report
from tests.mutants.exchange import Functions
from tests.mutants.mutations import Mutant, mutants_of
from tests.mutants.reach import Reach
from tests.mutants.rooms import ROOMS, ROOT
from tests.mutants.rules import others
from tests.mutants.trials import Trials

CODE = '''"""Planted code."""

from functools import cache

LIMITS = {"low": 1, "high": 3}


@cache
def doubled(number):
    """Twice a number."""
    return number * 2


def counted(limit):
    count = 0
    while count < limit:
        count += 1
    return count


def within(number):
    return LIMITS["low"] <= number <= LIMITS["high"]


def last(word):
    return word[-1]


class Purse:
    def __init__(self):
        self.coins = [3]

    @property
    def worth(self):
        assert len(self.coins) > 0, "a purse has coins"
        return sum(coin + 1 for coin in self.coins if coin)

    def spend(self):
        if not self.coins:
            raise ValueError("there is nothing to spend")
        self.empty()

    def empty(self):
        self.coins.clear()


class SafePurse(Purse):
    @property
    def worth(self):
        return super().worth + 10
'''
TESTS = '''"""Planted tests."""

from functools import cache

import pytest
import planted


def test_that_asserts():
    assert planted.doubled(3) == 6


def test_that_cannot_fail():
    planted.Purse().empty()


def test_that_counts():
    assert planted.counted(2) == 2


def test_of_a_limit():
    assert planted.within(3) and not planted.within(4)


@cache
def a_long_word():
    return "".join(chr(97 + number % 26) for number in range(3_000_000))


def test_that_fills_a_cache():
    assert len(a_long_word()) == 3_000_000


def test_that_uses_it():
    assert planted.last(a_long_word()) in "abcdefghijklmnopqrstuvwxyz"


def test_that_fails_anyway():
    assert planted.Purse().worth == 5


@pytest.mark.django_db
def test_with_a_database():
    assert planted.Purse().worth == 4
'''
SCRIPT = """
import json, sys
from pathlib import Path
import pytest
from tests.mutants import trials
from tests.mutants.mutations import mutants_of
from tests.mutants.rules import Code, check
from tests.mutants.trials import Trials

trials.GRACE = 0.2
root, found = Path.cwd(), {}

class Page:
    game, rows = "planted", {"R1": "", "R2": "", "R3": ""}

    def code(self, rule):
        return {"R1": ["doubled"], "R2": ["Purse.empty"], "R3": ["LIMITS"]}[rule]

    def tests(self, rule):
        return [("test_planted", {"R1": "asserts", "R2": "cannot_fail", "R3": "of_a_limit"}[rule])]

    def file(self, stem):
        return f"{stem}.py"

def trying(trials):
    files = list(trials.record())
    found["files"], found["failed"], found["tests"] = files, trials.reach.failed, list(trials.items)
    for mutant in mutants_of("planted.py", root):
        outcome = trials.outcome(mutant, trials.tests_of(mutant), 1.0)
        found.setdefault("verdicts", {})[mutant.name] = [outcome.verdict, outcome.by]
    verdicts = check(trials, Code("planted", root), Page(), Page.rows, 1, lambda said: None)
    found["rules"] = {verdict.rule: bool(verdict.noticed) for verdict in verdicts}

plugins = ["-p", "no:cacheprovider", "-o", "markers=django_db"]
pytest.main(["-q", *plugins, "test_planted.py"], plugins=[Trials(root, ["planted.py"], trying)])
print("\\n" + json.dumps(found))
"""


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """A folder with planted code."""
    (tmp_path / "planted.py").write_text(CODE)
    return tmp_path


def loaded(folder: Path) -> ModuleType:
    spec = util.spec_from_file_location("planted_for_mutants", folder / "planted.py")
    assert spec and spec.loader
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def one(folder: Path, function: str, change: str) -> Mutant:
    [mutant] = [each for each in mutants_of("planted.py", folder) if each.name == f"planted.py::{function}: {change}"]
    return mutant


def test_functions_are_changed_in_small_ways_and_sentences_and_assertions_are_not(planted: Path) -> None:
    changes = {mutant.name.partition(": ")[2] for mutant in mutants_of("planted.py", planted)}

    assert changes >= {
        "number * 2 -> number / 2",
        "2 -> 3",
        "< limit -> <= limit",
        "count += 1 -> count = 1",
        "coin + 1 -> coin - 1",
        "coin -> not (coin)",
        "not self.coins -> self.coins",
        'raise ValueError("there is nothing to spend") -> pass',
        "self.coins.clear() -> pass",
        '"low" -> "XXlowXX"',
    }
    assert not [change for change in changes if "nothing to spend" in change.partition("-> ")[2] or "> 0" in change]


@pytest.mark.parametrize(
    ("function", "change", "call", "before", "after"),
    [
        ("doubled", "2 -> 3", "doubled(5)", 10, 15),
        ("counted", "0 -> 1", "counted(0)", 0, 1),
        ("Purse.worth", "coin + 1 -> coin - 1", "Purse().worth", 4, 2),
        ("SafePurse.worth", "return super().worth + 10 -> return None", "SafePurse().worth", 14, None),
        ("Purse.__init__", "self.coins = [3] -> pass", "hasattr(Purse(), 'coins')", True, False),
    ],
    ids=["behind a cache", "a function", "a property", "one that calls that of its parent", "a method"],
)
def test_a_mutant_takes_the_place_of_its_function(
    planted: Path, function: str, change: str, call: str, before: object, after: object
) -> None:
    module = loaded(planted)
    functions = Functions(["planted.py"], planted)
    assert eval(call, vars(module)) == before

    functions.exchange(one(planted, function, change))

    assert eval(call, vars(module)) == after


def test_functions_are_found_among_objects_that_stand_for_what_is_gone(planted: Path) -> None:
    class Gone:
        pass

    stands_for_it = weakref.proxy(Gone())

    functions = Functions(["planted.py"], planted)

    assert not functions.has(one(planted, "counted", "0 -> 1")), "it has not been imported"
    assert type(stands_for_it) is weakref.ProxyType


def test_each_mutant_meets_the_tests_that_reach_it_and_a_test_that_cannot_fail_notices_none(planted: Path) -> None:
    (planted / "test_planted.py").write_text(TESTS)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(planted), *map(str, sys.path)])}
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=planted,
        env=environment | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout.splitlines()[-1])
    verdicts = found["verdicts"]

    assert found["failed"] == ["test_planted.py::test_that_fails_anyway"]
    assert "test_planted.py::test_with_a_database" not in found["tests"]
    assert verdicts["planted.py::doubled: 2 -> 3"] == ["killed", "test_planted.py::test_that_asserts"]
    assert verdicts["planted.py::counted: count += 1 -> count -= 1"][0] == "timeout"
    assert verdicts["planted.py::Purse.empty: self.coins.clear() -> pass"] == ["survived", ""]
    assert verdicts["planted.py::last: -1 -> +1"] == ["survived", ""], "its test only takes longer alone"
    assert verdicts["planted.py::Purse.worth: coin + 1 -> coin - 1"] == ["unreached", ""]
    assert found["rules"] == {"R1": True, "R2": False, "R3": True}


def test_one_case_of_each_test_is_tried_before_a_second_case_of_any(planted: Path) -> None:
    seconds = {"test_a.py::test_one[0]": 0.1, "test_a.py::test_one[1]": 0.2, "test_a.py::test_other": 0.3}
    mutant = one(planted, "doubled", "2 -> 3")
    trials = Trials(planted, ["planted.py"], lambda _: None)
    trials.items = dict.fromkeys(seconds)  # type: ignore[assignment]
    trials.reach = Reach({("planted.py", mutant.lines[0]): set(seconds)}, seconds, [], [])

    assert [test.partition("::test_")[2] for test in trials.tests_of(mutant)] == ["one[0]", "other", "one[1]"]


def test_constants_are_changed_part_by_part() -> None:
    assert list(others({"low": 1, "high": 3})) == [{"high": 3}, {"low": 1}]
    assert list(others((1, 2))) == [(2,), (1,)]
    assert list(others(range(4, 11))) == [range(4, 10), range(5, 11)]
    assert list(others(3)) == [4]
    assert list(others("a word")) == []


def test_each_equivalent_is_a_mutant_that_exists_and_says_why() -> None:
    files = {name.partition("::")[0] for name in report.equivalents()}
    names = {mutant.name for file in files for mutant in mutants_of(file, ROOT)}

    assert [name for name in report.equivalents() if name not in names] == []
    assert all(len(reason.split()) > 3 for reason in report.equivalents().values())


def test_rooms_are_folders_and_files_that_exist() -> None:
    for room in ROOMS.values():
        assert room.files
        assert [name for name in (*room.code, *room.tests) if not (ROOT / name).exists()] == []
