"""Views, hidden coins, and what the log reveals."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.kernel.codec import view_from, view_json
from games.kernel.effect import fold, redacted
from games.kernel.errors import IllegalMove
from games.kernel.view import View, view_of
from games.negoces2 import GAME
from games.negoces2.board import hand
from games.negoces2.negotiation import Negotiate
from games.negoces2.options import NegocesOptions
from tests.games.harness.scenario import Scenario, lay
from tests.games.harness.simulate import Match, Players
from tests.games.negoces2.table import START, A, B, C, D, accept, haggling, sold_to


def view_as_json(table: Scenario, viewer: int | None) -> dict[str, Any]:
    """Returns a view as JSON, like the API."""
    value: dict[str, Any] = json.loads(json.dumps(view_json(GAME, table.view(viewer))))
    return value


@pytest.mark.parametrize("viewer", [A, B, C, D, None])
def test_s65_a_seat_computes_its_view_from_the_effects_it_received(viewer: int | None) -> None:
    match = Match(GAME, 4, NegocesOptions.from_json({"max_sales": 8}, 4), 65)
    players = Players.of_seed(65)
    while not match.state.is_over:
        match.decide(players.decision(match))

    view: View = view_of(match.game.opening(4, match.options), viewer)
    for step in match.steps:
        view = fold(view, redacted(step.outcome.effects, 4, GAME.sights, viewer))  # type: ignore[assignment]
    assert view == view_of(match.state, viewer)


def test_s69_an_invalid_card_or_offer_is_refused() -> None:
    table = haggling()

    for nonsense in ("gold", 7, None, ["tea"], {"tea": 1}, True):
        assert table.refusal(B, "offer", card=nonsense, face="up", coins=0) is not None
    with pytest.raises(IllegalMove):
        table.play(A, "accept", offer=99, version=1)


@pytest.mark.parametrize("hidden", ["tea", "jade"])
def test_a_refusal_reveals_only_what_its_sender_can_see(hidden: str) -> None:
    """B's hidden card makes no difference to the response that C gets."""
    table = haggling(hands={B: "tea*4 silk*3 jade", D: "perfume*4 jade*3 silk"})
    table.play(B, "offer", card=hidden, face="down", coins=0)

    assert table.refusal(C, "offer", card="tea", face="up", coins=0) == "not_an_option"
    assert "accept" not in table.verbs(C)


def test_a_seat_remembers_a_hidden_card_that_it_gave_away_and_other_seats_do_not() -> None:
    table = haggling("wine", "down")
    table.play(C, "offer", card="coffee", face="down", coins=0)
    accept(table, C)

    mine = [known.face for known in table.view(C).known if known.zone.seat == A]
    others = [known.face for known in table.view(D).known if known.zone.seat == A]
    assert "coffee" in mine
    assert "coffee" not in others


# Coins (ruling A11)


def test_n25_a11_coins_may_be_hidden_and_shown() -> None:
    table = haggling()
    table.play(B, "hide", coins=6)
    assert (table.public.coins[B], table.public.hidden_coins[B]) == (9, 6)
    table.play(B, "show", coins=2)

    assert (table.public.coins[B], table.public.hidden_coins[B]) == (11, 4)


def blank_numbers(table: Scenario, viewer: int | None) -> dict[str, list[int]]:
    """Returns the numbers that a client leaves blank for a viewer."""
    fields: dict[str, list[int]] = view_as_json(table, viewer)["display"]["blank"]
    return fields


def test_a11_clients_leave_hidden_coins_of_others_blank_and_views_contain_them() -> None:
    table = haggling()
    table.play(B, "hide", coins=6)

    assert blank_numbers(table, B) == {"hidden_coins": [A, C, D]}
    assert blank_numbers(table, None) == {"hidden_coins": [A, B, C, D]}
    assert view_as_json(table, C)["public"]["hidden_coins"] == [0, 6, 0, 0]
    assert view_as_json(table, C)["public"]["coins"] == [15, 9, 15, 15]


def test_a11_clients_leave_public_coins_visible() -> None:
    table = lay(GAME, 4, {"coins": "public"}, {hand(seat): faces for seat, faces in START.items()}, {"seller": A})

    assert blank_numbers(table, C) == {}


def test_a11_clients_leave_private_coins_blank() -> None:
    table = lay(GAME, 4, {"coins": "private"}, {hand(seat): faces for seat, faces in START.items()}, {"seller": A})
    table.prompt(Negotiate, range(4))

    assert blank_numbers(table, C) == {"coins": [A, B, D], "hidden_coins": [A, B, D]}
    assert view_as_json(table, C)["public"]["coins"] == [15, 15, 15, 15]
    assert {"hide", "show"}.isdisjoint(table.verbs(C))


def test_a11_at_the_end_all_coins_are_shown() -> None:
    table = haggling(max_sales=1)
    table.play(B, "hide", coins=6)
    sold_to(table, B, coins=1)

    assert table.state.is_over
    assert blank_numbers(table, C) == {}


def test_a11_open_coins_are_paid_first_and_hidden_ones_after_them() -> None:
    table = haggling()
    table.play(B, "hide", coins=10)
    sold_to(table, B, coins=7)

    assert (table.public.coins[B], table.public.hidden_coins[B]) == (0, 8)
    assert table.public.coins[A] == 22


def test_a11_coins_on_offer_lie_openly() -> None:
    table = haggling()
    table.play(B, "offer", coins=10)

    assert table.refusal(B, "hide", coins=6) == "out_of_range"
    assert table.refusal(B, "hide", coins=5) is None


@pytest.mark.parametrize("option", ["player_choice", "private", "public"])
def test_a11_legal_moves_do_not_depend_on_hidden_coins(option: str) -> None:
    """In random play, legal moves computed from the served view equal those computed from the state."""
    match = Match(GAME, 4, NegocesOptions.from_json({"coins": option, "max_sales": 4}, 4), 11)
    players = Players.of_seed(11)
    while not match.state.is_over:
        for prompt in match.state.open_prompts:
            for seat in prompt.seats:
                view = view_from(GAME, json.loads(json.dumps(view_json(GAME, view_of(match.state, seat)))))
                assert GAME.legal_moves(view, prompt.id).to_json() == match.legal(seat, prompt.id).to_json()
        match.decide(players.decision(match))
