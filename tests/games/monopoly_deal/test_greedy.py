"""The greedy policy beats the uniform one, makes no illegal move, and sees only its view."""

from __future__ import annotations

import pytest

from bots.policies import get
from bots.policies.greedy import monopoly_deal as greedy
from games.monopoly_deal import GAME
from tests.bots.playing import played
from tests.games.harness.time_budget import SEED
from tests.games.monopoly_deal.table import at

GREEDY, UNIFORM = get("monopoly_deal", "greedy"), get("monopoly_deal", "uniform")
DUELS = 20


def wins(policies, seat, seed):
    """Returns whether a seat is the only winner of a duel."""
    return played(GAME, policies, seed).places[seat] == 1


def test_greedy_beats_uniform_in_nine_of_ten_duels():
    """Ten pairs of duels from one seed, with the seats swapped."""
    won = sum(wins((GREEDY, UNIFORM), 0, seed) + wins((UNIFORM, GREEDY), 1, seed) for seed in range(DUELS // 2))
    print(f"greedy won {won} of {DUELS} duels")
    assert won >= DUELS * 9 // 10, f"greedy won {won} of {DUELS} duels"


def test_greedy_does_not_beat_itself_nine_times_in_ten():
    """Checks the measurement: no policy beats itself nine times in ten."""
    won = sum(wins((GREEDY, GREEDY), 0, seed) for seed in range(12))
    assert 2 <= won <= 10


@pytest.mark.parametrize("seats", GAME.seats)
def test_greedy_plays_whole_matches_at_every_table(seats):
    """The matches alternate between both editions."""
    assert played(GAME, [GREEDY] * seats, seats, edition="ab"[(seats + SEED) % 2], max_turns=20).is_over


def chosen(table, seat=0):
    """Returns the move of the greedy policy."""
    view = table.view(seat)
    return GREEDY(view, table.legal(seat), table.rng.draw(0, "test"))


def test_greedy_completes_a_set_rather_than_banking():
    table = at(hand0="brown m1 m2", brown0="brown")
    assert chosen(table).args == {"face": "brown"}


def test_greedy_keeps_its_joker_for_a_theft_not_for_a_small_gift():
    small = at(hand0="its_my_birthday", hand1="just_say_no", bank1="m2")
    small.play(0, "its_my_birthday")
    assert chosen(small, 1).verb == "accept"
    large = at(hand0="deal_breaker", hand1="just_say_no", red1="red*3")
    large.play(0, "deal_breaker", target=1, group="red_1")
    assert chosen(large, 1).verb == "say_no"


def test_greedy_pays_without_breaking_a_set_if_it_can():
    table = at(hand0="debt_collector", red1="red*3", bank1="m1 m4 m5")
    table.play(0, "debt_collector", target=1)
    table.play(1, "accept")
    paid = {table.state.face(card) for card in chosen(table, 1).args["cards"]}
    assert paid in ({"m5"}, {"m1", "m4"})


def test_a_card_without_a_rule_of_thumb_is_used(monkeypatch):
    """A new action card needs no line in the policy."""
    table = at(hand0="debt_collector", bank1="m1")
    monkeypatch.delitem(greedy.RULES, "debt_collector")
    monkeypatch.delitem(greedy.RESERVE, "debt_collector")

    assert chosen(table).verb == "debt_collector"
