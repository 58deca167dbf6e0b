"""Help texts depend on a match's options: for each option that changes one, compares the text with the behaviour."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from games import registry
from games.dale_of_merchants.board import opponents
from games.kernel.words.helps import default_options, follows_options, help_of
from games.kernel.words.speech import Speaker
from games.kernel.words.texts import HELPED, LANGUAGES, entry, texts
from games.negoces2.options import NegocesOptions
from tests.games.dale_of_merchants.table import table_with
from tests.games.dealmaker import table as deals
from tests.games.great_dalmuti import table as dalmuti
from tests.games.great_dalmuti.test_swap import after_taxes
from tests.games.harness.option_coverage import values
from tests.games.harness.scenario import Scenario
from tests.games.monopoly_deal.table import accept, at
from tests.games.negoces2.table import haggling

Options = dict[str, Any]


class Case(NamedTuple):
    """An option with another value, the help text that it changes, the words then, and a check on a table."""

    game: str
    options: Options
    table: str
    key: str
    english: str
    french: str
    shows: Callable[[Options], Any]


def after_a_pass(options: Options) -> Any:
    """Returns the player who is prompted after one player beats a set and all others have passed once."""
    table = dalmuti.tricks("9 12", "8 11", "7 10", "5 12", options=options)
    dalmuti.plays(table, "0: 9", "1: pass", "2: 7", "3: pass")
    table.play(0, "pass")
    return table.to_act


def leads_with_two_jesters(options: Options) -> Any:
    return dalmuti.tricks("jester*2 5", "4 5", "6", "7", options=options).refusal(0, "play", cards="jester*2")


def answers_to_a_swap(options: Options) -> Any:
    table = after_taxes(**options)
    table.play(2, "swap", partner=3, card="10")
    return table.verbs(3)


def passes_by_itself(options: Options) -> Any:
    table = dalmuti.tricks("9*3 12", "4 5", "6*3 7", "7*3 8", options=options)
    table.play(0, "play", cards="9*3")
    return table.to_act


def ends_with_nine(options: Options) -> Any:
    """Returns the number of cards that the player must discard, and the zone to which the first one goes."""
    table = at(hand0="m1*6 m2*3", hand1="m4", pile="m3*3", options=options)
    table.play(0, "end_turn")
    number = table.open_prompt(0).data["number"]
    table.default(0)
    return number, table.size("centre")


def plays(options: Options) -> Any:
    table = at(hand0="m1", pile="m2*4", options=options)
    table.play(0, "end_turn")
    return table.public.plays_left


def rent_targets(options: Options) -> Any:
    table = at(seats=3, hand0="rent_red_yellow", red0="red", bank1="m5", bank2="m5", options=options)
    return table.refusal(0, "rent", face="rent_red_yellow", group="red_1", doubles=0)


def rent_of_two_groups(options: Options) -> Any:
    table = at(hand0="rent_red_yellow", red0="red*3", red0_2="wild_red_yellow", bank1="m10", options=options)
    table.play(0, "rent", face="rent_red_yellow", group="red_1", doubles=0)
    return owed(table)


def twice_doubled(options: Options) -> Any:
    table = at(hand0="rent_red_yellow double_the_rent*2", red0="red", bank1="m10", options=options)
    if table.refusal(0, "rent", face="rent_red_yellow", group="red_1", doubles=2):
        return None
    table.play(0, "rent", face="rent_red_yellow", group="red_1", doubles=2)
    return owed(table)


def owed(table: Scenario) -> Any:
    """Returns the subject of a claim."""
    return next(prompt.data["owed"] for prompt in table.state.prompts.values() if "owed" in prompt.data)


def pays_with_a_wild(options: Options) -> Any:
    table = at(hand0="debt_collector", red1="wild_any red", bank1="m2", options=options)
    table.play(0, "debt_collector", target=1)
    accept(table, 1)
    return table.refusal(1, "pay", cards="wild_any red m2")


def steals_a_wild(options: Options) -> Any:
    table = at(hand0="sly_deal", red1="wild_any red", options=options)
    return table.refusal(0, "sly_deal", target=1, card="wild_any")


def exchanges_from_a_complete_set(options: Options) -> Any:
    table = at(hand0="forced_deal", brown0="brown*2", red1="red", options=options)
    return table.refusal(0, "forced_deal", target=1, card="red", given="brown")


def takes_from_a_complete_set(options: Options) -> Any:
    table = at(hand0="forced_deal", red0="red", brown1="brown*2", options=options)
    return table.refusal(0, "forced_deal", target=1, card="brown", given="red")


def plays_after_moving_a_wild(options: Options) -> Any:
    table = at(red0="wild_red_yellow", yellow0="yellow", options=options)
    table.play(0, "recolour", card="wild_red_yellow", colour="yellow")
    return table.public.plays_left


def plays_after_taking_a_wild_back(options: Options) -> Any:
    table = at(
        hand0="red", red0="wild_red_yellow", options={"wild_move": "swap_on_draw", **options}, public={"held_before": 0}
    )
    table.play(0, "swap_wild", wild="wild_red_yellow", face="red", to="hand")
    return table.public.plays_left


def lays_a_lone_wild(options: Options) -> Any:
    return at(hand0="wild_any", options=options).refusal(0, "lay", face="wild_any", colour="red")


def pays_too_much(options: Options) -> Any:
    table = at(hand0="its_my_birthday", bank1="m2 m1", options=options)
    table.play(0, "its_my_birthday")
    accept(table, 1)
    return table.refusal(1, "pay", cards="m2 m1")


def an_empty_pile(options: Options) -> Any:
    """Returns the cards drawn at the start of a turn when only the play pile has cards."""
    table = at(hand1="m1", centre="pass_go*4", options=options)
    table.play(0, "end_turn")
    return table.size("hand", 1)


def names_a_good_of_the_market(options: Options) -> Any:
    table = haggling("wine", hands={0: "wine tea*3 spices*4 contraband", 1: "wine*3 tea silk*4"}, **options)
    return table.refusal(0, "force", good="wine", card="spices")


def gets_the_coins_of_a_forced_sale(options: Options) -> Any:
    table = haggling("wine", **options)
    table.play(0, "lot_coins", coins=3)
    table.play(0, "force", good="tea", card="spices")
    table.play(0, "pick", owner=1)
    return table.public.coins


def offers_contraband(options: Options) -> Any:
    hands = {0: "wine*4 spices*4 jade", 3: "perfume*4 jade*3 contraband"}
    return haggling("wine", hands=hands, **options).refusal(3, "offer", coins=0, face="up", card="contraband")


def accepts_after_coins_were_taken_back(options: Options) -> Any:
    table = haggling("wine", **options)
    table.play(0, "lot_coins", coins=3)
    table.play(1, "offer", coins=1)
    table.play(0, "lot_coins", coins=0)
    offer = table.public.offers[0]
    return table.refusal(0, "accept", offer=offer["id"], version=offer["version"])


def declares_with_31_coins(options: Options) -> Any:
    return NegocesOptions.from_json(options, 4).coins_to_win


def pays_two_carpets_by_substitution(options: Options) -> Any:
    table = deals.trading("ooo", "f", "c", tiles="tile_carpet_3_5 tile_gold_4_9", options=options)
    table.play(0, "grab")
    return table.refusal(0, "conclude", tile="tile_carpet_3_5", payment=deals.goods("ooo"))


def offers_after_a_grab(options: Options) -> Any:
    table = deals.trading("t", "f", "c", options=options)
    deals.offer(table, 0, "t", "f")
    table.play(1, "grab")
    return len(table.public.offers)


def gives_for_nothing(options: Options) -> Any:
    table = deals.trading("t", "f", "c", options=options)
    return table.refusal(0, "offer", audience=[1], give=deals.goods("t"), want={})


def sales_while_somebody_can_pay(options: Options) -> Any:
    table = deals.trading("ttt", "f", "c", stock="", tiles="tile_carpet_3_5 tile_gold_4_9", options=options)
    return deals.announced(deals.vote(table, "propose_sales", 0, 1, 2))


def after_a_cancelled_tile(options: Options) -> Any:
    table = deals.selling("tt", "tt", "c", tiles="tile_carpet_3_5 tile_gold_4_9", options=options)
    deals.rush(table, "tile_carpet_3_5", "tile_carpet_3_5", None)
    return table.public.sales_used


def nuisance_targets(options: Options) -> Any:
    table = table_with(hand0="nuisance junk*4", hand1="junk", hand2="junk", hand3="junk", seats=4, options=options)
    return opponents(table.state, 0)


CASES = [
    Case(
        "great_dalmuti",
        {"pass_rule": "locked"},
        "verbs",
        "pass",
        "out until the next trick",
        "hors jeu",
        after_a_pass,
    ),
    Case(
        "great_dalmuti",
        {"jester_pair": "illegal"},
        "verbs",
        "play",
        "led one by one",
        "un par un",
        leads_with_two_jesters,
    ),
    Case("great_dalmuti", {"swap_needs_consent": True}, "verbs", "swap", "or refuses", "ou refuse", answers_to_a_swap),
    Case("great_dalmuti", {"auto_pass": True}, "phases", "follow", "automatically", "d’office", passes_by_itself),
    Case("monopoly_deal", {"hand_limit": 5}, "verbs", "end_turn", "beyond 5 go", "de 5 cartes", ends_with_nine),
    Case(
        "monopoly_deal",
        {"discard_to": "centre_pile"},
        "verbs",
        "end_turn",
        "to the play pile",
        "à la pile de jeu",
        ends_with_nine,
    ),
    Case(
        "monopoly_deal", {"discard_to": "centre_pile"}, "verbs", "discard", "lies on top", "au-dessus", ends_with_nine
    ),
    Case("monopoly_deal", {"plays": 1}, "phases", "play", "Up to 1 card:", "Jusqu’à 1 carte\u00a0:", plays),
    Case(
        "monopoly_deal",
        {"rent_targets": "one"},
        "faces",
        "rent_red_yellow",
        "One player pays.",
        "Un seul joueur paie.",
        rent_targets,
    ),
    Case(
        "monopoly_deal",
        {"rent_groups": "sum_same_colour", "extra_cards": "split"},
        "verbs",
        "rent",
        "all your sets of one colour",
        "tous vos groupes d’une couleur",
        rent_of_two_groups,
    ),
    Case(
        "monopoly_deal", {"double_stack": "add"}, "verbs", "rent", "three times with two", "trois fois", twice_doubled
    ),
    Case("monopoly_deal", {"double_stack": "no"}, "verbs", "rent", "only one", "un seul au plus", twice_doubled),
    Case(
        "monopoly_deal",
        {"multi_wild_payable": True},
        "faces",
        "wild_any",
        "may be given in a payment",
        "peut être donnée",
        pays_with_a_wild,
    ),
    Case(
        "monopoly_deal",
        {"multi_wild_stealable": False},
        "verbs",
        "sly_deal",
        "not a multicolour wildcard",
        "pas une propriété joker multicolore",
        steals_a_wild,
    ),
    Case(
        "monopoly_deal",
        {"forced_deal_give_from_complete": False},
        "verbs",
        "forced_deal",
        "of no complete set",
        "hors de vos groupes complets",
        exchanges_from_a_complete_set,
    ),
    Case(
        "monopoly_deal",
        {"wild_move_costs_play": True},
        "verbs",
        "recolour",
        "One play.",
        "Une carte jouée.",
        plays_after_moving_a_wild,
    ),
    Case(
        "monopoly_deal",
        {"swap_cost": "one"},
        "verbs",
        "swap_wild",
        "always one play",
        "toujours une carte",
        plays_after_taking_a_wild_back,
    ),
    Case(
        "monopoly_deal",
        {"multi_wild_alone": "refused"},
        "verbs",
        "lay",
        "has to join a set",
        "doit rejoindre",
        lays_a_lone_wild,
    ),
    Case("monopoly_deal", {"irreducible_only": True}, "verbs", "pay", "superfluous", "superflue", pays_too_much),
    Case(
        "negoces2",
        {"name_market_goods": False},
        "verbs",
        "force",
        "nor on the market",
        "ni au marché",
        names_a_good_of_the_market,
    ),
    Case(
        "negoces2",
        {"forced_lot_coins": "give"},
        "verbs",
        "pick",
        "with the coins",
        "avec les pièces",
        gets_the_coins_of_a_forced_sale,
    ),
    Case(
        "negoces2", {"contraband_offers": False}, "verbs", "offer", "not the contraband", "sauf la", offers_contraband
    ),
    Case("negoces2", {"coins_to_win": 32}, "verbs", "declare", "32 coins", "32 pièces", declares_with_31_coins),
    Case(
        "dealmaker",
        {"substitution": "one_higher"},
        "verbs",
        "conclude",
        "one more valuable card",
        "une seule carte plus précieuse",
        pays_two_carpets_by_substitution,
    ),
    Case(
        "dealmaker", {"offers_on_grab": "void"}, "verbs", "grab", "all go back", "toutes reprises", offers_after_a_grab
    ),
    Case("dealmaker", {"allow_gifts": True}, "verbs", "offer", "if anything", "si c’est", gives_for_nothing),
    Case(
        "dealmaker",
        {"rush_uses_sale": True},
        "verbs",
        "claim",
        "so is your sale deal",
        "deal des soldes aussi",
        after_a_cancelled_tile,
    ),
    Case("dale_of_merchants", {"teams": True}, "faces", "nuisance", "opponents", "adversaires", nuisance_targets),
]
LEAVES_OUT = [
    Case(
        "negoces2",
        {"lot_guard": False},
        "verbs",
        "lot_coins",
        "no longer bound",
        "plus tenus",
        accepts_after_coins_were_taken_back,
    ),
    Case(
        "monopoly_deal",
        {"forced_deal_take_from_complete": True},
        "verbs",
        "forced_deal",
        "that is in no complete set",
        "qui ne fait pas partie d’un groupe complet",
        takes_from_a_complete_set,
    ),
    Case("monopoly_deal", {"reshuffle": "never"}, "zones", "centre", "shuffled", "mélangées", an_empty_pile),
    Case(
        "dealmaker",
        {"sales_need_nobody_can_pay": False},
        "verbs",
        "propose_sales",
        "nobody can pay",
        "personne ne peut payer",
        sales_while_somebody_can_pay,
    ),
]
"""Cases in which the option removes the words."""

SILENT = {
    "dale_of_merchants": {"decks", "first_seat", "max_turns", "max_techniques", "max_requests"},
    "dealmaker": {
        *(
            "pace",
            "goods",
            "tiles",
            "manual_resume",
            "won_public",
            "tie_break",
            "ready_check",
        ),  # the help of another verb or zone, or none
        *("ready_time", "pawn_time", "resume_time", "vote_time", "rush_window", "sales_time", "idle_end"),
        *("trade_limit", "sales_limit", "grab_cooldown", "proposal_cooldown", "max_idle_acts", "max_announcements"),
    },
    "great_dalmuti": {
        *("end", "final_tie", "max_extra_hands", "score_self", "peon_rise_bonus", "deck", "seat_draw_ties"),
        *("first_ranks", "exposed_card", "first_hand_taxes", "tax_mode", "gp_may_choose_plain", "commoner_swap"),
        *("self_raise", "turn_seconds", "tax_seconds"),
    },
    "monopoly_deal": {
        *("edition", "decks", "leaflet_literal_wilds", "first_player", "deal", "draw", "sets_to_win", "redraw"),
        *("redraw_replaces_draw", "wild_move", "wild_moves_per_turn", "wild_may_leave_built_set", "buildings_movable"),
        *("extra_cards", "building_paid", "orphan_buildings", "reshuffle_excludes_current", "win", "win_declaration"),
        *("win_latched", "max_turns", "reaction_window", "answer_seconds", "turn_seconds"),
    },
    "negoces2": {
        *("series", "starters", "force_after", "seller_counts", "join_declaration", "coins", "total_tie"),
        *("negotiation_limit", "answer_deadline", "offer_seconds", "max_sales", "max_acts"),
    },
}
"""Options that change prompts, the deal or counts, but no help text."""


SEATS = {"dale_of_merchants": 4, "great_dalmuti": 6}


def helps(case: Case, language: str) -> tuple[str, str]:
    """Returns a help text with the default options, and with the options of a case."""
    game = registry.get(case.game)
    options = game.options.from_json(case.options, SEATS.get(case.game, game.seats[0]))
    return (
        help_of(game.package, language, case.table, case.key),
        help_of(game.package, language, case.table, case.key, options),
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}-{'-'.join(case.options)}-{case.key}")
def test_an_option_changes_a_help_text_and_the_rule_that_it_describes(case: Case) -> None:
    for language, words in (("en", case.english), ("fr", case.french)):
        usual, changed = helps(case, language)
        assert words in changed and words not in usual

    assert case.shows(case.options) != case.shows({})


@pytest.mark.parametrize("case", LEAVES_OUT, ids=lambda case: f"{case.game}-{'-'.join(case.options)}-{case.key}")
def test_an_option_removes_a_passage_of_a_help_text_and_the_rule_that_it_describes(case: Case) -> None:
    for language, words in (("en", case.english), ("fr", case.french)):
        usual, changed = helps(case, language)
        assert words in usual and words not in changed

    assert case.shows(case.options) != case.shows({})


@pytest.mark.parametrize("key", SILENT)
def test_each_option_has_a_case_or_changes_no_help(key: str) -> None:
    with_case = {name for case in (*CASES, *LEAVES_OUT) if case.game == key for name in case.options}

    assert with_case | SILENT[key] == set(registry.get(key).options.schema()["properties"])


@pytest.mark.parametrize("key", list(registry.GAMES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_help_text_can_be_filled_under_every_value_of_every_option(key: str, language: str) -> None:
    game = registry.get(key)
    patterns = [
        (table, name)
        for table in HELPED
        for name in texts(game.package, language)[table]
        if follows_options(entry(game.package, language, table, name)["help"])
    ]
    for option, schema in game.options.schema()["properties"].items():
        for value in values(schema):
            options = type(default_options(game.package))(**{option: value})
            for table, name in patterns:
                said = help_of(game.package, language, table, name, options)
                assert said and not set("{}[]|") & set(said), f"{option} {value!r}: {said}"


def test_a_refusal_states_the_rule_under_the_options_of_its_match() -> None:
    table = dalmuti.tricks("9 12", "8 11", "7", options={"pass_rule": "locked"})
    speaker = Speaker(table.game.package, "en", table.view(0))

    assert "out until the next trick" in speaker._help("pass")
