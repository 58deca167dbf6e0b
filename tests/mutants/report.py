"""What became of mutants: printed, and recorded in docs/mutants.json."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.mutants.rooms import ROOT
from tests.mutants.trials import KILLED, SURVIVED, TIMEOUT, UNREACHED, Outcome

RECORD = ROOT / "docs" / "mutants.json"
EQUIVALENT = "equivalent"
VERDICTS = (KILLED, TIMEOUT, SURVIVED, EQUIVALENT, UNREACHED)


def equivalents() -> dict[str, str]:
    """Why nothing can notice a mutant, by its name."""
    return tomllib.loads((Path(__file__).parent / "equivalents.toml").read_text(encoding="utf-8"))


def line(outcome: Outcome) -> str:
    """A survivor in a line."""
    left_out = f", {outcome.left_out} had no time" if outcome.left_out else ""
    return f"{outcome.mutant.lines[0]}: {outcome.mutant.name} [{outcome.tests} tests{left_out}]"


def share(numbers: Mapping[str, int]) -> float:
    """The per cent of mutants that were noticed, of those that tests reach and that can be noticed."""
    noticed = numbers.get(KILLED, 0) + numbers.get(TIMEOUT, 0)
    return 100 * noticed / max(1, noticed + numbers.get(SURVIVED, 0))


def results(room: str) -> dict[str, str]:
    """The last verdict of each mutant of a room, by its name; a survivor that is listed is equivalent."""
    file, listed = _file(room), equivalents()
    known: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {name: EQUIVALENT if known[name] == SURVIVED and name in listed else known[name] for name in known}


def add(room: str, outcomes: Iterable[Outcome]) -> None:
    """Stores what became of mutants."""
    known = results(room)
    known |= {
        outcome.mutant.name: outcome.verdict
        for outcome in outcomes
        if outcome.verdict != UNREACHED or outcome.mutant.name not in known  # other tests may have reached it
    }
    _file(room).parent.mkdir(parents=True, exist_ok=True)
    _file(room).write_text(json.dumps(known, indent=1, sort_keys=True), encoding="utf-8")


def counted(room: str) -> dict[str, Counter[str]]:
    """How many mutants of each file of a room have which verdict."""
    files = dict[str, Counter[str]]()
    for name, each in sorted(results(room).items()):
        files.setdefault(name.partition("::")[0], Counter())[each] += 1
    return files


def show(console: Console, room: str) -> None:
    """Prints a table of the files of a room."""
    table = Table(title=room, title_justify="left")
    for column in ("file", *VERDICTS, "share"):
        table.add_column(column, justify="left" if column == "file" else "right")
    files = counted(room)
    for file, numbers in {**files, "together": sum(files.values(), Counter[str]())}.items():
        table.add_row(file, *(str(numbers[each]) for each in VERDICTS), f"{share(numbers):.1f} %")
    console.print(table)


def survivors(room: str) -> set[str]:
    """The mutants of a room that survived and are not listed."""
    return {name for name, each in results(room).items() if each == SURVIVED}


def record(room: str) -> None:
    """Writes what is known of a room into the record: numbers by file, and the survivors."""
    runs: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    files = {file: {each: numbers[each] for each in VERDICTS} for file, numbers in counted(room).items()}
    runs[room] = {"files": files, "survivors": sorted(survivors(room))}
    RECORD.write_text(json.dumps(runs, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _file(room: str) -> Path:
    return ROOT / ".data" / "mutants" / f"{room}.json"
