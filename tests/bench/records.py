"""Recorded runs: the measurements of a run, as JSON in `docs/bench`, and as tables.

A figure is stored as one number per round, so medians and ratios can be computed from the file. A ratio compares two
figures of the same round, because rounds on a busy machine differ more than the compared figures.
"""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import msgspec

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "bench"
WORSE = 1.15
LESS, MORE = "less", "more"

Cell = list[float] | str
"""A number for each round, or text."""


class Column(msgspec.Struct, frozen=True, omit_defaults=True):
    """A column of a sheet: the series that it shows, or its ratio to another series.

    better: `less` or `more`; set if a later run is compared with the recorded run.
    """

    title: str
    series: str
    over: str = ""
    better: str = ""

    def values(self, row: Mapping[str, Cell]) -> list[float]:
        """Returns the numbers of a row, one for each round; none if the row has no such figure, or has text."""
        values, base = row.get(self.series, ""), row.get(self.over, "") if self.over else None
        if isinstance(values, str) or isinstance(base, str):
            return []
        return values if base is None else [value / by for value, by in zip(values, base, strict=True)]

    def text(self, row: Mapping[str, Cell]) -> str:
        """Returns the median of a row, or its text."""
        words = row.get(self.series, "")
        if isinstance(words, str) and not self.over:
            return words
        values = self.values(row)
        return number(median(values)) if values else ""


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of named rows with named series. plot: the title of the column that is also drawn as bars."""

    name: str
    label: str
    columns: tuple[Column, ...]
    rows: dict[str, dict[str, Cell]]
    plot: str = ""

    def lines(self) -> Iterator[list[str]]:
        """Yields the cells of each row, the name first."""
        for name, row in self.rows.items():
            yield [name, *(column.text(row) for column in self.columns)]


class Run(msgspec.Struct, frozen=True, omit_defaults=True):
    """A run. load: the lowest and the highest load average (1 minute) at the beginning of a round."""

    date: str
    commit: str
    machine: str
    rounds: int
    load: tuple[float, float]
    against: str = ""
    note: str = ""

    def words(self) -> str:
        """Returns a description of the run in one sentence."""
        against = f" against {self.against}" if self.against else ""
        low, high = (f"{load:.1f}" for load in self.load)
        words = [
            f"{self.date}, {self.commit}{against}",
            self.machine,
            f"medians of {self.rounds} rounds, load {low} to {high}",
        ]
        return "; ".join([*words, self.note] if self.note else words)


class Record(msgspec.Struct, frozen=True):
    """Results of one scenario in one run; without a run, figures that were entered by hand."""

    run: Run | None
    sheets: list[Sheet]

    def sheet(self, name: str) -> Sheet:
        """Returns the sheet of that name. Raises KeyError."""
        return {sheet.name: sheet for sheet in self.sheets}[name]


def number(value: float) -> str:
    """Returns a figure for display, with three digits if it has a fraction.

    >>> [number(value) for value in (12345.6, 123.4, 12.34, 1.234, 0.01234, 0)]
    ['12,346', '123', '12.3', '1.23', '0.012', '0']
    """
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.3f}"


def path_of(scenario: str, folder: Path = FOLDER) -> Path:
    """Returns the path of a scenario's record."""
    return folder / f"{scenario}.json"


def read(scenario: str, folder: Path = FOLDER) -> Record:
    """Returns the recorded run of a scenario. Raises FileNotFoundError."""
    return msgspec.json.decode(path_of(scenario, folder).read_bytes(), type=Record)


def write(scenario: str, record: Record, folder: Path = FOLDER) -> Path:
    """Writes a record; returns its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = path_of(scenario, folder)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(rounded(record)), indent=0) + b"\n")
    return path


def rounded(record: Record) -> Record:
    """Returns the record with five digits for each number: further digits are noise and make files hard to read."""

    def cell(value: Cell) -> Cell:
        return value if isinstance(value, str) else [float(f"{one:.5g}") for one in value]

    sheets = [
        msgspec.structs.replace(
            sheet, rows={name: {key: cell(v) for key, v in row.items()} for name, row in sheet.rows.items()}
        )
        for sheet in record.sheets
    ]
    return msgspec.structs.replace(record, sheets=sheets)


def worse(now: Record, before: Record) -> Iterator[str]:
    """Yields a description of each figure whose median has become worse by more than 15 %."""
    old = {sheet.name: sheet for sheet in before.sheets}
    for sheet in now.sheets:
        for name, row in sheet.rows.items():
            for column in sheet.columns:
                values = column.values(row) if column.better else []
                recorded = column.values(old[sheet.name].rows.get(name, {})) if sheet.name in old else []
                if values and recorded and _change(column, median(values), median(recorded)) > WORSE:
                    yield f"{name}, {column.title}: {number(median(values))}, recorded {number(median(recorded))}"


def _change(column: Column, now: float, before: float) -> float:
    return now / before if column.better == LESS else before / now


def add(row: dict[str, Cell], series: str, value: float) -> None:
    """Adds the figure of another round to a row."""
    values = row.setdefault(series, [])
    assert isinstance(values, list), f"expected figures in {series}, got words"
    values.append(value)


class Rounds:
    """Counts the rounds of a run, and records the load."""

    def __init__(self, rounds: int) -> None:
        self._loads, self._rounds = [os.getloadavg()[0]], rounds

    def __iter__(self) -> Iterator[int]:
        for number in range(self._rounds):
            self._loads.append(os.getloadavg()[0])
            yield number

    def run(self, against: str = "", note: str = "") -> Run:
        """Returns the run, once its rounds are over."""
        return Run(
            date=datetime.now(UTC).date().isoformat(),
            commit=commit(ROOT),
            machine=machine(),
            rounds=self._rounds,
            load=(min(self._loads), max(self._loads)),
            against=against,
            note=note,
        )


def machine() -> str:
    """Returns a description of the machine, without a name."""
    return f"{os.cpu_count()} cores, Python {platform.python_version()}"


def commit(root: Path) -> str:
    """Returns the commit of a checkout, with a `+` if its files differ; the folder's name if there is no commit."""

    def output(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout.strip()

    if not (root / ".git").exists():
        return root.name
    changed = output("status", "--porcelain", "--untracked-files=no", "--", ":!docs")
    return output("rev-parse", "--short=7", "HEAD") + ("+" if changed else "")


def table(sheet: Sheet) -> list[str]:
    """Returns a sheet in Markdown."""
    head: Sequence[str] = [sheet.label, *(column.title for column in sheet.columns)]
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *sheet.lines())]
