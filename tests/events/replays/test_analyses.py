"""The coach's analysis of a finished match: its contents, its audience, and its limits."""

from __future__ import annotations

from typing import Any

import pytest

from bots import coach
from bots.coach import analyse, judged
from bots.luck import replayed
from events.log.match_state.rules import game_of
from events.log.models import Match
from events.matches.record.own_decisions import decisions_of
from events.replays.coach import deal_of
from events.replays.coaching import analysis_release
from events.replays.models import Analysis
from tests.events.calls import Caller, code, first_move, open_match, somebody

pytestmark = pytest.mark.django_db
MOVES, REPLAYS = 4, 12


@pytest.fixture(autouse=True)
def few_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduces the number of repeated deals below the number needed for certainty."""
    monkeypatch.setattr("events.replays.coaching.REPLAYS", REPLAYS)


@pytest.fixture
def finished(db: None) -> tuple[Caller, Caller, str]:
    """Returns two players, and a match that the second resigned after some first legal moves."""
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


def test_a_decision_is_judged_reproducibly_and_a_better_move_has_a_smaller_loss(finished):
    one, _, match = finished
    found = analysed(one, match)
    analysis = Analysis.objects.get(match=match)
    made = next(iter(decisions_of(analysis.match, 0)))

    assert judged(analysis, made) == found["decisions"][0]
    worst = max(found["decisions"], key=lambda decision: decision["loss"])
    played = next(one for one in decisions_of(analysis.match, 0) if one.seq == worst["seq"])
    best = played._replace(move=played.move._replace(**worst["best"]))
    assert judged(analysis, best)["loss"] < worst["loss"]


def test_an_analysis_reports_its_progress_and_continues_where_it_stopped(finished):
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
    assert two.get(f"/matches/{match}").json() == head
    assert one.get(f"/matches/{match}").json() == {**head, "analysis": "done"}
    assert one.get("/me/export").json()["analyses"] == [match]


def test_a_running_match_is_not_analysed(db):
    one, two = somebody(), somebody()
    match = open_match(one, [two], "monopoly_deal")

    assert code(one.post(f"/matches/{match}/analysis")) == (409, "match_not_finished")


def test_the_operator_limits_how_often_a_player_requests_an_analysis(finished, settings):
    one, _, match = finished
    settings.COMPTOIR_LIMITS = {"analyses": (1, 60)}

    assert one.post(f"/matches/{match}/analysis").status_code == 201
    assert code(one.post(f"/matches/{match}/analysis")) == (429, "rate_limited")
    assert one.get(f"/matches/{match}/analysis").status_code == 200


def test_an_analysis_that_fails_three_times_is_marked_as_failed(finished, monkeypatch):
    one, _, match = finished
    one.post(f"/matches/{match}/analysis")
    monkeypatch.setattr(coach, "judged", lambda *_: 1 / 0)

    for _ in range(3):
        assert one.get(f"/matches/{match}/analysis").json()["stage"] == "waiting"
        analyse(60)

    assert one.get(f"/matches/{match}/analysis").json()["stage"] == "failed"


# Value of offers


@pytest.fixture
def traded(db: None) -> tuple[Caller, str]:
    """Returns a player of Dealmaker who has offered a good for each of two, and a match that the others have left."""
    one, two, three = somebody(), somebody(), somebody()
    match = open_match(one, [two, three], "dealmaker", seed="07" * 32)
    for mover in (one, two, three):
        assert mover.post(f"/matches/{match}/moves", first_move(mover, match)).status_code == 201
    templates = one.get(f"/matches/{match}/legal-moves").json()
    [slots] = [template["slots"] for template in templates["templates"] if template["verb"] == "offer"]
    give = next(iter(slots["give"]["of"]))
    terms = {"audience": [1, 2], "give": {give: 1}, "want": {"diamond" if give != "diamond" else "gold": 1}}
    offer = {"prompt": templates["prompt"], "verb": "offer", "args": terms}
    assert one.post(f"/matches/{match}/moves", offer).status_code == 201
    for other in (two, three):
        assert other.post(f"/matches/{match}/resign").status_code == 200
    return one, match


def test_an_offer_is_explained_from_the_view_of_its_seat_in_both_languages(traded):
    one, match = traded
    one.post(f"/matches/{match}/analysis")
    analysis = Analysis.objects.get(match=match)
    made = next(made for made in decisions_of(analysis.match, 0) if made.move.verb == "offer")

    Analysis.objects.filter(pk=analysis.pk).update(decisions=[judged(analysis, made)])

    for language, begins in (("en", "Counted in points, it gives "), ("fr", "Compté en points, c’est donner ")):
        [found] = one.get(f"/matches/{match}/analysis", Accept_Language=language).json()["decisions"]
        trade = found["played_explained"]
        assert trade["code"] == "trade" and trade["sentence"].startswith(begins)
        assert {name: trade["params"][name] for name in ("give", "want")} == {
            name: dict(made.move.args[name]) for name in ("give", "want")
        }
        assert (found["best_explained"] is None) == (found["best"] is None or found["best"]["verb"] != "offer")


def test_analyses_with_missing_or_unknown_explanations_are_still_served(traded):
    one, match = traded
    one.post(f"/matches/{match}/analysis")
    move = {"verb": "grab", "args": {}}
    older = {"seq": 4, "prompt": 1, "played": move, "best": None, "loss": 0.1, "error": 0.01, "playouts": 20}
    gone = {"code": "barter", "params": {"give": {"gold": 1}}}
    stored = [older, {**older, "played_explained": gone, "best_explained": None}]

    Analysis.objects.filter(match=match).update(decisions=stored)

    served = one.get(f"/matches/{match}/analysis").json()["decisions"]
    assert served == [{**older, "played_explained": None, "best_explained": None}] * 2


# Luck and skill


def test_the_deal_is_compared_with_others_between_equal_players(finished):
    one, two, match = finished

    mine, other = analysed(one, match)["luck"], analysed(two, match)["luck"]

    assert mine["progress"] == {"done": REPLAYS, "total": REPLAYS}
    assert (mine["result"], other["result"]) == (1.0, 0.0), "the second resigned"
    for luck in (mine, other):
        estimate = luck["estimate"]
        assert estimate["luck"] == pytest.approx(estimate["expected"] - estimate["usual"], abs=0.002)
        assert estimate["skill"] == pytest.approx(luck["result"] - estimate["expected"], abs=0.002)
        assert 0 < estimate["skill_margin"] <= estimate["luck_margin"] < 1
        assert sum(estimate["seats"]) == pytest.approx(1.0, abs=0.002), "two seats share the results"
    assert [mine["estimate"]["expected"], other["estimate"]["expected"]] == mine["estimate"]["seats"]


def test_luck_is_reported_once_all_deals_are_played_and_the_same_each_time(finished):
    one, _, match = finished
    one.post(f"/matches/{match}/analysis")
    stored = Analysis.objects.get(match=match)
    deal = deal_of(stored.match)
    first = replayed(game_of(stored.match), deal, 0, stored.match.pk, 0)

    steps = coach._steps(stored)
    for _ in range(stored.total + 1):
        next(steps)
    analysis_release(stored)
    half = one.get(f"/matches/{match}/analysis").json()
    analyse(60)

    assert half["stage"] == "waiting" and half["luck"]["estimate"] is None
    assert half["luck"]["progress"] == {"done": 1, "total": REPLAYS}
    stored.refresh_from_db()
    assert stored.replays[0] == first == replayed(game_of(stored.match), deal, 0, stored.match.pk, 0)
    assert len(set(map(str, stored.replays))) > 1, "each replay has chance of its own"


@pytest.mark.parametrize(
    ("here", "elsewhere", "words"),
    [
        (0.9, 0.5, ("A good deal", "Une bonne donne")),
        (0.1, 0.5, ("A bad deal", "Une mauvaise donne")),
        (0.5, 0.5, ("A deal like others", "Une donne comme les autres")),
    ],
)
def test_the_verdict_follows_the_results_in_both_languages(finished, here, elsewhere, words):
    one, _, match = finished
    analysed(one, match)
    noise = [0.05 * (-1) ** number for number in range(REPLAYS)]
    results = [{"deal": [here + n, 1 - here - n], "other": elsewhere + n} for n in noise]
    Analysis.objects.filter(match=match).update(replays=results)

    for language, begins in zip(("en", "fr"), words, strict=True):
        estimate = one.get(f"/matches/{match}/analysis", Accept_Language=language).json()["luck"]["estimate"]
        assert estimate["sentence"].startswith(begins) and f"{round(100 * here)}" in estimate["sentence"]


def test_a_player_who_may_not_see_all_cards_receives_no_analysis_of_the_deal(finished):
    one, two, match = finished
    Match.objects.filter(pk=match).update(reveal="auditor")

    assert analysed(one, match)["luck"] is None
    Match.objects.filter(pk=match).update(reveal="seats")
    assert analysed(two, match)["luck"] is not None


def test_replays_begin_with_the_state_after_the_deal(finished):
    """Replays begin with the state after the deal, not with a later one."""
    match = Match.objects.get(pk=finished[2])

    deal = deal_of(match)

    assert sorted(deal.size("hand", seat) for seat in range(2)) == [5, 7], "the first player has drawn two cards"
    assert deal.standings is None and not any(deal.size("bank", seat) for seat in range(2))
