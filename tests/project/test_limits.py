"""The rate limits, as set by the environment."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from project.limits import DEFAULTS, PREFIX, limits_from

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "settings.md"


def test_the_default_limits_apply_without_a_setting() -> None:
    assert limits_from({}) == limits_from({"COMPTOIR_LIMITS": "on"}) == DEFAULTS


def test_the_value_off_lifts_all_limits() -> None:
    assert limits_from({"COMPTOIR_LIMITS": "off", "COMPTOIR_LIMIT_MOVES": "80/10"}) == {}


@pytest.mark.parametrize("scope", DEFAULTS)
def test_each_limit_can_be_set(scope: str) -> None:
    assert limits_from({PREFIX + scope.upper(): "7/3600"}) == {**DEFAULTS, scope: (7, 3600)}


def test_one_limit_can_be_lifted() -> None:
    assert set(DEFAULTS) - set(limits_from({"COMPTOIR_LIMIT_MESSAGES": "off"})) == {"messages"}


@pytest.mark.parametrize(
    "text", ["", "40", "40/", "/10", "0/10", "40/0", "-1/10", "4e1/10", "40/10/1", "٤/10", "9" * 11 + "/1"]
)
def test_an_invalid_limit_is_refused_with_the_name_of_its_setting(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="COMPTOIR_LIMIT_MOVES as requests/seconds"):
        limits_from({"COMPTOIR_LIMIT_MOVES": text})


def test_a_limit_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="got COMPTOIR_LIMIT_MOVE"):
        limits_from({"COMPTOIR_LIMIT_MOVE": "40/10"})


def test_a_switch_that_is_neither_on_nor_off_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="COMPTOIR_LIMITS to be on or off"):
        limits_from({"COMPTOIR_LIMITS": "of"})


@pytest.mark.parametrize("scope", DEFAULTS)
def test_the_page_for_operators_lists_each_limit_with_its_default(scope: str) -> None:
    requests, seconds = DEFAULTS[scope]

    assert f"`{PREFIX}{scope.upper()}` | {requests}/{seconds} |" in PAGE.read_text(encoding="utf-8")
