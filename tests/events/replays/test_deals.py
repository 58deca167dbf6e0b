"""Luck and skill over many rated matches: the judged deals, the results, and their audience."""

from __future__ import annotations

from typing import Any

import pytest

from events.log.models import Match
from events.replays import coaching
from events.replays.coaching import REPLAYS, analysis_lease, analysis_release, deals_request
from events.replays.deals import MIN_MATCHES
from events.replays.models import Analysis
from events.users.models import Player
from tests.events.calls import Caller, code, open_match, somebody
from tests.events.scheduling import run_due
from tests.events.tables import standing_clock

pytestmark = pytest.mark.django_db
GAME = "monopoly_deal"


def path_of(caller: Caller) -> str:
    return f"/players/{caller.get('/me').json()['name']}/luck/{GAME}"


def luck(of: Caller, by: Caller | None = None, **headers: str) -> Any:
    return (by or Caller()).get(path_of(of), **headers)


def matches_won_by(winner: Caller, loser: Caller, count: int = 1, **wish: Any) -> list[str]:
    """Creates rated matches that the other player resigns, stored as over."""
    matches = []
    for _ in range(count):
        matches.append(open_match(winner, [loser], GAME, **{"rated": True, **wish}))
        assert loser.post(f"/matches/{matches[-1]}/resign").status_code == 200
    run_due()
    return matches


def set_deal_results(of: Caller, expected: float, usual: float = 0.5) -> None:
    """Sets the results of the deals in all analyses of a player, with some noise between matches."""
    for number, analysis in enumerate(Analysis.objects.filter(player=of.player)):
        here = expected + 0.02 * (-1) ** number
        deal = [here, 1 - here] if analysis.seat == 0 else [1 - here, here]
        analysis.replays, analysis.status = [{"deal": deal, "other": usual}] * REPLAYS, Analysis.Status.DONE
        analysis.save()


def test_the_deals_of_rated_matches_are_judged_on_request_of_the_player():
    ada, bob = somebody(), somebody()
    match, *_ = matches_won_by(ada, bob)
    matches_won_by(ada, bob, rated=False)

    asked = ada.post(path_of(ada))

    assert asked.status_code == 200 and asked.json()["waiting"] == 1
    analysis = Analysis.objects.get()
    assert (str(analysis.match_id), analysis.total, analysis.replays_total) == (match, 0, REPLAYS)
    assert ada.post(path_of(ada)).json()["waiting"] == 1, "nothing is asked for twice"


@pytest.mark.parametrize(
    "kept", [{"reveal": "auditor"}, {"reveal": "seats"}, {"visibility": "unlisted"}, {"visibility": "private"}]
)
def test_a_deal_that_is_not_public_is_not_judged(kept: dict[str, str]):
    ada, bob = somebody(), somebody()
    matches_won_by(ada, bob)
    Match.objects.update(**kept)

    assert ada.post(path_of(ada)).json()["waiting"] == 0


def test_a_request_judges_a_limited_number_of_deals_beginning_with_the_newest(monkeypatch: pytest.MonkeyPatch):
    ada, bob = somebody(), somebody()
    matches = matches_won_by(ada, bob, 3)
    monkeypatch.setattr(coaching, "DEALS", 2)
    player = Player.objects.get(pk=ada.player)

    assert deals_request(player=player, game=GAME) == 2
    assert {str(match) for match in Analysis.objects.values_list("match", flat=True)} == {*matches[1:]}
    assert deals_request(player=player, game=GAME) == 1


@pytest.mark.parametrize(
    ("expected", "lucky", "able"),
    [
        (0.5, "as good as usual", "were better than those"),
        (0.7, "better than usual", "were better than those"),
        (0.2, "worse than usual", "were better than those"),
    ],
)
def test_luck_is_the_expected_result_of_the_deals_and_skill_the_result_beyond_it(
    expected: float, lucky: str, able: str
):
    ada, bob = somebody(), somebody()
    matches_won_by(ada, bob, MIN_MATCHES)
    ada.post(path_of(ada))
    set_deal_results(ada, expected)

    found = luck(ada).json()

    assert (found["matches"], found["waiting"]) == (MIN_MATCHES, 0)
    assert found["estimate"]["luck"] == pytest.approx(expected - 0.5, abs=0.001)
    assert found["estimate"]["skill"] == pytest.approx(1 - expected, abs=0.001), "all were won"
    assert found["estimate"]["luck_margin"] == pytest.approx(found["estimate"]["skill_margin"], abs=0.001)
    assert lucky in found["estimate"]["sentence"] and able in found["estimate"]["sentence"]
    french = luck(ada, Accept_Language="fr").json()["estimate"]["sentence"]
    assert french.startswith(f"Sur {MIN_MATCHES} parties classées, les donnes ont été")


def test_a_few_matches_give_no_estimate_of_luck():
    ada, bob = somebody(), somebody()
    matches_won_by(ada, bob, 2)
    ada.post(path_of(ada))
    set_deal_results(ada, 0.5)

    assert luck(ada).json()["estimate"] is None and luck(ada).json()["matches"] == 2


def test_a_player_who_hides_their_results_hides_their_luck():
    ada, bob = somebody(), somebody()
    ada.call("PATCH", "/me", {"shows_results": False})

    assert code(luck(ada)) == (403, "forbidden") == code(luck(ada, bob))
    assert luck(ada, ada).status_code == 200


def test_luck_includes_a_match_only_after_its_spectator_delay():
    with standing_clock() as hands:
        ada, bob = somebody(), somebody()
        match = open_match(ada, [bob], GAME, rated=True, spectator_delay=300)
        bob.post(f"/matches/{match}/resign")
        assert ada.post(f"/matches/{match}/analysis").status_code == 201
        set_deal_results(ada, 0.5)
        run_due()
        early = luck(ada).json()

        hands.go(301)
        run_due()

        assert (early["matches"], early["waiting"]) == (0, 0)
        assert luck(ada).json()["matches"] == 1


def test_decisions_requested_while_a_worker_judges_the_deal_are_judged():
    ada, bob = somebody(), somebody()
    match, *_ = matches_won_by(ada, bob)
    ada.post(path_of(ada))
    working = analysis_lease(Analysis.objects.get().pk)
    assert working is not None
    ada.post(f"/matches/{match}/analysis")
    set_deal_results(ada, 0.5)
    Analysis.objects.update(status=Analysis.Status.WAITING, total=1)  # one decision waits for its analysis
    working.replays = Analysis.objects.get().replays

    analysis_release(working)

    assert Analysis.objects.get().status == Analysis.Status.WAITING


def test_a_player_cannot_have_the_deals_of_another_player_judged():
    ada, bob = somebody(), somebody()

    assert code(bob.post(path_of(ada))) == (403, "forbidden")


def test_an_analysis_of_the_deal_has_no_decisions_until_the_player_requests_them():
    ada, bob = somebody(), somebody()
    match, *_ = matches_won_by(ada, bob)
    ada.post(path_of(ada))
    set_deal_results(ada, 0.5)
    assert ada.get(f"/matches/{match}/analysis").status_code == 404
    assert ada.get(f"/matches/{match}").json()["analysis"] is None

    asked = ada.post(f"/matches/{match}/analysis")

    assert asked.status_code == 201 and asked.json()["luck"]["progress"]["done"] == REPLAYS, "the deal is known"
    assert ada.post(f"/matches/{match}/analysis").status_code == 200
    assert luck(ada).json()["matches"] == 1
