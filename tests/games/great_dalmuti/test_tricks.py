"""Leading, following, passing, and who leads next (rules, 'Le jeu'; scenarios 47 to 67)."""

from __future__ import annotations

from tests.games.great_dalmuti.table import plays, tricks


def test_r16_a_lead_is_one_or_more_cards_of_one_rank() -> None:
    scenario = tricks("12*3 11 jester", "1", "2", "3")

    assert scenario.refusal(0, "play", cards="12*3") is None
    assert scenario.refusal(0, "play", cards="12") is None
    assert scenario.refusal(0, "play", cards="12*2 jester") is None
    assert scenario.refusal(0, "play", cards="12 11") == "not_an_option"
    assert scenario.refusal(0, "play", cards={}) == "wrong_count"


def test_r3_r19_s47_a_set_is_beaten_by_as_many_cards_of_a_lower_number() -> None:
    scenario = tricks("12*3 1", "11*3 12*3 5*2 4*3", "2", "3 3")
    plays(scenario, "0: 12*3")

    assert scenario.refusal(1, "play", cards="5*2") == "not_an_option"
    assert scenario.refusal(1, "play", cards="12*3") == "not_an_option"
    assert scenario.refusal(1, "play", cards="11*3") is None
    assert scenario.refusal(1, "play", cards="4*3") is None


def test_s47_a_set_of_equal_rank_does_not_beat_the_set() -> None:
    scenario = tricks("12 11*3", "11*3 10", "2", "3 3")
    plays(scenario, "0: 11*3")

    assert scenario.verbs(1) == {"pass"}


def test_r4_s49_a_jester_counts_as_the_rank_of_the_cards_laid_with_it() -> None:
    scenario = tricks("6*3 1", "5 jester*2 9", "2", "3 3")
    plays(scenario, "0: 6*3", "1: 5 jester*2")

    assert scenario.public.trick[-1] == {"seat": 1, "rank": 5, "count": 3}


def test_r4_s51_a_jester_alone_is_thirteen_and_a_twelve_beats_it() -> None:
    scenario = tricks("jester 1", "12 jester", "2 9", "3 3")
    plays(scenario, "0: jester")

    assert scenario.public.trick[-1]["rank"] == 13
    assert scenario.refusal(1, "play", cards="jester") == "not_an_option"
    plays(scenario, "1: 12")
    assert scenario.public.trick[-1]["rank"] == 12


def test_s53_a_jester_alone_beats_no_set() -> None:
    scenario = tricks("9 9", "jester 10", "2 9", "3 3")
    plays(scenario, "0: 9")

    assert scenario.verbs(1) == {"pass"}


def test_ruling_two_jesters_alone_are_a_pair_of_thirteens() -> None:
    scenario = tricks("jester*2 9", "12*2 1", "2 9", "3 3")
    plays(scenario, "0: jester*2", "1: 12*2")

    assert [laid_set["rank"] for laid_set in scenario.public.trick] == [13, 12]


def test_option_jester_pair_illegal_lets_jesters_be_led_one_by_one_only() -> None:
    scenario = tricks("jester*2 9", "12*2 1", "2 9", "3 3", options={"jester_pair": "illegal"})

    assert scenario.refusal(0, "play", cards="jester*2") is not None
    assert scenario.refusal(0, "play", cards="jester") is None
    assert scenario.refusal(0, "play", cards="9 jester*2") is None


def test_option_jester_pair_illegal_leaves_a_hand_of_two_jesters_a_lead() -> None:
    scenario = tricks("jester*2", "12*2 1", "2 9", "3 3", options={"jester_pair": "illegal"})

    plays(scenario, "0: jester", "1: pass", "2: pass", "3: pass", "0: jester")

    assert scenario.public.finished == (0,)


def test_s55_the_leader_cannot_pass() -> None:
    scenario = tricks("12*3", "1", "2", "3")

    assert scenario.verbs(0) == {"play"}
    assert scenario.refusal(0, "pass") == "not_a_verb_now"


def test_r19_a_seat_that_could_play_may_pass() -> None:
    scenario = tricks("12 9", "1 8", "2 7", "3 3")

    plays(scenario, "0: 12", "1: pass")

    assert scenario.to_act == (2,)


def test_r18_the_turn_goes_clockwise_over_those_who_hold_cards() -> None:
    scenario = tricks("12 9", "11", "10 7", "3 3")

    plays(scenario, "0: 12", "1: 11", "2: 10", "3: pass", "0: pass")

    assert scenario.public.finished == (1,)
    assert scenario.to_act == (2,)


def test_r20_s57_the_trick_ends_when_all_others_have_passed() -> None:
    scenario = tricks("8 8", "1 9", "2 7", "3 3", "4 4")

    plays(scenario, "0: 8", "1: pass", "2: pass", "3: pass", "4: pass")

    assert scenario.to_act == (0,)
    assert scenario.open_prompt(0).phase == "lead"
    assert scenario.faces("trick") == ""


def test_r21_a_seat_that_passed_may_come_back_in() -> None:
    scenario = tricks("12 9", "1 8", "6 7", "3 3")

    plays(scenario, "0: 12", "1: pass", "2: 7", "3: pass", "0: pass")

    assert scenario.to_act == (1,)
    plays(scenario, "1: 1")
    assert scenario.public.trick[-1]["seat"] == 1


def test_option_locked_keeps_a_seat_that_passed_out_of_the_trick() -> None:
    scenario = tricks("12 9", "1 8", "6 7", "3 3", options={"pass_rule": "locked"})

    plays(scenario, "0: 12", "1: pass", "2: 7", "3: 3", "0: pass")

    assert scenario.to_act == (2,)
    assert scenario.public.passed == (1, 0)


def test_option_locked_lets_everybody_into_the_next_trick() -> None:
    scenario = tricks("12 9", "1 8", "6 7", "4 4", options={"pass_rule": "locked"})
    plays(scenario, "0: 12", "1: pass", "2: pass", "3: 4", "0: pass")

    plays(scenario, "3: 4", "0: pass")

    assert scenario.to_act == (1,)


def test_r22_the_last_to_have_laid_leads_the_next_trick() -> None:
    scenario = tricks("12 9", "11 8", "2 7", "3 3")

    plays(scenario, "0: 12", "1: 11", "2: 2", "3: pass", "0: pass", "1: pass")

    assert scenario.to_act == (2,)
    assert scenario.open_prompt(2).phase == "lead"
    assert scenario.faces("discard").count("12") == 12


def test_option_self_raise_asks_the_owner_of_the_best_set_last() -> None:
    scenario = tricks("8 7 6", "1 9", "2 7", "3 3", options={"self_raise": True})
    plays(scenario, "0: 8", "1: pass", "2: pass", "3: pass")

    assert scenario.to_act == (0,)
    plays(scenario, "0: 7")
    assert scenario.to_act == (1,)


def test_option_self_raise_lets_the_owner_pass_and_lead() -> None:
    scenario = tricks("8 7 6", "1 9", "2 7", "3 3", options={"self_raise": True})

    plays(scenario, "0: 8", "1: pass", "2: pass", "3: pass", "0: pass")

    assert (scenario.to_act, scenario.open_prompt(0).phase) == ((0,), "lead")


def test_r24_s59_a_winner_without_cards_passes_the_lead_to_the_next_seat_on_their_left() -> None:
    scenario = tricks("12 9", "3", "7 7", "5 5", "4 4")

    plays(scenario, "0: 12", "1: 3", "2: pass", "3: pass", "4: pass", "0: pass")

    assert scenario.to_act == (2,)
    assert scenario.open_prompt(2).phase == "lead"


def test_r24_s61_the_greater_dalmuti_follows_the_greater_peon() -> None:
    scenario = tricks("12 9", "11 8", "10 7", "9 6", "4")

    plays(scenario, "0: 12", "1: pass", "2: pass", "3: pass", "4: 4", "0: pass", "1: pass", "2: pass", "3: pass")

    assert scenario.to_act == (0,)
    assert scenario.public.finished == (4,)


def test_s63_two_players_lay_their_last_cards_in_one_trick() -> None:
    scenario = tricks("12 9", "10", "9 7", "5", "6 6")

    plays(scenario, "0: 12", "1: 10", "2: pass", "3: 5", "4: pass", "0: pass", "2: pass")

    assert scenario.public.finished == (1, 3)
    assert scenario.to_act == (4,)


def test_a_set_of_a_player_who_goes_out_can_still_be_beaten() -> None:
    scenario = tricks("12 9", "10", "9 7", "5 5")

    plays(scenario, "0: 12", "1: 10", "2: 9", "3: pass", "0: pass")

    assert scenario.to_act == (2,)
    assert scenario.open_prompt(2).phase == "lead"


def test_turns_follow_the_order_of_ranks_and_not_of_seats() -> None:
    scenario = tricks("12 9", "10 9", "9 7", "5 5", order=(2, 0, 3, 1), leader=2)

    plays(scenario, "2: 9", "0: pass")

    assert scenario.to_act == (3,)


def test_s65_a_seat_that_cannot_beat_the_set_is_still_prompted() -> None:
    scenario = tricks("5*3 9", "12*2", "9 7 7", "5 5")
    plays(scenario, "0: 5*3")

    assert scenario.to_act == (1,)
    assert scenario.verbs(1) == {"pass"}


def test_option_auto_pass_passes_for_hands_with_too_few_cards() -> None:
    scenario = tricks("5*3 9", "12*2", "9 7 7", "5 5", options={"auto_pass": True})

    plays(scenario, "0: 5*3")

    assert scenario.to_act == (2,)


def test_option_auto_pass_ends_a_trick_after_a_one() -> None:
    scenario = tricks("1 9", "12*2", "9 7 7", "5 5", options={"auto_pass": True})

    plays(scenario, "0: 1")

    assert (scenario.to_act, scenario.open_prompt(0).phase) == ((0,), "lead")


def test_option_auto_pass_reveals_nothing_of_a_hand_that_could_be_large_enough() -> None:
    scenario = tricks("2 9", "12*2", "9 7 7", "5 5", options={"auto_pass": True})

    plays(scenario, "0: 2")

    assert scenario.to_act == (1,)


def test_a_seat_that_runs_out_of_time_passes() -> None:
    scenario = tricks("12 9", "1 8", "6 7", "3 3")
    plays(scenario, "0: 12")

    scenario.default(1)

    assert scenario.public.passed == (1,)


def test_a_leader_who_runs_out_of_time_lays_their_worst_card() -> None:
    scenario = tricks("9 12*3 jester", "1 8", "6 7", "3 3")

    scenario.default(0)

    assert scenario.public.trick == ({"seat": 0, "rank": 12, "count": 1},)
    assert scenario.faces("trick") == "12"


def test_cards_played_are_seen_by_all_and_hands_by_their_owners() -> None:
    scenario = tricks("12 9", "1 8", "6 7", "3 3")
    plays(scenario, "0: 12")

    view = scenario.view(2)

    assert [view.face(card) for card in view.cards("trick")] == ["12"]
    assert (view.size("hand", 1), view.cards("hand", 1)) == (2, (None, None))


def test_the_prompt_states_the_time_for_a_turn() -> None:
    scenario = tricks("12 9", "1 8", "6 7", "3 3", options={"turn_seconds": 30})

    assert scenario.open_prompt(0).after == 30
    plays(scenario, "0: 12")
    assert scenario.open_prompt(1).after == 30
