"""docs/performance.md says what the recorded runs say."""

from __future__ import annotations

import msgspec
import pytest

from tests.bench import pages, records
from tests.bench.records import LESS, MORE, Column, Record, Run, Sheet

RUN = Run("2026-01-02", "1234567", "2 cores", 3, (1.0, 2.0))


def page() -> str:
    return pages.PAGE.read_text(encoding="utf-8")


def recorded(*values: float, base: tuple[float, ...] = (1.0, 2.0, 4.0), better: str = LESS) -> Record:
    columns = (Column("ms", "now"), Column("× floor", "now", "floor", better))
    return Record(RUN, [Sheet("reads", "request", columns, {"view": {"now": [*values], "floor": [*base]}}, "× floor")])


def test_the_page_has_the_figures_of_the_recorded_runs():
    assert page() == pages.rendered(page()), "run `python -m tests.bench --render`"


def test_every_plot_is_that_of_its_record():
    for name, content in pages.pictures(page()):
        assert (records.FOLDER / name).read_text(encoding="utf-8") == content


def test_every_table_with_figures_is_of_a_record():
    assert pages.unrecorded(page()) == []


def test_every_record_is_on_the_page():
    shown = {(scenario, name) for _, scenario, name, *_ in pages.SECTION.findall(page())}

    stored = {
        (path.stem, sheet.name) for path in records.FOLDER.glob("*.json") for sheet in records.read(path.stem).sheets
    }

    assert shown == stored


def test_a_changed_figure_of_the_page_is_found():
    section = pages.SECTION.search(page())
    assert section is not None
    place = next(place for place in range(section.start(4), section.end(4)) if page()[place].isdigit())

    planted = page()[:place] + str((int(page()[place]) + 1) % 10) + page()[place + 1 :]

    assert pages.rendered(planted) != planted


def test_a_changed_figure_of_a_record_is_found():
    def planted(scenario: str) -> Record:
        record = records.read(scenario)
        if scenario != "prepared":
            return record
        [first, *others] = record.sheets
        rows = {**first.rows, "GET view, p50": {**first.rows["GET view, p50"], "new": [90.0] * record.run.rounds}}  # type: ignore[union-attr]
        return Record(record.run, [msgspec.structs.replace(first, rows=rows), *others])

    assert pages.rendered(page(), planted) != page()


def test_a_figure_in_a_table_of_its_own_is_found():
    planted = page() + "\n| request | ms |\n|---|---|\n| view | 0.4 |\n"

    assert pages.unrecorded(planted) == ["| view | 0.4 |"]


def test_a_mark_without_a_record_is_refused():
    with pytest.raises(FileNotFoundError):
        pages.rendered("<!-- recorded: nowhere reads -->\n<!-- /recorded -->")
    with pytest.raises(KeyError):
        pages.rendered("<!-- recorded: prepared nothing -->\n<!-- /recorded -->")


def test_words_outside_the_marks_stay():
    text = "Before.\n<!-- recorded: it reads -->\nold\n<!-- /recorded -->\nAfter."

    written = pages.rendered(text, lambda scenario: recorded(2, 2, 2))

    assert written.startswith("Before.\n<!-- recorded: it reads -->\n\n| request | ms | × floor |\n")
    assert written.endswith("<!-- /recorded -->\nAfter.")
    assert "old" not in written


def test_a_ratio_is_the_median_of_the_ratios_of_the_rounds():
    [sheet] = recorded(10, 10, 60).sheets

    assert list(sheet.lines()) == [["view", "10.0", "10.0"]]  # 10, 5 and 15, not 10 / 2


def test_figures_that_became_worse_are_named():
    before = recorded(10, 10, 10)

    assert list(records.worse(recorded(11, 11, 11), before)) == []
    assert list(records.worse(recorded(12, 12, 12), before)) == ["view, × floor: 6.00, recorded 5.00"]
    assert list(records.worse(recorded(12, 12, 12, better=MORE), before)) == []
    assert list(records.worse(recorded(8, 8, 8, better=MORE), before)) == ["view, × floor: 4.00, recorded 5.00"]


def test_a_record_is_read_as_it_was_written(tmp_path):
    record = recorded(1.5, 2.5, 3.5)

    records.write("it", record, tmp_path)

    assert records.read("it", tmp_path) == record
