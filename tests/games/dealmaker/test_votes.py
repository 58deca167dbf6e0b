"""Stop achat, the vote for the sales, and idleness: scenarios S48 to S56 of RULES.md."""

from __future__ import annotations

from typing import Any

import pytest

from games.dealmaker import GAME, VERSIONS
from games.kernel.effect import Announced
from games.kernel.words.speech import Speaker
from tests.games.dealmaker.griefing import MANNERS, longest
from tests.games.dealmaker.table import announced, asks, faces, prompt, trading, vote

EVERYBODY = (0, 1, 2)
HOUR = 3_600
LIVE, WEB = {"pace": "live"}, {"pace": "web"}


def test_s48_each_player_draws_a_card_when_all_agree() -> None:
    table = trading("t", "f", "c", stock="vvv dof")

    vote(table, "propose_stop", *EVERYBODY)

    assert [table.faces("hand", seat) for seat in EVERYBODY] == [faces("t f"), faces("f o"), faces("c d")]
    assert table.size("stock") == 3


def test_s49_a_single_refusal_rejects_the_proposal() -> None:
    table = trading("t", "f", "c")
    table.play(0, "propose_stop")
    table.play(1, "agree")

    effects = table.play(2, "refuse")

    assert announced(effects) == ["refused"]
    assert (asks(table, "stop_vote"), table.size("hand", 0)) == (False, 1)


def test_trading_goes_on_during_the_vote() -> None:
    table = trading("t", "f", "c")
    table.play(0, "propose_stop")

    assert "offer" in table.verbs(1, prompt(table, "trade").id)
    assert table.to_act == (1, 2)


def test_s50_taking_the_pawn_ends_the_vote() -> None:
    table = trading("t", "f", "c")
    table.play(0, "propose_stop")
    table.play(1, "agree")

    assert announced(table.play(2, "grab")) == ["vote_lapsed"]
    assert (asks(table, "stop_vote"), table.public.ayes) == (False, ())


def test_a_vote_without_an_answer_in_time_counts_as_a_refusal() -> None:
    table = trading("t", "f", "c")
    table.play(0, "propose_stop")
    assert prompt(table, "stop_vote").after == 15

    table.expire(prompt(table, "stop_vote").id)

    assert (asks(table, "stop_vote"), table.size("hand", 0)) == (False, 1)


def test_an_agreement_can_be_withdrawn() -> None:
    table = trading("t", "f", "c")
    table.play(0, "propose_stop")

    table.play(0, "refuse")

    assert not asks(table, "stop_vote")


def test_only_one_vote_is_open_at_a_time() -> None:
    table = trading("t", "f", "c")
    table.play(0, "propose_stop")

    assert table.refusal(1, "propose_stop") == "not_a_verb_now"


def test_s51_a_stock_smaller_than_the_number_of_players_is_discarded_and_no_card_is_drawn() -> None:
    table = trading("t", "f", "c", "v", stock="ooo")

    vote(table, "propose_stop", 0, 1, 2, 3)

    assert [table.size("hand", seat) for seat in range(4)] == [1] * 4
    assert (table.size("stock"), table.faces("discard")) == (0, faces("ooo"))


@pytest.mark.parametrize(
    ("stock", "details", "english", "french"),
    [
        (
            "vvv dof",
            {"drawn": 4, "discarded": 0},
            "Stop buying: each draws a card",
            "Stop achat\u00a0: chacun pioche une carte",
        ),
        (
            "ooo",
            {"drawn": 0, "discarded": 3},
            "Stop buying: the stock is too short and is discarded; nobody draws",
            "Stop achat\u00a0: la pioche est trop courte et elle est défaussée\u202f; personne ne pioche",
        ),
    ],
)
def test_the_announcement_of_stop_achat_says_who_draws(
    stock: str, details: dict[str, int], english: str, french: str
) -> None:
    table = trading("t", "f", "c", "v", stock=stock)

    [said] = [e for e in vote(table, "propose_stop", 0, 1, 2, 3) if isinstance(e, Announced)]

    assert (said.what, dict(said.details)) == ("stop_achat", details)
    assert Speaker(GAME.package, "en").announced(said.what, said.details) == english
    assert Speaker(GAME.package, "fr").announced(said.what, said.details) == french


@pytest.mark.parametrize("version", [1, 2])
def test_the_announcement_of_stop_achat_in_older_versions_does_not_say_who_draws(version: int) -> None:
    table = trading("t", "f", "c", "v", stock="ooo", game=VERSIONS[version])

    [said] = [e for e in vote(table, "propose_stop", 0, 1, 2, 3) if isinstance(e, Announced)]

    assert said.details == {}
    assert Speaker(GAME.package, "en").announced(said.what, said.details) == "Stop buying"


def test_s53_stop_achat_cannot_be_proposed_with_an_empty_stock() -> None:
    assert trading("t", "f", "c", stock="").refusal(0, "propose_stop") == "not_a_verb_now"


def test_s54_the_sales_cannot_be_proposed_with_goods_in_stock() -> None:
    assert trading("t", "f", "c", stock="v").refusal(0, "propose_sales") == "not_a_verb_now"


def test_s55_a_single_refusal_rejects_the_sales_and_a_full_price_can_still_be_paid() -> None:
    table = trading("ttt", "f", "c", stock="", tiles="tile_carpet_3_5 tile_gold_4_9")
    table.play(1, "propose_sales")

    assert announced(table.play(2, "refuse")) == ["refused"]
    assert (table.public.stage, asks(table, "sales_vote")) == ("trade", False)
    table.play(0, "grab")
    assert "conclude" in table.verbs(0)


def test_s56_the_sales_begin_when_all_agree_and_no_player_can_pay() -> None:
    table = trading("tt", "f", "c", stock="", tiles="tile_carpet_3_5")

    vote(table, "propose_sales", *EVERYBODY)

    assert (table.public.stage, asks(table, "trade"), asks(table, "sales")) == ("sales", False, True)


def test_while_a_player_can_pay_the_sales_do_not_begin_and_no_player_is_named() -> None:
    table = trading("ttt", "f", "c", stock="", tiles="tile_carpet_3_5")

    vote(table, "propose_sales", *EVERYBODY)

    assert table.public.stage == "trade"
    assert {"kind": "announced", "what": "a_deal_is_still_possible", "details": {}} in table.effects_for(None)


def test_goods_on_offer_count_as_held_when_deciding_whether_a_player_can_pay() -> None:
    table = trading("ttt", "f", "c", stock="", tiles="tile_carpet_3_5")
    table.play(0, "offer", audience=[1], give={"carpet": 3}, want={"diamond": 1})

    vote(table, "propose_sales", *EVERYBODY)

    assert table.public.stage == "trade"


def test_an_option_lets_the_vote_alone_decide_on_the_sales() -> None:
    options = {"sales_need_nobody_can_pay": False}
    table = trading("ttt", "f", "c", stock="", tiles="tile_carpet_3_5", options=options)

    vote(table, "propose_sales", *EVERYBODY)

    assert table.public.stage == "sales"


def test_with_manual_resume_the_proposer_resumes_trade_after_a_vote() -> None:
    table = trading("t", "f", "c", options={"manual_resume": True})

    vote(table, "propose_stop", 1, 0, 2)

    assert prompt(table, "resume").seats == (1,)
    table.play(1, "resume")
    assert asks(table, "trade_idle")


# Idleness


def test_each_player_draws_without_a_vote_after_too_long_without_a_deal() -> None:
    table = trading("t", "f", "c")

    assert prompt(table, "trade_idle").after == 120
    table.expire(prompt(table, "trade_idle").id)

    assert [table.size("hand", seat) for seat in EVERYBODY] == [2] * 3


def test_the_sales_begin_after_too_long_without_a_deal_even_if_a_player_could_pay() -> None:
    table = trading("ttt", "f", "c", stock="", tiles="tile_carpet_3_5")

    table.expire(prompt(table, "trade_idle").id)

    assert table.public.stage == "sales"


def test_each_player_draws_after_a_number_of_acts_without_a_deal() -> None:
    table = trading("t" * 3, "f", "c", options={"max_idle_acts": 20})
    for _ in range(10):
        offer_args = {"offer": table.public.next_offer, "version": 1}
        table.play(0, "offer", audience=[1], give={"carpet": 1}, want={"gold": 1})
        table.play(0, "withdraw", **offer_args)

    assert table.public.idle_acts == 0
    assert [table.size("hand", seat) for seat in EVERYBODY] == [4, 2, 2]


def test_a_player_who_refuses_every_proposal_cannot_block_the_match() -> None:
    table = trading("t", "f", "c", stock="vvv", tiles="tile_diamond_3_8")
    for _ in range(2):
        verb = "propose_stop" if table.size("stock") else "propose_sales"
        table.play(0, verb)
        table.play(2, "refuse")
        table.expire(prompt(table, "trade_idle").id)

    table.expire(prompt(table, "sales_idle").id)

    assert table.state.is_over


def test_the_trade_ends_at_its_time_limit_and_the_stock_is_discarded() -> None:
    table = trading("t", "f", "c", stock="vvv")
    table.play(0, "propose_stop")

    effects = table.expire(prompt(table, "trade_limit").id)

    assert announced(effects) == ["vote_lapsed", "sales"]
    assert (table.public.stage, table.size("stock"), table.faces("discard")) == ("sales", 0, faces("vvv"))


def test_the_limit_of_the_trade_waits_for_the_holder_of_the_pawn() -> None:
    table = trading("ttt", "f", "c", tiles="tile_carpet_3_5 tile_gold_4_9")
    table.play(0, "grab")

    table.expire(prompt(table, "trade_limit").id)
    assert (table.public.stage, table.public.holders) == ("trade", (0,))
    table.play(0, "release")

    assert (table.public.stage, table.public.holders) == ("sales", ())


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize(("options", "most"), [(LIVE, 4 * HOUR), (WEB, 7 * 24 * HOUR)], ids=["live", "web"])
def test_a_match_takes_at_most_an_evening_live_and_a_week_by_web(
    manner: str, options: dict[str, Any], most: int
) -> None:
    assert longest(GAME, options, manner) <= most


@pytest.mark.parametrize(("options", "most"), [(LIVE, 4 * HOUR), (WEB, 7 * 24 * HOUR)], ids=["live", "web"])
def test_the_time_limits_of_a_match_add_up_to_its_greatest_length(options: dict[str, Any], most: int) -> None:
    times = GAME.options.from_json(options, 3)

    spans = (times.ready_time, times.trade_limit, times.pawn_time, times.resume_time)
    sales = (times.sales_limit, times.rush_window, times.pawn_time)

    assert sum(spans) + sum(sales) <= most


def test_a_match_of_version_1_can_take_longer_than_an_evening() -> None:
    assert longest(VERSIONS[1], {**LIVE, "max_idle_acts": 20}, "last_second") > 4 * HOUR
