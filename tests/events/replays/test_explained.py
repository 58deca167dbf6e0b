"""The coach's texts about offers: numbers counted by hand, independent of the cards of others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import islice

import pytest

from bots.policies.greedy import dealmaker as greedy_dealmaker
from bots.policies.greedy import negoces2 as greedy_negoces2
from bots.search.levels import plan_of
from bots.search.plan import ExplainedTrade
from games import registry
from games.dealmaker.goods import by_rank
from games.kernel import offers
from games.kernel.rng import policy_draws
from games.kernel.state import Json, Move, Seat, State
from games.kernel.view import View, sample_world, view_of
from games.kernel.words.meanings import declared
from games.kernel.words.speech import Speaker
from games.kernel.words.texts import LANGUAGES
from tests.bots.moments import moments
from tests.games.dealmaker.table import goods, offer, trading
from tests.games.harness.scenario import Scenario
from tests.games.negoces2.table import A, B, C, haggling, offer_of

Explains = Callable[[str, State, View, Move], ExplainedTrade | None]

THREE_CARPETS = "tile_carpet_3_5"
TRADERS = ("dealmaker", "negoces2")
MOMENTS, WORLDS = 20, 3


def explanation(key: str, view: View, move: Move) -> ExplainedTrade | None:
    explains = plan_of(key).explains
    assert explains is not None
    return explains(view, move)


def explanation_of(table: Scenario, seat: Seat, verb: str, **args: Json) -> ExplainedTrade | None:
    """Returns the coach's text for a legal move of a seat."""
    move = Move(verb, args)
    assert move in table.legal(seat), move
    return explanation(table.game.key, table.view(seat), move)


def sentence(key: str, language: str, found: ExplainedTrade | None) -> str:
    assert found is not None
    return Speaker(registry.get(key).package, language).explained(found.code, found.params)


# Dealmaker: the value of a good is its progress to a deal, plus 0.35 of its general value (`greedy.WORTH`)


def test_the_text_of_an_offer_states_the_value_of_both_sides() -> None:
    """Two carpets of three count as 0.6 of five points; the third gives all five."""
    table = trading("tt cv", "t", "f", tiles=THREE_CARPETS)

    found = explanation_of(table, 0, "offer", audience=[1, 2], give=goods("cv"), want=goods("t"))

    # cost: 0.35 × (0.8 + 0.95) = 0.6125; gain: 5 × (1 - 0.6) + 0.35 × 1.65 = 2.5775; others: 1.75 - 1.65 = 0.1
    assert found == (
        "trade",
        {
            "give": {"peanuts": 1, "vinegar": 1},
            "want": {"carpet": 1},
            "cost": 0.61,
            "gain": 2.58,
            "other_gains": 0.1,
        },
    )
    assert sentence("dealmaker", "en", found) == (
        "Counted in points, it gives Peanuts and Vinegar, worth 0.61 to you, for Carpet, worth 2.58; "
        "by the usual worth of goods the other side gains 0.1."
    )
    assert sentence("dealmaker", "fr", found) == (
        "Compté en points, c’est donner Cacahouètes et Vinaigre, d’une valeur de 0,61 pour vous, contre Tapis, "
        "d’une valeur de 2,58\u202f; à la valeur courante des marchandises, l’autre côté y gagne 0,1."
    )


def test_the_text_of_an_acceptance_states_the_values_from_the_other_side() -> None:
    table = trading("cv", "ttt", "f", tiles=THREE_CARPETS)
    named = offer(table, 0, "cv", "t")

    found = explanation_of(table, 1, "accept", **named)

    assert found == (
        "trade",
        {
            "give": {"carpet": 1},
            "want": {"peanuts": 1, "vinegar": 1},
            "cost": 2.58,
            "gain": 0.61,
            "other_loses": 0.1,
        },
    )


def test_the_text_of_a_refusal_states_the_value_of_the_refused_goods() -> None:
    """The third carpet is worth 2.58 as above; peanuts are worth 0.35 × 0.8 = 0.28."""
    table = trading("c", "ttt", "f", tiles=THREE_CARPETS)
    named = offer(table, 0, "c", "t")

    found = explanation_of(table, 1, "decline", **named)

    assert found == ("declined", {"give": {"carpet": 1}, "want": {"peanuts": 1}, "cost": 2.58, "gain": 0.28})
    assert sentence("dealmaker", "en", found) == (
        "Counted in points, it turns down Peanuts, worth 0.28 to you, for Carpet, worth 2.58."
    )


def test_the_text_of_a_gift_states_the_received_goods_and_their_value() -> None:
    table = trading("t", "tt", "f", tiles=THREE_CARPETS, options={"allow_gifts": True})
    named = offer(table, 0, "t", "")

    found = explanation_of(table, 1, "accept", **named)

    assert found == ("gift", {"give": {}, "want": {"carpet": 1}, "cost": 0.0, "gain": 2.58, "other_loses": 1.65})
    assert sentence("dealmaker", "fr", found) == (
        "Compté en points, c’est recevoir Tapis, d’une valeur de 2,58 pour vous, contre rien\u202f; "
        "à la valeur courante des marchandises, l’autre côté y perd 1,65."
    )


def test_a_refusal_of_goods_that_the_seat_does_not_have_has_no_text() -> None:
    table = trading("c", "f", "f", tiles=THREE_CARPETS)

    assert explanation_of(table, 1, "decline", **offer(table, 0, "c", "t")) is None


# Négoces 2: a missing good is worth 20 / 5 = 4 coins, any other card 1 / 5 = 0.2, the next sale 10 / 5 = 2


def test_a_buyer_gives_a_spare_card_and_coins_for_a_missing_good() -> None:
    table = haggling("wine")

    found = explanation_of(table, B, "offer", card="tea", face="up", coins=2)

    assert found == ("trade", {"give": {"tea": 1, "coins": 2}, "want": {"wine": 1}, "cost": 2.2, "gain": 4.0})
    assert sentence("negoces2", "en", found) == (
        "Counted in coins, it gives 3 Tea and 2 coins, worth 2.2 to you, for 1 Wine, worth 4."
    )


def test_a_buyer_who_gives_coins_alone_sells_next() -> None:
    table = haggling("wine")

    found = explanation_of(table, B, "offer", coins=5)

    assert found == (
        "trade",
        {
            "give": {"coins": 5},
            "want": {"wine": 1},
            "cost": 5.0,
            "gain": 6.0,
            "sells_next": True,
        },
    )
    assert sentence("negoces2", "fr", found) == (
        "Compté en pièces, c’est donner 5 pièces, d’une valeur de 5 pour vous, contre 1 Vin et le droit de vendre "
        "ensuite, d’une valeur de 6."
    )


def test_a_card_face_down_is_worth_half_of_a_random_one_and_is_not_named() -> None:
    """B lacks six goods of eight: 20 × 6 / 8 / 2, rounded down, is 7, and 7 / 5 = 1.4."""
    table = haggling("wine", "down")

    found = explanation_of(table, B, "offer", card="tea", face="up", coins=0)

    assert found == ("trade", {"give": {"tea": 1}, "want": {"hidden": 1}, "cost": 0.2, "gain": 1.4})
    assert sentence("negoces2", "en", found).endswith("for a card, worth 1.4.")


def test_a_sale_counts_the_coins_on_both_cards_and_the_next_sale() -> None:
    """Tea is worth 4, the coin 1 and the next sale 2; the coin on the seller's card costs 1."""
    table = haggling("wine")
    table.play(A, "lot_coins", coins=1)
    table.play(B, "offer", card="tea", face="up", coins=1)
    named = {name: offer_of(table, B)[key] for name, key in (("offer", "id"), ("version", "version"))}

    found = explanation_of(table, A, "accept", **named)

    assert found == (
        "sale",
        {
            "give": {"coins": 1},
            "want": {"tea": 1, "coins": 1},
            "cost": 1.0,
            "gain": 7.0,
            "sells_next": True,
        },
    )
    assert sentence("negoces2", "en", found) == (
        "Counted in coins, it brings 3 Tea and 1 coin and the right to sell next, worth 7 to you, less the 1 coin on "
        "your card; the card for sale goes in any case."
    )


def test_a_forced_sale_gives_a_second_card_for_the_good_that_is_named() -> None:
    table = haggling("wine")

    found = explanation_of(table, A, "force", card="spices", good="tea")

    assert found == ("forced", {"give": {"spices": 1}, "want": {"tea": 1}, "cost": 0.2, "gain": 4.0})


def test_the_only_copy_of_a_good_is_no_spare_card() -> None:
    table = haggling("wine", hands={B: "tea*4 silk*3 coffee", C: "silk coffee*3 jewels*4"})

    found = explanation_of(table, B, "offer", card="coffee", face="up", coins=0)

    assert found is not None and found.params["cost"] == 4.0


# Both games


@cache
def met_moves(key: str) -> tuple[tuple[View, Move], ...]:
    """Returns a few moves of each verb, from matches between greedy bots."""
    return tuple(
        (view, move)
        for view, _, moves in moments(key, MOMENTS)
        for template in moves.templates
        for move in islice(template, 2)
    )


@pytest.mark.parametrize("key", TRADERS)
def test_moves_other_than_trades_have_no_text(key: str) -> None:
    trades = {"dealmaker": {"offer", "counter", "accept", "decline"}, "negoces2": {"offer", "accept", "force"}}[key]

    told = {move.verb for view, move in met_moves(key) if explanation(key, view, move) is not None}
    others = {move.verb for _, move in met_moves(key)} - trades

    assert others and told and told <= trades


@pytest.mark.parametrize("key", TRADERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_a_complete_sentence(key: str, language: str) -> None:
    kinds = declared(registry.get(key).package)["explained"]

    for view, move in met_moves(key):
        found = explanation(key, view, move)
        if found is not None:
            words = sentence(key, language, found)
            assert set(found.params) <= set(kinds[found.code])
            assert words.endswith(".") and not {"{", "}", "[", "]"} & set(words), words


def test_gain_minus_cost_is_the_value_by_which_the_greedy_bots_decide() -> None:
    for view, move in met_moves("dealmaker"):
        found = explanation("dealmaker", view, move)
        if found is not None:
            judged = greedy_dealmaker.GoodsJudgement(view).gain(
                *(by_rank(found.params[side]) for side in ("give", "want"))
            )
            assert found.params["gain"] - found.params["cost"] == pytest.approx(judged, abs=0.011)
    for view, move in met_moves("negoces2"):
        if move.verb == "accept":
            found = explanation("negoces2", view, move)
            standing = offers.standing(view, move.args["offer"])
            assert found is not None and standing is not None
            worth = greedy_negoces2.offer_worth(view, standing) / greedy_negoces2.COIN
            assert found.params["gain"] - found.params["cost"] == pytest.approx(worth)


# Only the view


def from_the_view(key: str, world: State, view: View, move: Move) -> ExplainedTrade | None:
    return explanation(key, view_of(world, view.viewer, view.known), move)


def with_the_others_gain(key: str, world: State, view: View, move: Move) -> ExplainedTrade | None:
    """Plants a fault: computes the other side's gain from its hidden cards."""
    found = from_the_view(key, world, view, move)
    if found is None:
        return None
    zone = next(zone for zone in world.zones if zone.name == "hand" and zone.seat != view.viewer and world.size(*zone))
    held = Counter(world.face(card) for card in world.cards(*zone))
    return ExplainedTrade(
        found.code, {**found.params, "other_gains": sum(held[good] == 0 for good in found.params["give"])}
    )


def differing(key: str, explains: Explains) -> list[tuple[Move, int]]:
    """Returns the moves whose text differs in a world that looks the same to the seat."""
    game = registry.get(key)
    found = []
    for place, (view, move) in enumerate(met_moves(key)):
        worlds = [
            sample_world(view, game.box(view.seats, view.options), policy_draws(b"behind", place, n), game.backs)
            for n in range(WORLDS)
        ]
        first, *others = [explains(key, world, view, move) for world in worlds]
        found += [(move, place)] if any(other != first for other in others) else []
    return found


@pytest.mark.parametrize("key", TRADERS)
def test_a_text_does_not_depend_on_the_cards_of_others(key: str) -> None:
    assert differing(key, from_the_view) == []


@pytest.mark.parametrize("key", TRADERS)
def test_a_text_that_depends_on_hidden_hands_is_found(key: str) -> None:
    assert differing(key, with_the_others_gain)
