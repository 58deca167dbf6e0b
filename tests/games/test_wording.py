"""Sentences of the games during play that were once wrong or hard to read."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games import registry
from games.kernel.errors import IllegalMove, Refusal
from games.kernel.state import Move
from games.kernel.words.meanings import declared, sentences, type_of
from games.kernel.words.speech import Speaker
from games.kernel.words.texts import LANGUAGES, texts
from tests.games.dealmaker import table as deals
from tests.games.harness.scenario import Scenario
from tests.games.monopoly_deal.table import at
from tests.games.negoces2.table import haggling

IN_EACH = pytest.mark.parametrize("language", LANGUAGES)
GAMES = pytest.mark.parametrize("key", list(registry.GAMES))
NOT_POSSIBLE = ("This choice is not possible here.", "Ce choix n’est pas possible ici.")
NAMES = ("Ada", "Éléonore", "Hélène", "Bo", "Cy", "Di", "Eve", "Flo", "Gil", "Ida")


def speaker(table: Scenario, seat: int | None, language: str) -> Speaker:
    view = None if seat is None else table.view(seat)
    return Speaker(table.game.package, language, view, NAMES)


def refusal(table: Scenario, seat: int, verb: str, language: str, **args: Any) -> str:
    """Returns the message to a player whose move is refused."""
    with pytest.raises(IllegalMove) as refused:
        table.game.validate(table.state, seat, table.open_prompt(seat).id, Move(verb, args))
    return speaker(table, seat, language).refused(verb, refused.value.errors[0])


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in values for text in strings(one)]


def numbers_in(package: str, table: str, key: str) -> set[str]:
    """Returns the blanks of a sentence that contain numbers."""
    own = declared(package)
    types = {
        "asks": {**own["public"], **own["prompts"].get(key, {})},
        "outcomes": own["prompts"].get(key, {}),
        "announced": own["announcements"].get(key, {}),
        "reasons": own["reasons"].get(key, {}),
    }.get(table, {})
    return {name for name, kind in types.items() if type_of(kind)["type"] in ("integer", "number")}


@GAMES
@IN_EACH
def test_a_word_after_a_number_agrees_with_the_number(key: str, language: str) -> None:
    package = registry.get(key).package
    said = [
        (pattern, name)
        for table, patterns in sentences(package, language).items()
        for sentence, pattern in patterns.items()
        for name in numbers_in(package, table, sentence)
        if re.search(rf"\{{{name}}} (?!sont|is\b)[^\W\d]+s\b", pattern)
    ]

    assert said == []


@GAMES
def test_no_french_verb_has_a_form_for_several_players_of_whom_one_is_you(key: str) -> None:
    package = registry.get(key).package

    assert [text for text in strings({**sentences(package, "fr")}) if re.search(r"\{\w+(\|[^|{}]+){3}\}", text)] == []


@GAMES
def test_the_only_english_article_before_a_blank_is_that_of_the_die(key: str) -> None:
    package = registry.get(key).package

    found = [text for text in strings({**sentences(package, "en")}) if re.search(r"\b[Aa]n? \{", text)]
    assert found == (["{seat} {seat|roll|rolls} a {value}"] if key == "dale_of_merchants" else [])


@GAMES
@IN_EACH
def test_no_sentence_begins_with_a_clause_without_its_noun(key: str, language: str) -> None:
    package = registry.get(key).package
    said = [*strings(dict(texts(package, language)["about"])), *strings({**sentences(package, language)})]
    begins = {"en": r"(?:^|[.;:] )Who (?!else)\w+s\b", "fr": r"(?:^|[.;] )Qui \w+(?! ?\?)"}[language]

    assert [text for text in said if re.search(begins, text) and "?" not in text] == []


@GAMES
@IN_EACH
def test_sentences_do_not_label_the_place_of_a_card_and_buttons_have_no_colon(key: str, language: str) -> None:
    package = registry.get(key).package
    labels = r"\b(goes? to|va à|vont à)\s?:|^(Goes to|Va à)$"

    assert [text for text in strings({**sentences(package, language)}) if re.search(labels, text)] == []
    assert [verb["title"] for verb in texts(package, language)["verbs"].values() if ":" in verb["title"]] == []


# Great Dalmuti


@pytest.mark.parametrize(
    ("seat", "english", "french"),
    [
        (
            4,
            "Éléonore has both jesters: no taxes in this hand, and all change places with the opposite rank",
            "Éléonore a les deux jokers\u00a0: pas d’impôts dans cette donne, "
            "et chacun change de place avec le rang opposé",
        ),
        (
            2,
            "Éléonore has both jesters: no taxes in this hand",
            "Éléonore a les deux jokers\u00a0: pas d’impôts dans cette donne",
        ),
    ],
)
def test_the_sentence_of_a_revolution_says_whether_places_change(seat: int, english: str, french: str) -> None:
    said = {
        language: Speaker("games.great_dalmuti", language, None, NAMES).announced(
            "revolution", {"seat": 1, "greater": seat == 4}
        )
        for language in LANGUAGES
    }

    assert said == {"en": english, "fr": french}


def test_the_seats_in_the_middle_are_called_merchants() -> None:
    titles = [texts("games.great_dalmuti", language)["words"]["commoner"] for language in LANGUAGES]

    assert titles == ["Merchant", "Peuple"]


# Monopoly Deal


def test_a_refusal_says_that_a_wildcard_already_has_the_colour() -> None:
    table = at(red0="wild_red_yellow")

    move = {"card": table.state.cards("red", 0, 1)[0], "colour": "red"}
    assert refusal(table, 0, "recolour", "en", **move) == "It is already red."
    assert refusal(table, 0, "recolour", "fr", **move) == "C’est déjà sa couleur\u00a0: rouge."


def test_a_refusal_names_the_colour_that_a_wildcard_does_not_have() -> None:
    table = at(red0="wild_red_yellow")

    said = refusal(table, 0, "recolour", "en", card=table.state.cards("red", 0, 1)[0], colour="green")
    assert said == "Red/yellow property wildcard cannot be green."


def test_a_refusal_says_that_a_multicolour_wildcard_has_to_join_a_set() -> None:
    table = at(hand0="wild_any", options={"multi_wild_alone": "refused"})

    said = refusal(table, 0, "lay", "en", face="wild_any", colour="red")
    assert said == "Multicolour property wildcard has to join a set: there is none of this colour to join."


def test_the_sentence_of_a_turn_addresses_its_player_and_names_them_to_others() -> None:
    table = at(seats=3)
    said = [speaker(table, seat, "en").asks("turn", {}, {"turn": 0}) for seat in (0, 1)]

    assert said == ["It is your turn.", "It is Ada’s turn."]
    assert speaker(table, 2, "fr").asks("turn", {}, {"turn": 1}) == "C’est à Éléonore de jouer."


def test_the_french_object_you_stands_before_the_verb() -> None:
    table = at(seats=3, red1="red*3")
    move = Move("deal_breaker", {"target": 1, "group": "red_1"})

    assert speaker(table, 0, "fr").says(move, 0) == "Vous prenez tout le groupe rouge à Éléonore"
    assert speaker(table, 1, "fr").says(move, 0) == "Ada vous prend tout le groupe rouge"
    assert speaker(table, 0, "en").says(move, 0) == "You take the whole red set from Éléonore"


# Négoces 2


def test_a_refusal_says_that_a_good_in_the_hand_may_not_be_named() -> None:
    table = haggling("wine", name_market_goods=False)

    assert refusal(table, 0, "force", "en", good="spices", card="spices") == (
        "You hold Spices: this good may not be named."
    )
    assert refusal(table, 0, "force", "fr", good="spices", card="spices") == (
        "Vous avez une carte d’Épices en main\u00a0: cette marchandise ne peut pas être annoncée."
    )


@pytest.mark.parametrize(
    ("good", "english", "french"),
    [
        ("tea", "Whose Tea do you take?", "À qui prenez-vous une carte de Thé\u202f?"),
        ("spices", "Whose Spices do you take?", "À qui prenez-vous une carte d’Épices\u202f?"),
    ],
)
def test_a_sentence_names_a_good_without_the_number_of_its_card(good: str, english: str, french: str) -> None:
    said = [Speaker("games.negoces2", language).asks("pick", {}, {"named": good}) for language in LANGUAGES]

    assert said == [english, french]


@pytest.mark.parametrize(
    ("seats", "english", "french"),
    [
        ([0], "You declare victory: who else?", "Vous vous déclarez\u00a0: qui d’autre\u202f?"),
        ([1], "Éléonore declares victory: who else?", "Éléonore se déclare\u00a0: qui d’autre\u202f?"),
        (
            [1, 2],
            "Éléonore and Hélène declare victory: who else?",
            "Éléonore et Hélène se déclarent\u00a0: qui d’autre\u202f?",
        ),
        (
            [0, 1],
            "You and Éléonore declare victory: who else?",
            "Vous et Éléonore vous déclarez\u00a0: qui d’autre\u202f?",
        ),
    ],
)
def test_verbs_agree_with_one_player_several_players_and_you(seats: list[int], english: str, french: str) -> None:
    table = haggling("wine")

    said = [speaker(table, 0, language).announced("declared", {"seats": seats}) for language in LANGUAGES]
    assert said == [english, french]


def test_cards_without_names_are_counted() -> None:
    said = [Speaker("games.monopoly_deal", language).term("card", [1, 2]).text for language in LANGUAGES]

    assert said == ["2 cards", "2 cartes"]


@pytest.mark.parametrize(
    ("reason", "params", "english", "french"),
    [
        (
            "not_so_many_coins",
            {"coins": 1, "owned": 0},
            "1 coin is too many: you have 0 coins.",
            "1 pièce, c’est trop\u00a0: vous avez 0 pièce.",
        ),
        (
            "bid_by_one_or_two",
            {"high": 1},
            "The highest bid is 1 coin: bid one or two coins more, and no more than you have.",
            "La plus haute enchère est de 1 pièce\u00a0: montez d’une ou deux pièces, sans dépasser ce que vous avez.",
        ),
        (
            "contraband_unnamed",
            {},
            "The contraband is not one of the goods and cannot be named.",
            "La contrebande n’est pas une marchandise et ne peut pas être annoncée.",
        ),
    ],
)
def test_words_for_coins_agree_with_their_numbers(
    reason: str, params: dict[str, int], english: str, french: str
) -> None:
    refused = Refusal("/coins", "out_of_range", "", params, reason)
    said = [Speaker("games.negoces2", language).refused("bid", refused) for language in LANGUAGES]

    assert said == [english, french]


def test_a_refusal_of_an_impossible_choice_names_no_offer_and_no_player() -> None:
    table = haggling("wine")

    refused = Refusal("/args/offer", "not_an_option", "", {"value": -94})
    said = [speaker(table, 0, language).refused("accept", refused) for language in LANGUAGES]
    assert [text[: len(usual)] for text, usual in zip(said, NOT_POSSIBLE, strict=True)] == list(NOT_POSSIBLE)
    assert "94" not in "".join(said)


# Dealmaker


def test_an_announcement_says_which_goods_a_player_looks_for_and_could_give() -> None:
    table = deals.trading("t", "f", "c")
    both = Move("announce", {"seeks": ["gold"], "gives": ["carpet"]})
    one = Move("announce", {"seeks": [], "gives": ["carpet"]})

    assert speaker(table, 2, "en").says(both, 0) == "Ada is looking for Gold; could give Carpet"
    assert speaker(table, 2, "fr").says(both, 1) == "Éléonore cherche\u00a0: Or\u202f; pourrait donner\u00a0: Tapis"
    assert speaker(table, 2, "en").says(one, 0) == "Ada could give Carpet"


def test_a_sentence_names_a_tile_that_the_options_define() -> None:
    tiles = [{"cost": {"carpet": 1, "gold": 2}, "points": 7, "copies": 4}]
    table = deals.trading("too", "f", "c", tiles="tile_carpet_1_gold_2_7*2", options={"tiles": tiles})
    table.play(0, "grab")
    tile = table.state.cards("tiles")[0]
    move = Move("conclude", {"tile": tile, "payment": deals.goods("too")})

    assert "“1 carpet, 2 gold: 7 points”" in speaker(table, 0, "en").says(move, 0)
    assert "«\u00a01 tapis, 2 or\u00a0: 7 points\u00a0»" in speaker(table, 0, "fr").says(move, 0)
