"""End, score and leavers: scenarios S68 to S71 of RULES.md."""

from __future__ import annotations

import pytest

from games.dealmaker import GAME, VERSIONS
from games.kernel.game import Game
from games.kernel.rng import policy_draws
from games.kernel.view import sample_world, view_of
from tests.games.dealmaker.matches import check_cards, check_pawn, played_on, random_match
from tests.games.dealmaker.table import asks, conclude, faces, goods, offer, prompt, selling, trading, vote
from tests.games.harness import checks
from tests.games.harness.checks import UnseenCardsDoNotMatter
from tests.games.harness.scenario import dealt
from tests.games.harness.simulate import Match, played
from tests.games.harness.time_budget import SEED

CARPETS = "tile_carpet_3_5"
TWENTY_ONE = "tile_diamond_3_8 tile_gold_4_9 tile_peanuts_5_4"
ALSO_TWENTY_ONE = "tile_diamond_3_8 tile_carpet_4_7 tile_gold_3_6"
EIGHTEEN = "tile_carpet_3_5 tile_carpet_3_5 tile_vinegar_4_4 tile_vinegar_4_4"


def test_s68_the_last_tile_ends_the_game_though_two_cards_are_left_in_stock() -> None:
    table = trading("ttt", "f", "c", tiles=CARPETS, stock="vv")

    conclude(table, 0, CARPETS, "ttt")

    assert (table.state.is_over, table.state.standings) == (True, ((0,), (1, 2)))


def test_s69_equal_points_share_the_first_place() -> None:
    table = selling("t", "f", "c", tiles="tile_diamond_2_5", won={0: TWENTY_ONE, 1: ALSO_TWENTY_ONE, 2: EIGHTEEN})

    for seat in range(3):
        table.play(seat, "waive")

    assert (table.state.scores, table.state.standings) == ((21, 21, 18), ((0, 1), (2,)))


def test_an_option_breaks_ties_by_the_number_of_tiles() -> None:
    won = {0: "tile_diamond_3_8", 1: "tile_vinegar_4_4 tile_vinegar_4_4"}
    table = selling("t", "f", "c", won=won, options={"tie_break": "tiles_count"})

    for seat in range(3):
        table.play(seat, "waive")

    assert table.state.standings == ((1,), (0,), (2,))


def test_s70_goods_in_hand_count_nothing() -> None:
    table = selling("dddddd", "f", "c", tiles="tile_diamond_3_8", won={1: "tile_flowers_2_2"})

    for seat in range(3):
        table.play(seat, "waive")

    assert (table.state.scores, table.state.standings) == ((0, 2, 0), ((1,), (0, 2)))


@pytest.mark.parametrize("seed", range(SEED, SEED + 3))
def test_s71_a_random_match_loses_no_card_and_ends_within_its_bound(seed: int) -> None:
    match = random_match(seed)

    for step in match.steps:
        check_cards(step.after)
        check_pawn(step.after)
    assert match.state.is_over
    assert match.acts <= GAME.bound(match.seats, match.options)


@pytest.mark.parametrize("zone", ["hand", "tiles"])
def test_s71_a_lost_card_is_found(zone: str) -> None:
    state = dealt(GAME, 3).state.copied()
    check_cards(state)
    broken = next(place for place in state.zones if place.name == zone)

    state.zones[broken] = state.zones[broken][1:]

    with pytest.raises(AssertionError, match=r"65 goods|23 tiles"):
        check_cards(state)


def test_won_tiles_are_shown_at_the_end() -> None:
    table = trading("ttt", "f", "c", tiles=CARPETS)

    conclude(table, 0, CARPETS, "ttt")

    effects = [effect for effect in table.effects_for(None) if effect["kind"] == "shown"]
    assert [effect["faces"] for effect in effects] == [[CARPETS]]


def test_the_tiles_in_the_box_are_never_shown() -> None:
    match = random_match(1)

    effects = [effect.to_json() for step in match.steps[1:] for effect in step.outcome.effects]
    assert not [effect for effect in effects if "box_tiles" in str(effect)]


def test_with_an_empty_stock_all_players_may_agree_to_end_the_game() -> None:
    table = trading("t", "f", "c", stock="")
    table.play(0, "enough")
    table.play(1, "enough")
    table.play(0, "go_on")
    table.play(2, "enough")
    assert not table.state.is_over

    table.play(0, "enough")

    assert table.state.is_over


def test_with_goods_in_stock_players_cannot_end_the_game() -> None:
    assert "enough" not in trading("t", "f", "c").verbs(0)


# Leaving


def test_the_goods_of_a_seat_that_resigns_are_discarded_and_its_tiles_stay_scored() -> None:
    table = trading("t o", "f", "c", tiles="tile_gold_4_9", won={0: CARPETS}, stock="")
    offer(table, 0, "t", "f")

    table.resign(0)
    for seat in (1, 2):
        table.play(seat, "enough")

    assert table.faces("discard") == faces("o t")
    assert (table.state.scores, table.state.standings) == ((5, 0, 0), ((1, 2), (0,)))


def test_two_players_continue_and_a_single_player_ends_the_match() -> None:
    table = trading("t", "f", "c")
    table.resign(0)
    assert not table.state.is_over

    table.resign(1)

    assert table.state.standings == ((2,), (1,), (0,))


def test_a_seat_that_resigns_releases_the_pawn() -> None:
    table = trading("ttt", "f", "c")
    table.play(0, "grab")

    table.resign(0)

    assert (asks(table, "deal"), table.public.holders) == (False, ())
    assert "grab" in table.verbs(1)


def test_an_open_vote_restarts_among_the_remaining_seats() -> None:
    table = trading("t", "f", "c", "v")
    table.play(0, "propose_stop")
    table.play(1, "agree")

    table.resign(2)

    assert (table.public.ayes, table.to_act) == ((0,), (1, 3))


def test_the_vote_of_a_proposer_who_resigned_lapses() -> None:
    table = trading("t", "f", "c", "v")
    table.play(0, "propose_stop")

    table.resign(0)

    assert not asks(table, "stop_vote")


def test_draws_count_the_remaining_seats() -> None:
    table = trading("t", "f", "c", stock="oo")
    table.resign(2)

    vote(table, "propose_stop", 0, 1)

    assert (table.size("hand", 0), table.size("hand", 1), table.size("stock")) == (2, 2, 0)


def test_the_claim_of_a_seat_that_resigned_does_not_count() -> None:
    table = selling("tt", "tt", "d", tiles=f"{CARPETS} tile_diamond_2_5")
    table.play(0, "seize")
    table.play(0, "claim", tile=CARPETS)
    table.resign(0)
    table.play(1, "claim", tile=CARPETS)

    table.expire(prompt(table, "rush").id)

    assert table.public.holders == (1,)
    table.play(1, "pay", payment=goods("tt"))
    assert table.faces("won", 1) == CARPETS


def test_the_sales_end_when_the_last_seat_that_could_buy_resigns() -> None:
    table = selling("tt", "f", "d", tiles=CARPETS)
    table.play(1, "waive")
    table.play(2, "waive")

    table.resign(0)

    assert table.state.is_over


def test_a_resignation_does_not_end_the_trade_while_the_pawn_is_held() -> None:
    table = trading("ttt", "f", "c", tiles=f"{CARPETS} tile_gold_4_9", stock="")
    for seat in (0, 1):
        table.play(seat, "enough")
    table.play(0, "grab")

    table.resign(2)

    assert not table.state.is_over
    table.play(0, "conclude", tile=CARPETS, payment=goods("ttt"))
    assert (table.state.is_over, table.faces("won", 0)) == (False, CARPETS)


def test_the_trade_ends_when_the_pawn_is_released_and_all_remaining_seats_have_had_enough() -> None:
    table = trading("ttt", "f", "c", tiles=CARPETS, stock="")
    for seat in (0, 1):
        table.play(seat, "enough")
    table.play(0, "grab")
    table.resign(2)

    table.play(0, "release")

    assert (table.state.is_over, table.public.holders) == (True, ())


def test_the_last_remaining_seat_releases_the_pawn() -> None:
    table = trading("ttt", "f", "c")
    table.resign(2)
    table.play(0, "grab")

    table.resign(1)

    assert (table.state.is_over, table.public.holders) == (True, ())


@pytest.mark.parametrize("version", VERSIONS)
def test_a_sampled_world_can_be_played_to_the_end(version: int) -> None:
    match = _with_a_tile_won(VERSIONS[version], 12)
    draws = policy_draws(b"worlds", version)
    for viewer in (0, 1, None):
        world = sample_world(view_of(match.state, viewer), match.rules.box(3, match.options), draws, match.rules.backs)
        check_cards(world)
        end = played_on(match, world, seed=version)
        check_cards(end.state)
        assert end.state.is_over and end.acts > match.acts


def test_a_sampled_world_that_ignores_backs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    match = _with_a_tile_won(GAME, 12)
    check = UnseenCardsDoNotMatter(match, policy_draws(b"worlds", 0))
    check.compare(match.state, None)

    monkeypatch.setattr(checks, "sample_world", lambda view, box, draws, backs: sample_world(view, box, draws))
    with pytest.raises(AssertionError, match="other backs"):
        check.compare(match.state, None)


def _with_a_tile_won(game: Game, seed: int) -> Match:
    """Plays a match of three until somebody has won a tile, before its end."""
    match = played(game, 3, game.options.from_json({}, 3), seed, most=150)
    while match.state.is_over or not any(match.state.size("won", seat) for seat in range(3)):
        match = played(game, 3, match.options, match.seed + 1, most=150)
    return match
