"""Each row in the table of a RULES.md names code and tests that exist."""

from __future__ import annotations

import pytest

from tests.games.harness.rules_pages import PAGES

ROWS = [(game, number) for game, page in PAGES.items() for number in page.rows]


@pytest.mark.parametrize(("game", "number"), ROWS)
def test_a_row_names_code_that_exists(game: str, number: str) -> None:
    assert PAGES[game].missing_code(number) == []


@pytest.mark.parametrize(("game", "number"), ROWS)
def test_a_row_names_tests_that_exist(game: str, number: str) -> None:
    assert PAGES[game].missing_tests(number) == []


@pytest.mark.parametrize("game", PAGES)
def test_a_test_that_does_not_exist_is_found(game: str) -> None:
    file = next(iter(PAGES[game].names))

    assert PAGES[game].names[file]
    assert not PAGES[game].is_there(file, "test_r99")
