"""The figures of docs/performance.md, rendered from the recorded runs.

Between `<!-- recorded: SCENARIO SHEET -->` and `<!-- /recorded -->` the page has a table, a note about its run, and in
some cases a plot. `python -m tests.bench --render` writes these; the rest of the page is written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from math import ceil, floor, log10
from pathlib import Path
from statistics import median

from tests.bench import records
from tests.bench.records import FOLDER, ROOT, Record, Sheet, number

PAGE = ROOT / "docs" / "performance.md"
SECTION = re.compile(r"(<!-- recorded: (\w+) (\w+) -->\n)(.*?)(<!-- /recorded -->)", re.DOTALL)
FIGURE = re.compile(r"\d")
BAR, LABELS, WIDTH, TOP = 18, 230, 480, 24
INK, FILL = "#57606a", "#4c78a8"

Reads = Callable[[str], Record]


def rendered(page: str, read: Reads = records.read) -> str:
    """Returns the page with its marked sections rendered. Raises FileNotFoundError or KeyError without a record."""

    def section(found: re.Match[str]) -> str:
        begin, scenario, name, _, end = found.groups()
        return f"{begin}{_content(scenario, read(scenario), name)}{end}"

    return SECTION.sub(section, page)


def _content(scenario: str, record: Record, name: str) -> str:
    sheet = record.sheet(name)
    lines = records.table(sheet)
    if record.run is not None:
        lines += ["", f"{record.run.words()}."]
    if sheet.plot:
        lines += ["", f"![{sheet.label}: {sheet.plot}](bench/{_picture(scenario, sheet)})"]
    return "\n".join(["", *lines, "", ""])


def pictures(page: str, read: Reads = records.read) -> Iterator[tuple[str, str]]:
    """Yields the names and contents of the page's plots in `docs/bench`."""
    for _, scenario, name, *_ in SECTION.findall(page):
        sheet = read(scenario).sheet(name)
        if sheet.plot:
            yield _picture(scenario, sheet), bars(sheet)


def _picture(scenario: str, sheet: Sheet) -> str:
    return f"{scenario}_{sheet.name}.svg"


def unrecorded(page: str) -> list[str]:
    """Returns rows with figures in tables outside the marked sections."""
    return [line for line in SECTION.sub("", page).splitlines() if line.startswith("|") and FIGURE.search(line)]


def write(page: Path = PAGE) -> None:
    """Writes the page and its plots."""
    text = page.read_text(encoding="utf-8")
    for name, content in pictures(text):
        (FOLDER / name).write_text(content, encoding="utf-8")
    page.write_text(rendered(text), encoding="utf-8")


def bars(sheet: Sheet) -> str:
    """Returns a plot of one column, a bar for each row, on a logarithmic scale."""
    [column] = [column for column in sheet.columns if column.title == sheet.plot]
    values = {name: median(column.values(row)) for name, row in sheet.rows.items() if column.values(row)}
    low, high = floor(log10(min(values.values()))), ceil(log10(max(values.values())))
    scale = WIDTH / max(high - low, 1)
    height, width = TOP + BAR * len(values) + 6, LABELS + WIDTH + 60
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="12" fill="{INK}">',
        f"<title>{escape(f'{sheet.label}: {sheet.plot}')}</title>",
    ]
    for power in range(low, high + 1):
        x = LABELS + (power - low) * scale
        lines += [
            f'<line x1="{x:.0f}" x2="{x:.0f}" y1="{TOP}" y2="{height}" stroke="{INK}" stroke-opacity="0.3"/>',
            f'<text x="{x:.0f}" y="{TOP - 8}" text-anchor="middle">{number(10.0**power)}</text>',
        ]
    for place, (name, value) in enumerate(values.items()):
        y, length = TOP + place * BAR, (log10(value) - low) * scale
        lines += [
            f'<text x="{LABELS - 6}" y="{y + 13}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{LABELS}" y="{y + 3}" width="{length:.1f}" height="{BAR - 6}" fill="{FILL}"/>',
            f'<text x="{LABELS + length + 4:.1f}" y="{y + 13}">{number(value)}</text>',
        ]
    return "\n".join([*lines, "</svg>", ""])
