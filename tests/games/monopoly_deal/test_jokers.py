"""Just Say No (row 29; E1-E10)."""

from __future__ import annotations

import pytest

from games.monopoly_deal import claims
from games.monopoly_deal.reaction import prompt_targets
from tests.games.monopoly_deal.table import accept, at, refusal

HAND_AND_PILE = ("m4", "just_say_no")


def collector(hand0="debt_collector", hand1="", seats=2, **zones):
    table = at(seats=seats, hand0=hand0, hand1=hand1, bank1="m5 m1", **zones)
    table.play(0, "debt_collector", target=1)
    return table


def countered():
    """Returns a table on which a second Joker cancelled a Joker against a Debt Collector, and the debt is paid."""
    table = collector(hand0="debt_collector just_say_no", hand1="just_say_no")
    table.play(1, "say_no")
    table.play(0, "say_no", targets=[1])
    accept(table, 1)
    table.play(1, "pay", cards="m5")
    return table


def test_a_joker_cancels_an_action():
    """Row 29, E1, E2, E6; A:117: the card is spent, the play is used."""
    table = collector(hand1="just_say_no")
    table.play(1, "say_no")
    accept(table, 0)
    assert table.faces("bank", 1) == "m1 m5" and table.faces("centre") == "just_say_no debt_collector"
    assert table.to_act == (0,) and table.public.plays_left == 2


def test_a_joker_is_answered_by_a_joker():
    """T105, E3; A:117: the debt stands."""
    assert countered().faces("bank", 0) == "m5"


def test_the_last_joker_decides_after_any_number_of_jokers():
    """E3: three Jokers, the action does nothing."""
    table = collector(hand0="debt_collector just_say_no", hand1="just_say_no*2")
    table.play(1, "say_no")
    table.play(0, "say_no", targets=[1])
    table.play(1, "say_no")
    accept(table, 0)
    assert table.to_act == (0,) and table.open_prompt(0).phase == "play" and table.faces("bank", 1) == "m1 m5"


def test_a_joker_protects_its_own_player_only():
    """T107, E4."""
    table = at(seats=4, hand0="its_my_birthday", hand1="just_say_no", bank1="m2", bank2="m2", bank3="m2")
    table.play(0, "its_my_birthday")
    table.play(1, "say_no")
    accept(table, 2, 3, 0)
    assert table.to_act == (2, 3)


def test_a_counter_reopens_the_claim_against_that_player_only():
    """E4, E17: one Joker of the attacker's against one of two."""
    table = at(
        seats=3, hand0="its_my_birthday just_say_no", hand1="just_say_no", hand2="just_say_no", bank1="m2", bank2="m2"
    )
    table.play(0, "its_my_birthday")
    table.play(1, "say_no")
    table.play(2, "say_no")
    assert refusal(table, 0, "say_no", targets=[1, 2]) == ("/args/targets", "wrong_size")
    table.play(0, "say_no", targets=[2])
    accept(table, 2)
    assert table.to_act == (2,) and table.open_prompt(2).phase == "pay"


def test_the_attacker_is_prompted_when_all_targets_have_answered():
    """E4, E17, second reading: the attacker is not prompted while an answer is missing."""
    table = at(seats=3, hand0="its_my_birthday", hand1="just_say_no", hand2="m1", bank2="m2")
    table.play(0, "its_my_birthday")
    table.play(1, "say_no")
    assert table.to_act == (1, 2) and table.size("centre") == 1
    accept(table, 2)
    assert table.to_act == (0,) and table.open_prompt(0).data["targets"] == (1,)


def test_jokers_cost_no_plays():
    """E5: neither in defence nor as a counter."""
    table = countered()
    assert table.faces("centre") == "just_say_no just_say_no debt_collector" and table.public.plays_left == 2


def test_one_joker_stops_a_rent_with_both_doubles():
    """T109, E6."""
    table = at(hand0="rent_any double_the_rent*2", hand1="just_say_no", red0="red", bank1="m5")
    table.play(0, "rent", face="rent_any", group="red_1", doubles=2, target=1)
    table.play(1, "say_no")
    accept(table, 0)
    assert table.public.plays_left == 0 and table.faces("bank", 1) == "m5" and table.size("centre") == 4


def test_a_debtor_with_nothing_to_pay_may_play_a_joker():
    """E7: for instance to empty their hand."""
    table = at(hand0="debt_collector", hand1="just_say_no")
    table.play(0, "debt_collector", target=1)
    table.play(1, "say_no")
    assert table.size("hand", 1) == 0


def test_only_the_target_is_prompted_for_a_joker():
    """T111, E1."""
    table = at(seats=3, hand0="sly_deal", hand2="just_say_no", red1="red")
    table.play(0, "sly_deal", target=1, card="red")
    assert table.to_act == (1,) and table.game.prompts_for(table.state, 2) == ()


def test_a_banked_joker_is_money():
    """T113, E8; A:63."""
    table = collector(bank0="m1")
    assert table.verbs(1) == {"accept"}
    banked = at(hand0="debt_collector", bank1="just_say_no")
    banked.play(0, "debt_collector", target=1)
    assert refusal(banked, 1, "say_no") == ("/verb", "not_a_verb_now")


def test_a_joker_cancels_a_deal_breaker():
    """T115; A:117."""
    table = at(hand0="deal_breaker", hand1="just_say_no", red1="red*3")
    table.play(0, "deal_breaker", target=1, group="red_1")
    table.play(1, "say_no")
    accept(table, 0)
    assert table.faces("red", 1, 1) == "red red red"


def test_a_joker_cannot_be_played_as_an_action_on_the_own_turn():
    """E9."""
    assert at(hand0="just_say_no").verbs(0) == {"bank", "end_turn"}


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("pass_go", {}),
        ("house", {"group": "red_1"}),
        ("hotel", {"group": "brown_1"}),
        ("lay", {"face": "pink"}),
        ("bank", {"face": "m1"}),
    ],
)
def test_pass_go_buildings_laying_and_banking_prompt_no_other_player(verb, args):
    """E2."""
    table = at(hand0="pass_go house hotel pink m1", hand1="just_say_no", red0="red*3", brown0="brown*2 house")
    table.play(0, verb, **args)
    assert table.to_act == (0,) and table.public.plays_left == 2


def test_every_target_is_prompted_alike_with_and_without_a_joker():
    """E10: everybody else sees the same whether the seat holds a Joker or not."""
    without, having = (collector(hand1=one, pile=other, seats=3) for one, other in (HAND_AND_PILE, HAND_AND_PILE[::-1]))
    assert without.to_act == having.to_act == (1,)
    for viewer in (0, 2, None):
        assert without.effects_for(viewer) == having.effects_for(viewer)
        assert without.view(viewer) == having.view(viewer)


def test_the_attacker_is_prompted_alike_with_and_without_a_joker():
    """E10: nobody can see whether a seat could answer a Joker either."""
    tables = []
    for one, other in (HAND_AND_PILE, HAND_AND_PILE[::-1]):
        table = collector(hand0=f"debt_collector {one}", hand1="just_say_no", pile=other, seats=3)
        table.play(1, "say_no")
        tables.append(table)
    without, having = tables
    for viewer in (1, 2, None):
        assert without.effects_for(viewer) == having.effects_for(viewer)
        assert without.view(viewer) == having.view(viewer)


def test_an_answer_stays_hidden_until_all_targets_have_answered():
    """E10: the log gets no event, and the table still waits for the same seats."""
    table = at(seats=3, hand0="its_my_birthday", hand1="just_say_no")
    table.play(0, "its_my_birthday")
    acts = len(table.acts)
    table.play(1, "say_no")
    assert len(table.acts) == acts and table.to_act == (1, 2)


def test_every_prompt_for_a_reaction_states_its_window():
    """E10, `reaction_window`: every prompt states its window, with or without a Joker."""
    table = at(seats=3, hand0="its_my_birthday", options={"reaction_window": 8, "answer_seconds": 30})
    table.play(0, "its_my_birthday")
    prompt = table.open_prompt(1)
    assert (prompt.window, prompt.after, prompt.seats) == (8, 30, (1, 2))


def test_a_timeout_accepts_the_action():
    """The clock answers for a silent seat."""
    table = collector(hand1="just_say_no")
    table.expire(table.open_prompt(1).id)
    assert table.open_prompt(1).phase == "pay" and table.size("hand", 1) == 1


@pytest.mark.pure
def test_a_prompt_that_reveals_jokers_is_found(monkeypatch):
    """Planted fault: if the game prompts only holders of Jokers, the two worlds of E10 differ."""

    def ask_holders(dealer, by, targets, within=None):
        hands = {seat: dealer.state.cards("hand", seat) for seat in targets}
        holders = [seat for seat in targets if "just_say_no" in map(dealer.state.face, hands[seat])]
        prompt_targets(dealer, by, holders, within)

    monkeypatch.setattr(claims, "prompt_targets", ask_holders)
    without, having = (collector(hand1=one, pile=other, seats=3) for one, other in (HAND_AND_PILE, HAND_AND_PILE[::-1]))
    assert without.to_act != having.to_act and without.effects_for(2) != having.effects_for(2)
