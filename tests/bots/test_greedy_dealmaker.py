"""The greedy policy of Dealmaker: it trades for goods it lacks, answers, votes, buys tiles and is never exploited."""

from __future__ import annotations

import pytest

from bots import policies
from bots.policies import uniform
from bots.policies.greedy.dealmaker import CASUAL, GoodsJudgement, Temper, best_trades, value
from bots.search.plans.dealmaker import STRONG
from games.dealmaker import GAME
from games.dealmaker.goods import by_rank
from games.kernel.rng import policy_draws
from games.kernel.state import Move, Seat
from tests.bots.playing import played
from tests.games.dealmaker.table import goods, offer, prompt, selling, trading
from tests.games.harness.scenario import Scenario

GREEDY = policies.get("dealmaker", "greedy")
THREE_CARPETS = "tile_carpet_3_5"


def choice(table: Scenario, seat: Seat, phase: str | None = None, seed: int = 0) -> Move | None:
    """Returns the bot's move at its first prompt, or at the prompt of a phase."""
    prompt_id = None if phase is None else prompt(table, phase).id
    return GREEDY(table.view(seat), table.legal(seat, prompt_id), policy_draws(b"test", seed))


def test_the_bot_takes_the_pawn_when_it_can_pay_and_then_buys_the_tile() -> None:
    table = trading("ttt", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9")

    assert choice(table, 0) == Move("grab")
    table.play(0, "grab")
    concluded = choice(table, 0)

    assert concluded is not None and concluded.verb == "conclude"
    assert concluded.args["payment"] == goods("ttt")


def test_the_bot_pays_with_its_least_valuable_goods() -> None:
    table = trading("tttt d", "f", "c", tiles=f"{THREE_CARPETS} tile_gold_4_9")
    table.play(0, "grab")
    concluded = choice(table, 0)

    assert concluded is not None and concluded.args["payment"] == goods("ttt")


def test_the_bot_accepts_the_good_that_its_tile_lacks() -> None:
    table = trading("t", "tt v", "c", tiles=THREE_CARPETS)
    offer_args = offer(table, 0, "t", "v")

    assert choice(table, 1) == Move("accept", offer_args)


def test_the_bot_declines_an_offer_that_would_cost_it_its_tile() -> None:
    table = trading("c", "tt v", "f", tiles=THREE_CARPETS)
    offer_args = offer(table, 0, "c", "t")

    assert choice(table, 1) == Move("decline", offer_args)


def test_the_bot_makes_a_counter_when_only_the_price_is_wrong() -> None:
    table = trading("t", "tt vf", "c", tiles=THREE_CARPETS)
    offer_args = offer(table, 0, "t", "tt")

    assert choice(table, 1) == Move("counter", {**offer_args, "give": goods("vf"), "want": goods("t")})


def test_the_bot_answers_an_offer_within_its_turn() -> None:
    table = trading("c", "tt v", "f", tiles=THREE_CARPETS)
    offer(table, 0, "c", "t", 1)

    for _ in range(3):
        if table.to_act == (1,):
            move = choice(table, 1)
            assert move is not None
            table.play(1, move.verb, **move.args)

    assert table.to_act != (1,)


def test_the_bot_asks_for_the_goods_that_it_lacks() -> None:
    table = trading("tt vf", "t", "o", tiles=THREE_CARPETS)
    move = choice(table, 0)

    assert move is not None and move.verb == "offer"
    assert set(move.args["want"]) <= {"carpet", "gold", "diamond"}


@pytest.mark.parametrize("seed", range(20))
def test_the_bot_never_accepts_both_an_offer_and_its_reverse(seed: int) -> None:
    """Each trade that the bot accepts improves its goods, so it never accepts both an offer and its reverse."""
    draws = policy_draws(b"milking", seed)
    letters = "cvftod"
    hand = "".join(letters[draws.below(6)] for _ in range(5))
    give, want = letters[draws.below(6)], letters[draws.below(6)]
    there = trading(give, hand, "c", tiles=THREE_CARPETS + " tile_vinegar_4_4")
    accepted = _accepts(there, offer(there, 0, give, want))
    after = hand.replace(want, give, 1)
    back = trading(want, after, "c", tiles=THREE_CARPETS + " tile_vinegar_4_4")

    assert not (accepted and _accepts(back, offer(back, 0, want, give)))


def _accepts(table: Scenario, offer_args: dict[str, int]) -> bool:
    if "accept" not in table.verbs(1):
        return False
    before = GoodsJudgement(table.view(1))
    move = choice(table, 1)
    if move != Move("accept", offer_args):
        return False
    table.play(1, "accept", **offer_args)
    assert GoodsJudgement(table.view(1)).now > before.now
    return True


def test_the_bot_agrees_to_stop_achat_unless_it_can_buy_a_tile() -> None:
    table = trading("ttt", "f", "c", tiles=THREE_CARPETS)
    table.play(1, "propose_stop")

    assert choice(table, 2) == Move("agree")
    assert choice(table, 0, "stop_vote") == Move("refuse")


def test_the_bot_without_trades_proposes_stop_achat_and_later_stops_acting() -> None:
    table = trading("c", "f", "v", tiles="tile_diamond_3_8")
    table.state.public = table.public.changed({"idle_acts": 15})
    assert choice(table, 0) == Move("propose_stop")

    table.state.public = table.public.changed({"idle_acts": 21})
    assert choice(table, 0) is None


def test_in_the_sales_the_bot_seizes_the_pawn_claims_and_pays() -> None:
    table = selling("tt", "f", "c", tiles=f"{THREE_CARPETS} tile_diamond_3_8")
    assert choice(table, 0) == Move("seize")
    table.play(0, "seize")
    assert choice(table, 1) == Move("hands_off")
    claimed = choice(table, 0)
    assert claimed is not None and claimed.verb == "claim"

    for seat, move in ((0, claimed), (1, Move("hands_off")), (2, Move("hands_off"))):
        table.play(seat, move.verb, **move.args)

    assert choice(table, 0) == Move("pay", {"payment": goods("tt")})


def test_four_bots_trade_and_end_a_match() -> None:
    result = played(GAME, [GREEDY] * 4, 5)

    assert result.is_over
    assert result.scores is not None and sum(result.scores) >= 30


def test_greedy_scores_far_above_uniform() -> None:
    greedy = by_chance = 0
    for seed in range(6):
        sides = [GREEDY if seat == seed % 3 else uniform.choose for seat in range(3)]
        scores = played(GAME, sides, seed, ready_check=False).scores
        assert scores is not None
        greedy += scores[seed % 3]
        by_chance += sum(scores) - scores[seed % 3]

    assert 2 * greedy > 1.4 * by_chance, f"one greedy {greedy}, two uniform {by_chance}"


def test_goods_are_valued_by_their_nearest_tile() -> None:
    judgement = GoodsJudgement(trading("tt", "f", "c", tiles=THREE_CARPETS).view(0))

    assert judgement.worth(by_rank(goods("ttt"))) > judgement.worth(by_rank(goods("ttc"))) + 1


# Levels with other weights


def test_a_strong_player_asks_a_little_more_than_it_gives_and_a_casual_one_does_not() -> None:
    table = trading("o t f", "o o", "c", tiles="tile_gold_2_4")
    view = table.view(0)

    def dearest(temper: Temper) -> float:
        return max(value(by_rank(desired.want)) - value(by_rank(desired.give)) for desired in best_trades(view, temper))

    assert dearest(CASUAL) <= CASUAL.asks < dearest(STRONG) <= STRONG.asks


def test_a_strong_player_announces_any_of_its_three_best_trades_and_a_casual_one_the_best() -> None:
    table = trading("d o f", "t t", "c v", tiles="tile_gold_4_9 tile_diamond_3_8 tile_carpet_3_5")

    def said(name: str) -> set[str]:
        policy, legal = policies.get("dealmaker", name), table.legal(0, prompt(table, "talk").id)
        words = (policy(table.view(0), legal, policy_draws(b"words", seed)) for seed in range(200))
        return {repr(move) for move in words if move is not None}

    assert (len(said("casual")), len(said("strong"))) == (1, 3)


@pytest.mark.parametrize("level", ["good", "strong"])
def test_a_better_player_accepts_more_valuable_goods_that_bring_no_tile_nearer(level: str) -> None:
    table = trading("vvv ff", "tt", "c", tiles=THREE_CARPETS)
    offer_args = offer(table, 0, "vvv ff", "tt")
    better = policies.get("dealmaker", level)(table.view(1), table.legal(1), policy_draws(b"test"))

    assert better == Move("accept", offer_args)
    assert choice(table, 1) == Move("decline", offer_args)
