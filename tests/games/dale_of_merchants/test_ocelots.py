"""Lucky Ocelots (scenarios 53-63)."""

from __future__ import annotations

from collections import Counter

import pytest

from games import registry
from games.dale_of_merchants import VERSIONS
from games.dale_of_merchants.abilities import DIE
from games.dale_of_merchants.animalfolk import FOLKS
from games.dale_of_merchants.building import stack_built
from games.kernel.effect import Prompted
from games.kernel.game import Game
from tests.games.dale_of_merchants.table import Dale, table_with


def rolling(value: int, **zones: object) -> Dale:
    """Returns a table whose first die shows a value, if it is the first random act."""
    for seed in range(60):
        table = table_with(seed=seed, **zones)  # type: ignore[arg-type]
        if DIE[table.scenario.rng.draw(0, "roll:ocelot").below(6)] == value:
            return table
    raise AssertionError("sixty dice never showed it")


def test_s53_the_die_has_the_faces_0_1_1_2_2_3() -> None:
    assert Counter(DIE) == {0: 1, 1: 2, 2: 2, 3: 1}


@pytest.mark.parametrize("value", [0, 1, 2, 3])
def test_bold_haggler_adds_the_die_to_its_value_once_in_a_turn(value: int) -> None:
    table = rolling(value, hand0="bold_haggler", stall0=["junk"] * value)

    table.play(0, "roll", card="bold_haggler")

    assert table.announced("rolled") == [{"seat": 0, "value": value}]
    assert table.refusal(0, "roll", card="bold_haggler") == "not_a_verb_now"
    assert table.refusal(0, "build", cards="bold_haggler") is None


def test_a_haggler_pays_what_it_rolled_and_is_worth_one_again_next_turn() -> None:
    table = rolling(3, hand0="bold_haggler junk*4", market="acorn")

    table.play(0, "roll", card="bold_haggler")
    assert table.refusal(0, "buy", place=0, cards="bold_haggler") is None
    table.play(0, "discard", cards=[])
    table.play(0, "end_turn")

    assert (table.public.marks, table.scenario.size("shown", 0)) == ({}, 0)


def test_s55_a_bold_haggler_that_left_the_hand_and_returned_is_worth_one_and_may_roll_again() -> None:
    table = rolling(2, hand0="bold_haggler dirty_exchange*2", hand1="acorn")

    table.play(0, "roll", card="bold_haggler")
    table.play(0, "play", card="dirty_exchange", target=1)
    table.play(0, "give", card="bold_haggler")
    assert table.public.marks == {}
    table.play(0, "play", card="dirty_exchange", target=1)
    table.play(0, "give", card="acorn")

    assert (table.hand(0), "roll" in table.scenario.verbs(0)) == ("bold_haggler", True)


def test_a_rolled_haggler_that_is_discarded_is_worth_one_again() -> None:
    table = rolling(2, hand0="bold_haggler swift_broker", deck0="junk*2")

    table.play(0, "roll", card="bold_haggler")
    table.play(0, "play", card="swift_broker", cards="bold_haggler")

    assert (table.public.marks, table.discard(0)) == ({}, "bold_haggler swift_broker")


def test_s57_new_season_draws_its_own_card_back_when_the_market_is_exhausted() -> None:
    table = table_with(hand0="new_season", discard0="acorn")

    table.play(0, "play", card="new_season", thrown="acorn")

    assert (table.hand(0), table.pile("market_discard"), table.question()) == ("acorn", "", "turn")


def test_new_season_takes_any_animalfolk_card_but_no_junk() -> None:
    table = table_with(hand0="new_season", discard0="acorn junk charm", market_deck="gamble")

    assert table.refusal(0, "play", card="new_season") == "missing"
    table.play(0, "play", card="new_season", thrown="acorn")

    assert (table.hand(0), table.discard(0)) == ("gamble", "junk charm new_season")
    assert "gamble" not in str(table.scenario.effects_for(1))


def test_new_season_without_a_card_to_throw_draws_nothing() -> None:
    table = table_with(hand0="new_season", discard0="junk", market_deck="gamble")

    table.play(0, "play", card="new_season")

    assert (table.hand(0), table.question()) == ("", "turn")


def test_whirligig_mixes_both_hands_and_deals_each_player_their_number_of_cards() -> None:
    table = table_with(hand0="whirligig junk cookies", deck0="acorn charm", hand1="gamble sabotage spyglass")

    table.play(0, "play", card="whirligig", cards="cookies junk", target=1)

    assert table.discard(0) == "cookies junk whirligig"
    assert (table.scenario.size("hand", 0), table.scenario.size("hand", 1)) == (2, 3)
    both = sorted((table.hand(0) + " " + table.hand(1)).split())
    assert both == ["acorn", "charm", "gamble", "sabotage", "spyglass"]


def test_whirligig_alone_does_nothing_and_keeps_its_bonus() -> None:
    table = table_with(hand0="whirligig", hand1="gamble")

    table.play(0, "play", card="whirligig")

    assert (table.hand(1), table.question()) == ("gamble", "turn")


def test_s59_charm_builds_the_card_that_is_the_next_stack() -> None:
    table = table_with(hand0="charm", stall0=["junk"] * 2, market_deck="shattered_relic")

    table.play(0, "play", card="charm")

    assert (table.stall(0)[2], table.discard(0), table.question()) == ("shattered_relic", "charm", "turn")


def test_s59_charm_throws_any_other_card_away() -> None:
    table = table_with(hand0="charm", stall0=["junk"] * 2, market_deck="cookies")

    table.play(0, "play", card="charm")

    assert (len(table.stall(0)), table.pile("market_discard"), table.question()) == (2, "cookies", "turn")


def test_charm_counts_the_value_of_the_card_in_this_turn() -> None:
    table = table_with(hand0="charm", stall0=["junk"] * 2, market_deck="cookies", public={"flashy": 1})

    table.play(0, "play", card="charm")

    assert table.stall(0)[2] == "cookies"


def test_a_winter_built_by_charm_allows_a_stack_from_the_hand_before_the_bonus() -> None:
    table = table_with(hand0="charm", stall0=["junk"] * 4, market_deck="winter_is_coming")

    table.play(0, "play", card="charm")
    assert (table.question(), table.pile("played")) == ("extra_stack", "charm")
    table.play(0, "stop")

    assert (table.question(), table.discard(0)) == ("turn", "charm")


@pytest.mark.parametrize("game", VERSIONS.values(), ids=VERSIONS)
def test_the_last_stack_of_a_player_who_has_resigned_wins_nothing(game: Game) -> None:
    """Ruling 23: Charm may still complete it."""
    table = table_with(3, game=game, stall0=["junk"] * 8, public={"left": (0,)})

    table.scenario.run(lambda dealer: stack_built(dealer, 0))

    assert not table.state.is_over


def test_charm_with_an_exhausted_market_does_nothing() -> None:
    table = table_with(hand0="charm")

    table.play(0, "play", card="charm")

    assert table.question() == "turn"


def test_s61_gamble_exchanges_no_more_cards_than_the_smaller_hand() -> None:
    table = rolling(3, hand0="gamble acorn", hand1="junk*4")

    table.play(0, "play", card="gamble", target=1)

    assert (table.hand(0), table.hand(1)) == ("junk", "acorn junk junk junk")


def test_s61_a_roll_of_zero_exchanges_no_cards() -> None:
    table = rolling(0, hand0="gamble acorn", hand1="junk*4")

    table.play(0, "play", card="gamble", target=1)

    assert (table.hand(0), table.question()) == ("acorn", "turn")


def test_gamble_draws_shown_cards_too_and_hides_the_other_cards_from_third_players() -> None:
    table = table_with(3, hand0="gamble bold_haggler", hand1="acorn*3", seed=2)

    table.play(0, "roll", card="bold_haggler")
    table.play(0, "play", card="gamble", target=1)

    assert len(table.hand(0).split()) == 1
    if "bold_haggler" in table.hand(1):
        assert table.public.marks == {}
    assert "acorn" not in str(table.scenario.effects_for(2))


def test_a_correct_guess_discards_the_card_of_blindfold() -> None:
    table = table_with(hand0="blindfold acorn", hand1="junk")

    table.play(0, "play", card="blindfold", target=1)
    table.play(0, "choose", card="acorn", copy="acorn")
    table.play(1, "guess", value=4)

    assert (table.hand(0), table.discard(0), table.question()) == ("", "acorn blindfold", "turn")


def test_a_wrong_guess_lets_the_owner_of_blindfold_set_the_value() -> None:
    table = table_with(hand0="blindfold acorn", hand1="junk", stall0=["junk"])

    table.play(0, "play", card="blindfold", target=1)
    table.play(1, "guess", value=3)
    table.play(0, "choose", card="acorn", copy="acorn")
    assert (table.question(), table.scenario.faces("shown", 0)) == ("worth", "acorn")
    table.play(0, "set_value", value=2)

    assert table.refusal(0, "build", cards="acorn") is None


def test_s63_a_value_set_to_three_becomes_four_after_a_flashy_show() -> None:
    table = table_with(hand0="blindfold flashy_show acorn", hand1="junk", stall0=["junk"] * 3)

    table.play(0, "play", card="blindfold", target=1)
    table.play(0, "choose", card="acorn", copy="acorn")
    table.play(1, "guess", value=1)
    table.play(0, "set_value", value=3)
    table.play(0, "play", card="flashy_show")

    assert table.refusal(0, "build", cards="acorn") is None


def test_a_flashy_show_played_before_does_not_change_a_set_value() -> None:
    table = table_with(hand0="blindfold acorn", hand1="junk", stall0=["junk"] * 2, public={"flashy": 1})

    table.play(0, "play", card="blindfold", target=1)
    table.play(0, "choose", card="acorn", copy="acorn")
    table.play(1, "guess", value=4)
    table.play(0, "set_value", value=3)

    assert table.refusal(0, "build", cards="acorn") is None


def test_blindfold_without_another_card_opens_no_prompt() -> None:
    table = table_with(hand0="blindfold", hand1="junk")

    table.play(0, "play", card="blindfold")

    assert table.question() == "turn"


def test_blindfold_cannot_target_a_seat_that_resigned() -> None:
    table = table_with(3, hand0="blindfold acorn", hand1="junk", hand2="junk")
    table.scenario.resign(1)

    assert table.refusal(0, "play", card="blindfold", target=1) is not None
    assert table.refusal(0, "play", card="blindfold", target=2) is None


def test_version_1_lets_blindfold_target_a_seat_that_resigned() -> None:
    table = table_with(
        3, game=registry.get("dale_of_merchants", 1), hand0="blindfold acorn", hand1="junk", hand2="junk"
    )
    table.scenario.resign(1)

    assert table.refusal(0, "play", card="blindfold", target=1) is None


@pytest.mark.parametrize("face", [card.face for folk in FOLKS for card in folk.cards if card.resolve])
def test_no_technique_prompts_a_seat_that_resigned(face: str) -> None:
    zones = {f"{name}{seat}": "junk*2" for name in ("hand", "deck") for seat in range(3)}
    table = table_with(
        3,
        **{**zones, "hand0": f"{face} cookies"},
        discard0="empty_chest",
        discard1="junk",
        discard2="junk",
        stall1=["junk"],
        stall2=["junk"],
        market="accordion",
        market_deck="cookies empty_chest",
    )
    table.scenario.resign(1)
    card = next(card for card in table.state.cards("hand", 0) if table.state.face(card) == face)
    moves = [move for move in table.scenario.legal(0) if move.verb == "play" and move.args["card"] == card]
    assert moves

    for move in moves:
        played = table.scenario.game.play(table.state, 0, table.scenario.open_prompt(0).id, move, table.scenario.rng)
        prompted = [effect.prompt.seats for effect in played.effects if isinstance(effect, Prompted)]
        assert not any(1 in seats for seats in prompted), move
