"""The coach's analysis of a finished match: what it says, who sees it, and how often."""

from __future__ import annotations

from typing import Any

import pytest

from bots import coach
from bots.coach import analyse, judged
from events.models import Analysis, Match
from events.selectors.analyses import decisions_of
from tests.api.calls import Caller, code, first_move, open_match, somebody

pytestmark = pytest.mark.django_db
MOVES = 8


@pytest.fixture
def finished(db: None) -> tuple[Caller, Caller, str]:
    """Two players, and a match that the second resigned after some first legal moves."""
    one, two = somebody(), somebody()
    match = open_match(one, [two], "monopoly_deal", seed="07" * 32)
    for _ in range(MOVES):
        mover = (one, two)[one.get(f"/matches/{match}").json()["to_act"][0]]
        assert mover.post(f"/matches/{match}/moves", first_move(mover, match)).status_code == 201
    assert two.post(f"/matches/{match}/resign").status_code == 200
    return one, two, match


def analysed(caller: Caller, match: str) -> Any:
    assert caller.post(f"/matches/{match}/analysis").status_code == 201
    analyse(60)
    return caller.get(f"/matches/{match}/analysis").json()


def test_each_decision_is_compared_with_other_moves(finished):
    one, _, match = finished

    found = analysed(one, match)

    made = list(decisions_of(Match.objects.get(pk=match), 0))
    assert found["stage"] == "done" and found["progress"] == {"done": len(made), "total": len(made)}
    assert 0 < len(found["decisions"]) <= len(made)
    for decision in found["decisions"]:
        assert 0 <= decision["loss"] <= 1 and decision["playouts"] > 0
        assert (decision["loss"] == 0) == (decision["best"] == decision["played"])
    assert set(found["turning_points"]) <= {decision["seq"] for decision in found["decisions"]}
    assert max(decision["loss"] for decision in found["decisions"]) > 0, "first legal moves are not all good"


def test_the_same_decision_is_judged_alike_and_a_better_one_better(finished):
    one, _, match = finished
    found = analysed(one, match)
    analysis = Analysis.objects.get(match=match)
    made = next(iter(decisions_of(analysis.match, 0)))

    assert judged(analysis, made) == found["decisions"][0]
    worst = max(found["decisions"], key=lambda decision: decision["loss"])
    played = next(one for one in decisions_of(analysis.match, 0) if one.seq == worst["seq"])
    best = played._replace(move=played.move._replace(**worst["best"]))
    assert judged(analysis, best)["loss"] < worst["loss"]


def test_progress_is_told_and_work_goes_on_where_it_stopped(finished):
    one, _, match = finished
    one.post(f"/matches/{match}/analysis")

    analyse(0.0001)
    half = one.get(f"/matches/{match}/analysis").json()
    analyse(60)

    assert half["stage"] == "waiting" and half["progress"]["done"] < half["progress"]["total"]
    assert one.get(f"/matches/{match}/analysis").json()["decisions"][: len(half["decisions"])] == half["decisions"]


def test_an_analysis_belongs_to_its_player_and_leaves_no_trace_in_the_log(finished):
    one, two, match = finished
    head = one.get(f"/matches/{match}").json()

    analysed(one, match)

    assert code(two.get(f"/matches/{match}/analysis")) == (404, "not_found")
    assert code(somebody().post(f"/matches/{match}/analysis")) == (403, "not_seated")
    assert one.post(f"/matches/{match}/analysis").status_code == 200, "asked before"
    assert one.get(f"/matches/{match}").json() == head
    assert one.get("/me/export").json()["analyses"] == [match]


def test_a_running_match_is_not_analysed(db):
    one, two = somebody(), somebody()
    match = open_match(one, [two], "monopoly_deal")

    assert code(one.post(f"/matches/{match}/analysis")) == (409, "match_not_finished")


def test_the_operator_limits_how_often_a_player_asks(finished, settings):
    one, _, match = finished
    settings.COMPTOIR_LIMITS = {"analyses": (1, 60)}

    assert one.post(f"/matches/{match}/analysis").status_code == 201
    assert code(one.post(f"/matches/{match}/analysis")) == (429, "rate_limited")
    assert one.get(f"/matches/{match}/analysis").status_code == 200


def test_an_analysis_that_keeps_failing_is_given_up(finished, monkeypatch):
    one, _, match = finished
    one.post(f"/matches/{match}/analysis")
    monkeypatch.setattr(coach, "judged", lambda *_: 1 / 0)

    for _ in range(3):
        assert one.get(f"/matches/{match}/analysis").json()["stage"] == "waiting"
        analyse(60)

    assert one.get(f"/matches/{match}/analysis").json()["stage"] == "failed"
