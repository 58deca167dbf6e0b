"""Winning and declaring it (rules, 'Fin de partie et vainqueur')."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel.view import view_of
from games.negoces2 import GAME
from games.negoces2.board import hand
from games.negoces2.forced import Pick
from games.negoces2.sale import Fair, Sale
from games.negoces2.version_1 import Negoces2Version1
from tests.games.harness.scenario import Scenario, lay
from tests.games.negoces2.table import A, B, C, D, everybody, haggling, open_phases, sold_to

EIGHT = "wine spices tea silk coffee jewels perfume jade"
TWO_COMPLETE = {
    A: EIGHT,
    B: "wine*2 spices*2 tea*2 silk*2",
    C: f"{EIGHT} contraband",
    D: "coffee*2 jewels*2 perfume*2 jade*2",
}


def after_sale(hands: dict[int, str] | None = None, coins: tuple[int, ...] = (15,) * 4, **options: Any) -> Scenario:
    """Returns a table after a sale by A: by default all seats have been the seller, and A bought last."""
    public = {"coins": coins, "seller": A, "sold": (A, B, C, D), "sales": 9, "buyer": A, **options.pop("public", {})}
    hands = hands or {
        A: "wine*4 spices*4",
        B: "tea*4 silk*4",
        C: "coffee*4 jewels*4 contraband",
        D: "perfume*4 jade*4",
    }
    table = lay(options.pop("game", GAME), 4, options, {hand(seat): faces for seat, faces in hands.items()}, public)
    sale = table.prompt(Sale, within=table.prompt(Fair))
    table.run(lambda dealer: dealer.close(), inside=table.prompt(Pick, A, within=sale))
    return table


# Declaring


def test_s51_n21_a_seat_with_thirty_one_coins_may_win() -> None:
    table = after_sale(coins=(7, 7, 8, 31))
    everybody(table, d="declare")
    for seat in (A, B, C):
        table.play(seat, "keep_silent")

    assert table.state.standings == ((D,), (A, B, C))


def test_s53_n22_eight_goods_win_and_contraband_does_not_count() -> None:
    table = after_sale(TWO_COMPLETE)
    assert "declare" in table.verbs(C) and "declare" in table.verbs(A)

    seven = {**TWO_COMPLETE, A: "wine spices tea silk coffee jewels perfume contraband", C: f"{EIGHT} jade"}
    assert "declare" not in after_sale(seven).verbs(A)


def test_s55_a13_a_seat_that_qualified_before_must_qualify_now() -> None:
    assert "declare" in after_sale(coins=(31, 7, 7, 8)).verbs(A)
    assert "declare" not in after_sale(coins=(28, 10, 7, 8)).verbs(A)
    table = after_sale(coins=(31, 7, 7, 8))
    everybody(table)
    assert table.to_act == (C,) and open_phases(table) == {"place"}
    later = sold_to(_placed(table), B, coins=1)
    assert "declare" in later.verbs(A)


def _placed(table: Scenario) -> Scenario:
    table.play(C, "place", card="coffee", face="up")
    return table


def test_n23_a_qualified_seat_may_play_on() -> None:
    table = after_sale(coins=(31, 7, 7, 8))
    everybody(table)

    assert not table.state.is_over


def test_n20_no_seat_is_prompted_before_all_have_been_seller() -> None:
    table = after_sale(coins=(31, 7, 7, 8), public={"sold": (A, B)})

    assert table.public.sold == (A, B, C), "C holds nine cards"
    assert open_phases(table) == {"place"}


@pytest.mark.parametrize(("coins", "asks"), [(31, True), (30, False)])
def test_a9_thirty_one_coins_or_more_qualify(coins: int, asks: bool) -> None:
    assert ("declare" in after_sale(coins=(coins, 7, 7, 8)).verbs(A)) == asks


def test_a9_an_option_raises_the_coins_that_qualify() -> None:
    assert "declare" not in after_sale(coins=(31, 7, 7, 8), coins_to_win=32).verbs(A)
    assert "declare" in after_sale(coins=(32, 7, 7, 8), coins_to_win=32).verbs(A)


def test_a11_hidden_coins_count() -> None:
    table = after_sale(coins=(1, 7, 7, 8), public={"hidden_coins": (30, 0, 0, 0)})

    assert "declare" in table.verbs(A)


def test_a8_a_seat_with_nine_cards_after_a_sale_counts_as_a_seller() -> None:
    table = sold_to(haggling(public={"sold": (A, C, D)}), B, coins=1)

    assert table.public.sold == (A, B, C, D)
    assert open_phases(table) == {"declare"}


def test_a8_an_option_counts_only_seats_that_completed_a_sale() -> None:
    table = sold_to(haggling(public={"sold": (C, D)}, seller_counts="sale_done"), B, coins=1)

    assert table.public.sold == (A, C, D)
    assert open_phases(table) == {"place"}


def test_a14_the_auction_does_not_count_as_a_sale() -> None:
    table = haggling()

    assert table.public.sales == 0
    assert sold_to(table, B, coins=1).public.sales == 1


# Visibility


def test_s63_answers_stay_hidden_until_all_have_answered() -> None:
    rich, poor = after_sale(coins=(31, 7, 7, 8)), after_sale(coins=(30, 8, 7, 8))
    for table in (rich, poor):
        for seat in (B, C, D):
            table.play(seat, "play_on")

    assert len(rich.acts) == len(poor.acts), "an answer makes no row"
    assert rich.to_act == poor.to_act == (A, B, C, D)
    assert "declare" in rich.verbs(A) and "declare" not in poor.verbs(A)
    assert view_of(rich.state, B).prompts == view_of(poor.state, B).prompts


def test_an_answer_may_be_changed_until_all_have_answered() -> None:
    table = after_sale(coins=(31, 7, 7, 8))
    table.play(A, "declare")
    everybody(table)

    assert not table.state.is_over


def test_a_seat_that_does_not_answer_plays_on() -> None:
    table = after_sale(coins=(31, 7, 7, 8), answer_deadline=20)
    prompt = table.open_prompt(A)
    assert prompt.after == 20
    table.expire(prompt.id)

    assert open_phases(table) == {"place"}


def test_a_win_by_goods_shows_the_hand() -> None:
    table = after_sale(TWO_COMPLETE, join_declaration="only_declared")
    everybody(table, a="declare")

    assert {
        effect["faces"] and len(effect["faces"]) for effect in table.effects_for(B) if effect["kind"] == "shown"
    } == {8}


# Several winners at once


def test_s57_n24_most_coins_win() -> None:
    table = after_sale(TWO_COMPLETE, coins=(8, 31, 7, 8))
    everybody(table, b="declare", c="declare")
    table.play(A, "keep_silent")
    table.play(D, "keep_silent")

    assert table.state.standings == ((B,), (C,), (A, D))


def test_a10_after_a_declaration_the_others_may_join() -> None:
    table = after_sale(TWO_COMPLETE, coins=(12, 13, 10, 15))
    everybody(table, c="declare")

    assert open_phases(table) == {"join"}
    assert table.verbs(A) == {"join", "keep_silent"}
    assert table.verbs(B) == table.verbs(D) == {"keep_silent"}
    for seat, answer in ((A, "join"), (B, "keep_silent"), (D, "keep_silent")):
        table.play(seat, answer)
    assert table.state.standings == ((A,), (C,), (B, D))


def test_a10_a_seat_that_does_not_answer_does_not_join() -> None:
    table = after_sale(TWO_COMPLETE, coins=(12, 13, 10, 15), answer_deadline=20)
    everybody(table, c="declare")
    table.expire(table.open_prompt(A).id)

    assert table.state.standings == ((C,), (A, B, D))


@pytest.mark.parametrize(("join", "winner"), [("auto", A), ("only_declared", C)])
def test_a10_an_option_compares_all_seats_or_only_those_that_declared(join: str, winner: int) -> None:
    table = after_sale(TWO_COMPLETE, coins=(12, 13, 10, 15), join_declaration=join)
    everybody(table, c="declare")

    assert table.state.standings[0] == (winner,)


def test_s59_a12_equal_coins_share_the_victory() -> None:
    table = after_sale(TWO_COMPLETE, coins=(13, 14, 13, 10))
    everybody(table, a="declare", c="declare")
    table.play(B, "keep_silent")
    table.play(D, "keep_silent")

    assert table.state.standings == ((A, C), (B, D))


@pytest.mark.parametrize(("buyer", "places"), [(C, ((C,), (A,), (B, D))), (B, ((A, C), (B, D)))])
def test_s59_a12_an_option_gives_the_victory_to_the_last_buyer_if_tied(buyer: int, places: Any) -> None:
    table = after_sale(
        TWO_COMPLETE, (13, 14, 13, 10), total_tie="buyer_wins", join_declaration="auto", public={"buyer": buyer}
    )
    everybody(table, a="declare")

    assert table.state.standings == places


def test_a12_an_option_continues_a_tied_match() -> None:
    table = after_sale(TWO_COMPLETE, (13, 14, 13, 10), total_tie="play_on", join_declaration="auto")
    everybody(table, a="declare")

    assert open_phases(table) == {"place"}


# The last sale


def test_s61_a18_at_the_last_sale_most_goods_win_then_most_coins() -> None:
    hands = {
        A: "wine spices tea*2 silk coffee perfume jade",
        B: "wine spices*2 tea silk coffee jewels jade*2",
        C: "wine spices tea silk*2 coffee perfume contraband",
        D: "jewels*3 perfume*2 coffee wine jade",
    }
    table = after_sale(hands, (10, 14, 20, 9), public={"sales": 59})

    assert table.state.standings == ((B,), (A,), (C,), (D,)), "seven, seven, six and five goods"


def test_a18_at_the_last_sale_qualified_seats_come_first_even_if_not_all_have_sold() -> None:
    table = after_sale(TWO_COMPLETE, (9, 10, 5, 31), public={"sales": 59, "sold": (A,)})

    assert table.state.standings == ((D,), (A,), (C,), (B,))


def test_a18_the_limit_is_an_option() -> None:
    assert sold_to(haggling(max_sales=1), B, coins=1).state.is_over
    assert not sold_to(haggling(max_sales=2), B, coins=1).state.is_over


# Leaving


def test_the_offer_of_a_buyer_who_leaves_is_withdrawn_and_they_are_placed_last() -> None:
    table = haggling()
    table.play(B, "offer", card="tea", face="up", coins=1)
    table.resign(B)

    assert table.public.offers == ()
    assert table.faces("hand", B) == "tea tea tea tea silk silk silk silk"
    assert table.to_act == (A,)


def test_chance_forces_the_sale_of_a_seller_who_leaves() -> None:
    table = haggling()
    table.resign(A)

    assert open_phases(table) == {"pick"}
    table.default(A)
    assert table.public.seller != A


def test_a_seller_who_has_left_sells_by_chance() -> None:
    table = sold_to(haggling(), B, coins=1)
    table.resign(B)
    table.default(B)

    assert open_phases(table) == {"pick"}, "no haggling with an empty chair"


def test_n20_the_declaration_does_not_wait_for_seats_that_resigned() -> None:
    table = haggling(public={"sold": (A, B)})
    table.resign(C)
    table.resign(D)
    sold_to(table, B, coins=1)

    assert open_phases(table) == {"declare"}
    assert table.to_act == (A, B)


def test_the_last_seat_wins_when_all_others_resign() -> None:
    table = haggling()
    for seat in (A, B, C):
        table.resign(seat)

    assert table.state.standings == ((D,), (C,), (B,), (A,))


def after_resignation(table: Scenario, seat: int) -> Scenario:
    """Lets a seat resign; the clock then answers the open prompt for it and the others."""
    table.resign(seat)
    table.expire(table.open_prompt(B).id)
    return table


@pytest.mark.parametrize("total_tie", ["shared", "buyer_wins", "play_on"])
@pytest.mark.parametrize("join", ["ask", "auto", "only_declared"])
def test_a_declaration_does_not_count_once_its_seat_has_resigned(join: str, total_tie: str) -> None:
    table = after_sale(coins=(43, 7, 5, 5), join_declaration=join, total_tie=total_tie)
    table.play(A, "declare")

    assert open_phases(after_resignation(table, A)) == {"place"}, "nobody has won, the match goes on"


@pytest.mark.parametrize("total_tie", ["shared", "buyer_wins", "play_on"])
def test_a_seat_that_resigns_after_declaring_wins_nothing_and_the_match_goes_on(total_tie: str) -> None:
    table = after_sale(coins=(43, 7, 5, 5), total_tie=total_tie)
    everybody(table, a="declare")
    assert open_phases(table) == {"join"}

    assert open_phases(after_resignation(table, A)) == {"place"}


@pytest.mark.parametrize("total_tie", ["shared", "buyer_wins", "play_on"])
def test_a_seat_that_joins_a_declaration_wins_alone_if_the_declarer_resigns(total_tie: str) -> None:
    table = after_sale(TWO_COMPLETE, coins=(13, 14, 13, 10), total_tie=total_tie)
    everybody(table, a="declare")
    table.play(C, "join")

    assert after_resignation(table, A).state.standings == ((C,), (B, D), (A,))


def test_version_1_gives_the_first_place_to_the_others_when_the_declarer_resigns() -> None:
    for before in (True, False):
        table = after_sale(coins=(43, 7, 5, 5), game=Negoces2Version1())
        if before:
            table.play(A, "declare")
            table.resign(A)
            table.expire(table.open_prompt(B).id)
        else:
            everybody(table, a="declare")
            table.resign(A)
        table.expire(table.open_prompt(B).id)

        assert table.state.standings == ((B, C, D), (A,))
