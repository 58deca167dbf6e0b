"""`make quick` runs the tests that are closest to a change, as many as fit into its time."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.closeness import Closest, House
from tests.durations import Duration, Limit
from tests.quick import ROOT, changed_files, picked

FILES = {
    "shop/__init__.py": "",
    "shop/urls.py": "ROUTES = {'baskets/': 'shop.baskets.views'}",
    "shop/baskets/__init__.py": "",
    "shop/baskets/views.py": "from shop.baskets import prices",
    "shop/baskets/prices.py": "",
    "shop/baskets/labels.json": "{}",
    "shop/letters.py": "",
    **{f"shop/{room}/{name}.py": "" for room in ("a", "b", "c", "d") for name in ("__init__", "words")},
    "checks/__init__.py": "",
    "checks/browser.py": "import playwright.sync_api",
    "checks/test_prices.py": "import shop.baskets.prices",
    "checks/test_views.py": "import shop.baskets.views",
    "checks/test_clicks.py": "import checks.browser\nimport shop.baskets.prices",
    "checks/test_pages.py": "def test_it(client, monkeypatch):\n    monkeypatch.setattr('shop.letters.send', None)",
    "checks/test_baskets.py": "",
    "checks/test_words.py": "WORDS = 'labels.json'",
    "checks/test_urls.py": "import shop.urls",
    "checks/kinds/__init__.py": "",
    "checks/kinds/conftest.py": "",
    "checks/kinds/test_other.py": "",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> House:
    root = tmp_path_factory.mktemp("shop")
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(root)
        return House(root)


def distances(shop: House, *changed: str) -> dict[str, int]:
    return {one.file.removeprefix("checks/"): one.distance for one in shop.closest(changed)}


def test_the_tests_that_import_a_changed_module_come_before_those_that_reach_it(shop: House) -> None:
    assert distances(shop, "shop/baskets/prices.py") == {
        "test_baskets.py": 1, "test_prices.py": 1, "test_views.py": 2, "test_urls.py": 3,
    }  # fmt: skip


def test_a_changed_test_comes_first(shop: House) -> None:
    assert distances(shop, "checks/test_views.py", "shop/letters.py") == {"test_views.py": 0, "test_pages.py": 1}


def test_a_module_that_a_string_names_is_imported(shop: House) -> None:
    assert distances(shop, "shop/letters.py") == {"test_pages.py": 1}


def test_tests_without_imports_are_found_by_the_words_of_their_path(shop: House) -> None:
    assert distances(shop, "shop/baskets/new.py") == {"test_baskets.py": 1}


def test_a_file_that_is_no_module_is_found_by_those_that_mention_it_and_by_its_package(shop: House) -> None:
    assert distances(shop, "shop/baskets/labels.json")["test_words.py"] == 1
    assert "test_views.py" in distances(shop, "shop/baskets/labels.json")


def test_fixtures_of_a_folder_are_imported_by_its_tests(shop: House) -> None:
    assert distances(shop, "checks/kinds/conftest.py") == {"kinds/test_other.py": 1}


def test_what_several_changes_are_close_to_comes_first(shop: House) -> None:
    [first, *_] = shop.closest(["shop/baskets/prices.py", "shop/baskets/views.py"])

    assert (first.file, first.others) == ("checks/test_baskets.py", 1)


def test_tests_that_need_a_browser_are_not_close(shop: House) -> None:
    assert shop.needs_browser == {"checks/test_clicks.py"}
    assert "test_clicks.py" not in distances(shop, "shop/baskets/prices.py")


def test_every_test_of_this_repository_is_known() -> None:
    house = House(ROOT)

    assert {ROOT / file for file in house.tests.values()} == set((ROOT / "tests").rglob("test_*.py"))
    assert len(house.needs_browser) < len(house.tests) / 4


SECONDS = {
    "test_a.py::one": Duration(3.0, 0.5), "test_a.py::two": Duration(0.0, 9.0), "test_b.py::one": Duration(0.0, 1.0),
}  # fmt: skip


def close(file: str) -> Closest:
    return Closest(1, file, "imports it")


def test_as_many_tests_are_picked_as_fit_and_of_a_file_its_shortest() -> None:
    picks, left_out = picked([close("test_a.py"), close("test_b.py"), close("test_c.py")], SECONDS, 5.0)

    assert [(pick.arguments, pick.seconds) for pick in picks] == [
        (["test_a.py", "--deselect=test_a.py::two"], 3.5), (["test_b.py"], 1.0),
    ]  # fmt: skip
    assert [one.file for one in left_out] == ["test_c.py"]


def test_a_test_that_would_begin_too_late_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, limit = iter([100.0, 100.0, 105.0, 106.5]), Limit(6.0)
    monkeypatch.setattr("time.monotonic", lambda: next(clock))

    limit.pytest_runtest_setup()
    limit.pytest_runtest_setup()
    with pytest.raises(pytest.skip.Exception):
        limit.pytest_runtest_setup()


def test_changed_is_what_differs_from_the_branching_point_and_what_git_does_not_know(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    def write(*names: str) -> None:
        for name in names:
            (tmp_path / name).write_text(f"{name} {len(list(tmp_path.iterdir()))}")

    git("init", "-b", "main")
    write("kept", "edited", "removed")
    git("add", "-A")
    git("commit", "-m", "before")
    git("checkout", "-b", "branch")
    write("committed")
    git("add", "-A")
    git("commit", "-m", "after")
    write("edited", "unknown")
    (tmp_path / "removed").unlink()
    git("checkout", "-B", "elsewhere")

    assert changed_files(tmp_path, "main") == ["committed", "edited", "removed", "unknown"]
    assert changed_files(tmp_path, "no-such-branch") == ["edited", "removed", "unknown"]
