"""Two teams of two (rules, p. 14; scenario 79)."""

from __future__ import annotations

from typing import Any

from games.dale_of_merchants import GAME
from tests.games.dale_of_merchants.table import Dale, table_with
from tests.games.harness.scenario import dealt

TEAMS = {"teams": True}


def team(**zones: Any) -> Dale:
    options = {**TEAMS, **zones.pop("options", {})}
    return table_with(4, options=options, **zones)


def test_s79_teams_play_with_four_decks_and_24_junk_of_which_none_is_left() -> None:
    table = dealt(GAME, 4, TEAMS)

    own = [table.faces("deck", seat).split() + table.faces("hand", seat).split() for seat in range(4)]
    assert [faces.count("junk") for faces in own] == [6, 6, 6, 6]
    assert (len(table.public.decks), table.size("junk"), table.size("market_deck")) == (4, 0, 39)


def test_s79_the_tenth_stack_wins_for_both_teammates() -> None:
    table = team(hand0="flashy_show favourite_toy", stall0=["junk"] * 9)

    table.play(0, "build", cards="flashy_show favourite_toy")

    assert (table.state.standings, table.state.scores) == (((0, 2), (1, 3)), (10, 0, 10, 0))


def test_teammates_build_into_one_stall() -> None:
    table = team(public={"turn": 2}, hand2="cookies", stall0=["swift_broker"])

    table.play(2, "build", cards="cookies")

    assert table.stall(0) == ["swift_broker", "cookies"]


def test_acorn_does_not_reach_the_own_teams_stall() -> None:
    table = team(hand0="acorn", stall0=["swift_broker"], stall1=["cookies"])

    slots = [t.slots["taken"] for t in table.scenario.legal(0).of("play")]
    assert [table.state.face(card) for slot in slots for card in slot] == ["cookies"]


def test_nuisance_and_blindfold_strike_the_other_team_only() -> None:
    table = team(hand0="nuisance blindfold junk")

    assert table.refusal(0, "play", card="nuisance", targets=[1, 3]) is None
    assert table.refusal(0, "play", card="nuisance", targets=[2]) == "not_an_option"
    assert table.refusal(0, "play", card="blindfold", target=2) == "not_an_option"


def test_reflection_reads_the_other_teams_discards() -> None:
    table = team(hand0="reflection", discard2="acorn", stall0=["junk"])

    assert table.refusal(0, "build", cards="reflection") is None


def test_a_teammate_completes_a_stack() -> None:
    table = team(hand0="cookies junk", hand2="swift_broker acorn", stall0=["junk"] * 2)

    table.play(0, "ask_help", cards="cookies")
    assert (table.scenario.to_act, table.scenario.faces("laid", 0)) == ((2,), "cookies")
    table.play(2, "help", cards="swift_broker")

    assert (table.stall(0)[2], table.hand(2), table.public.turn) == ("cookies swift_broker", "acorn", 0)
    assert table.question() == "clean_up"


def test_a_declined_request_moves_no_card_and_spends_no_action() -> None:
    table = team(hand0="cookies junk", hand2="acorn", stall0=["junk"] * 2)

    table.play(0, "ask_help", cards="cookies")
    assert table.scenario.verbs(2) == {"decline"}
    table.play(2, "decline")

    assert (table.hand(0), table.question(), table.public.actions) == ("cookies junk", "turn", 1)


def test_a_stack_built_with_help_needs_to_be_legal_only_as_a_whole() -> None:
    table = team(hand0="cookies", hand2="prepaid_good empty_chest", stall0=["junk"] * 5)

    table.play(0, "ask_help", cards="cookies")

    assert table.refusal(2, "help", cards="prepaid_good empty_chest") is None
    assert table.refusal(2, "help", cards="empty_chest") == "too_little"


def test_a_nostalgic_item_takes_a_card_from_the_discard_of_its_contributor() -> None:
    table = team(
        hand0="stashing_vendor",
        hand2="nostalgic_item",
        discard2="cookies",
        discard0="acorn",
        stall0=["junk"] * 5,
        deck0="junk*5",
    )

    table.play(0, "ask_help", cards="stashing_vendor")
    assert table.refusal(2, "help", cards="nostalgic_item @cookies") is None
    table.play(2, "help", cards="nostalgic_item @cookies")

    assert (table.discard(2), table.discard(0)) == ("", "acorn")


def test_flashy_show_counts_for_its_player_only() -> None:
    table = team(hand0="cookies", hand2="swift_broker", stall0=["junk"] * 3, public={"flashy": 1})

    table.play(0, "ask_help", cards="cookies")

    assert table.refusal(2, "help", cards="swift_broker") is None


def test_a_contributed_winter_is_coming_gives_the_extra_stack_to_the_active_player() -> None:
    table = team(hand0="stashing_vendor junk", hand2="winter_is_coming", stall0=["junk"] * 5)

    table.play(0, "ask_help", cards="stashing_vendor")
    table.play(2, "help", cards="winter_is_coming")

    assert (table.question(), table.scenario.to_act) == ("extra_stack", (0,))


def test_requests_to_a_teammate_are_limited_per_turn() -> None:
    """Ruling 22."""
    table = team(hand0="cookies", hand2="acorn", stall0=["junk"] * 2, options={"max_requests": 1})

    table.play(0, "ask_help", cards="cookies")
    table.play(2, "decline")

    assert "ask_help" not in table.scenario.verbs(0)


def test_a_rolled_card_keeps_its_value_when_help_is_declined() -> None:
    table = team(hand0="bold_haggler", hand2="acorn", stall0=["junk"] * 6)

    table.play(0, "roll", card="bold_haggler")
    table.play(0, "ask_help", cards="bold_haggler")
    table.play(2, "decline")

    assert table.scenario.faces("shown", 0) == "bold_haggler"
    assert len(table.public.marks) == 1


def test_the_helper_refills_their_hand_in_their_own_turn_only() -> None:
    table = team(hand0="cookies junk*4", hand2="swift_broker", deck2="acorn", stall0=["junk"] * 2)

    table.play(0, "ask_help", cards="cookies")
    table.play(2, "help", cards="swift_broker")

    assert table.hand(2) == ""


def test_a_team_wins_when_the_other_team_resigns() -> None:
    table = team(hand0="junk")

    table.scenario.resign(1)
    assert not table.state.is_over
    table.scenario.resign(3)

    assert table.state.standings == ((0, 2), (3,), (1,))
