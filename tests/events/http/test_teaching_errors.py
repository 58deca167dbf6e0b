"""Helpful errors: they list all faults, the possible values, and the value that was probably meant."""

from __future__ import annotations

from typing import Any

import pytest

from events.http import fields, problems
from events.http.fields import BooleanField, CharField, ChoiceField, IntegerField, Serializer
from games.kernel.nearest import nearest
from tests.events.calls import Caller, open_match, somebody

pytestmark = pytest.mark.django_db
GAMES = ["dale_of_merchants", "dealmaker", "great_dalmuti", "monopoly_deal", "negoces2"]


def errors(answer: Any, status: int = 400) -> dict[str, dict[str, Any]]:
    assert answer.status_code == status, answer.content
    return {error["pointer"]: error for error in answer.json()["errors"]}


class ChairInput(Serializer):
    kind = ChoiceField("Its kind.", "soft", choices=["soft", "hard"])
    legs = IntegerField("Its legs.", 4, min_value=1, max_value=4)


class RoomInput(Serializer):
    name = CharField("Its name.", "Kitchen", max_length=8)
    warm = BooleanField("Whether it is warm.", True)
    chairs = ChairInput(many=True, max_length=3)


def read(body: Any) -> list[tuple[str, str]]:
    with pytest.raises(fields.Malformed) as refused:
        RoomInput().run_validation(body)
    return [(fault.pointer, fault.code) for fault in refused.value.errors]


def test_unknown_missing_and_wrong_members_are_named_in_one_answer():
    body = {"nam": "Hall", "warm": 1, "chairs": [{"kind": "soft", "legs": 4}, {"kind": "sift", "legs": 5, "arms": 2}]}

    assert read(body) == [
        ("/nam", "unknown_field"),
        ("/name", "required"),
        ("/warm", "invalid"),
        ("/chairs/1/arms", "unknown_field"),
        ("/chairs/1/kind", "invalid_choice"),
        ("/chairs/1/legs", "max_value"),
    ]


def test_the_length_of_a_list_is_checked_before_its_items():
    assert read({"name": "Hall", "warm": True, "chairs": [{}] * 4}) == [("/chairs", "max_length")]


def test_at_most_ten_faults_are_named():
    assert len(read({f"m{n}": 1 for n in range(50)})) == 10


def test_a_reader_that_stops_at_the_first_fault_is_found(monkeypatch):
    """Planted fault: unknown members hide missing members, as they once did."""
    monkeypatch.setattr(fields, "MOST_ERRORS", 1)

    with pytest.raises(AssertionError):
        test_unknown_missing_and_wrong_members_are_named_in_one_answer()


def test_all_faults_of_a_new_match_are_named_in_one_answer():
    body = {"gam": "poker", "game": "great_dalmutti", "seats": [{"kind": "mee"}], "visibility": "secret", "rated": "no"}

    found = errors(somebody().post("/matches", body))

    assert {pointer: error["code"] for pointer, error in found.items()} == {
        "/gam": "unknown_field",
        "/game": "not_an_option",
        "/seats/0/kind": "invalid_choice",
        "/visibility": "invalid_choice",
        "/rated": "invalid",
    }
    assert found["/gam"]["params"]["nearest"] == "game"
    assert found["/gam"]["detail"].endswith("Did you mean “game”?")
    assert found["/game"]["params"] == {"choices": GAMES, "nearest": "great_dalmuti"}
    assert found["/visibility"]["params"] == {"choices": ["public", "unlisted", "private"]}
    assert found["/visibility"]["detail"].endswith("Possible: public, unlisted, private.")
    assert found["/rated"]["detail"] == "Expected true or false."


def test_all_faults_against_the_rules_of_a_game_are_named_in_one_answer():
    body = {
        "game": "great_dalmuti",
        "seats": [{"kind": "me"}, {"kind": "bot", "policy": "strong", "name": "Ada"}],
        "clock": {"bank": 60},
    }
    assert set(errors(somebody().post("/matches", body))) == {"/seats/1/name", "/clock/increment"}

    body = {
        "game": "great_dalmuti",
        "seats": [{"kind": "me"}, {"kind": "bot"}],
        "rated": True,
        "options": {"ends": {}, "swap_card": "perhaps"},
    }
    found = errors(somebody().post("/matches", body))

    assert {"/seats", "/rated", "/options/ends", "/options/swap_card"} == set(found)
    assert found["/options/ends"]["params"]["nearest"] == "end"


def test_collecting_refusals_does_not_catch_other_exceptions():
    refusals = problems.Refusals()

    with pytest.raises(ZeroDivisionError), refusals:
        print(1 // 0)


@pytest.mark.parametrize(
    ("path", "pointer", "meant"),
    [
        ("/matches?statu=open", "/query/statu", "status"),
        ("/matches?status=runing", "/query/status", "running"),
        ("/games?fields=game,tittle", "/query/fields", "title"),
    ],
)
def test_the_nearest_parameter_is_named(path: str, pointer: str, meant: str):
    assert errors(Caller().get(path))[pointer]["params"]["nearest"] == meant


def test_the_text_of_a_suggestion_is_in_the_language_of_the_caller():
    answer = Caller().get("/matches?statu=open", Accept_Language="fr")

    detail = errors(answer)["/query/statu"]["detail"]
    assert detail == "Ce paramètre n’existe pas. Vouliez-vous dire «\u00a0status\u00a0»\u202f?"


def at_the_table() -> tuple[Caller, str, dict[str, Any]]:
    callers = [somebody() for _ in range(2)]
    match = open_match(callers[0], callers[1:], "monopoly_deal")
    mover = callers[callers[0].get(f"/matches/{match}").json()["to_act"][0]]
    return mover, match, mover.get(f"/matches/{match}/legal-moves").json()


def test_the_nearest_legal_verb_and_slot_are_suggested():
    mover, match, legal = at_the_table()
    verbs = sorted({template["verb"] for template in legal["templates"]})

    move = {"prompt": legal["prompt"], "verb": "end_trun", "args": {}}
    verb = errors(mover.post(f"/matches/{match}/moves", move), 422)["/verb"]
    slot = errors(mover.post(f"/matches/{match}/moves", {**move, "verb": "bank", "args": {"fase": "m1"}}), 422)

    assert verb["params"] == {"choices": verbs, "nearest": "end_turn"}
    assert slot["/args/fase"]["params"] == {"choices": ["face"], "nearest": "face"}
    assert "Did you mean “face”?" in slot["/args/fase"]["detail"]
    tried = mover.post(f"/matches/{match}/legal-moves", {"verb": "end_trun"}).json()["errors"]
    assert tried[0]["params"] == verb["params"]


def test_an_illegal_verb_of_the_game_is_not_treated_as_a_misspelling():
    mover, match, legal = at_the_table()

    move = {"prompt": legal["prompt"], "verb": "pay", "args": {}}

    assert "nearest" not in errors(mover.post(f"/matches/{match}/moves", move), 422)["/verb"]["params"]


def test_no_name_of_a_player_is_suggested():
    somebody("Grace Hopper")
    seats = [{"kind": "me"}, {"kind": "player", "name": "Grace Hoper"}]

    answer = errors(somebody().post("/matches", {"game": "monopoly_deal", "seats": seats}))

    assert "params" not in answer["/seats/1/name"]


def test_a_very_long_name_gets_no_suggestion():
    assert nearest("gam" + "e" * 100, ["game"]) is None
    assert nearest("GAME", ["seats", "game"]) == "game"
