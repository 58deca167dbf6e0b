"""Tests of the helper that sets up tables, on the toy."""

from __future__ import annotations

import pytest

from games.kernel.state import Zone
from tests.games.harness.scenario import dealt, lay, words
from tests.kernel.toy import GAME, Bid, Turn


def test_a_starred_face_is_written_once_for_several_cards() -> None:
    assert words("a*2 b") == ["a", "a", "b"]


def test_a_face_identifies_a_card_in_a_move() -> None:
    table = lay(GAME, 2, zones={Zone("hand", 0): "b a*2"})
    table.prompt(Turn, 0)

    table.play(0, "drop", cards="a a")

    assert table.faces("discard") == "a a"
    assert table.faces("hand", 0) == "b"
    assert table.to_act == (1,)


def test_cards_that_are_not_placed_go_to_the_zone_of_the_rest() -> None:
    table = lay(GAME, 2, zones={Zone("pile"): "a"}, rest=Zone("discard"))

    assert (table.size("box"), table.size("pile"), table.size("discard")) == (0, 1, 15)


def test_more_cards_of_a_face_than_exist_cannot_be_placed() -> None:
    with pytest.raises(AssertionError, match="not enough 'a'"):
        lay(GAME, 2, zones={Zone("hand", 0): "a*5"})


def test_a_card_that_the_seat_does_not_hold_is_refused_with_its_code() -> None:
    table = lay(GAME, 2, zones={Zone("hand", 0): "b", Zone("hand", 1): "a"})
    table.prompt(Turn, 0)

    assert table.refusal(0, "lay", card="a") == "not_an_option"
    assert table.refusal(0, "bid", card="b") == "not_a_verb_now"
    assert table.refusal(0, "lay", card="b") is None


def test_sealed_answers_are_opened_when_all_seats_have_answered() -> None:
    table = lay(GAME, 2, zones={Zone("hand", 0): "b", Zone("hand", 1): "a"})
    table.prompt(Bid, (0, 1))

    assert table.play(0, "bid", card="b") == ()
    table.play(1, "pass")

    assert table.faces("shown", 0) == "b"


def test_a_seat_remembers_cards_that_were_shown_but_not_how_the_table_was_laid_out() -> None:
    table = lay(
        GAME,
        2,
        zones={Zone("pile"): "a b c", Zone("hand", 0): "d", Zone("hand", 1): "d"},
    )
    table.prompt(Turn, 0)

    assert table.view(0).known == ()
    table.play(0, "peek")

    assert [(known.face, known.position) for known in table.view(0).known] == [("c", 2)]
    assert table.view(1).known == ()


def test_a_dealt_table_is_dealt_by_the_game() -> None:
    table = dealt(GAME, 3)

    assert [table.size("hand", seat) for seat in range(3)] == [2, 2, 2]
    assert table.to_act == (0,)
