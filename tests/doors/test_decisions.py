"""How a decision is counted, at a door that is a list of what it shows."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests.doors.decisions import Shown, Stuck, decide

ONE, TWO = (("1", "You pass"),), (("1", "You lay"), ("0", "Further answers, 20 in all"))
PLAYED = Shown(("Your answer", "It is played.", "The table"))


class Listed:
    """A door that shows one thing after another, the last one for ever."""

    name = "list"

    def __init__(self, *shown: Shown | None) -> None:
        self.shown: Sequence[Shown | None] = shown
        self.answers = list[str]()

    def enter(self, match: str) -> None:
        """Nothing: there is one match."""

    def look(self) -> Shown | None:
        return self.shown[0]

    def give(self, answer: str) -> Shown | None:
        self.answers.append(answer)
        return self.shown[min(len(self.answers), len(self.shown) - 1)]


def decided(*shown: Shown | None) -> tuple[int, int] | None:
    """The answers and the steps that a move took; None: there was none."""
    result = decide(Listed(*shown), random.Random(1))
    return result and (result.answers, result.steps)


def test_each_question_on_the_way_is_a_step():
    assert decided(Shown(("What?",), ONE), PLAYED) == (1, 1)
    assert decided(Shown(("What?",), ONE), Shown(("Which card?",), TWO[:1]), PLAYED) == (2, 2)


def test_an_answer_that_is_asked_back_is_no_step():
    assert decided(Shown(("What?",), ONE), Shown(("Nothing is played.",), ONE), PLAYED) == (2, 1)


def test_parts_that_could_be_given_at_once_are_one_step():
    several = Shown(("Several numbers at once choose several, such as 1+2.",), ONE)

    assert decided(several, several, several, PLAYED) == (3, 1)


def test_a_table_that_is_told_again_begins_anew():
    again = Shown(("The table", "What?"), ONE)

    assert decided(Shown(("What?",), ONE), Shown(("Which?",), TWO[:1]), again, PLAYED) == (3, 1)
    same = Shown(("An offer was withdrawn.", "What?"), ONE)
    assert decided(Shown(("What?",), ONE), Shown(("Which?",), TWO[:1]), same, PLAYED) == (3, 1)


@pytest.mark.parametrize(
    "after", [None, Shown(("Nothing is asked of you.",)), Shown(("nothing is played twice",), ONE)]
)
def test_what_comes_too_late_or_is_repeated_is_no_move(after: Shown | None):
    assert decided(Shown(("What?",), ONE), after) is None


def test_a_door_where_no_answer_leads_on_is_stuck():
    with pytest.raises(Stuck):
        decide(Listed(Shown(("What?",), TWO)), random.Random(1))
