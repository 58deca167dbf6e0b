"""A new deck needs one file and one row: nothing else in the game lists the decks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.dale_of_merchants.animalfolk import FOLKS, printed
from games.dale_of_merchants.cards import CARDS, enrol
from games.dale_of_merchants.game import DaleOfMerchants, phases_of
from games.dale_of_merchants.options import options_of
from tests.games.dale_of_merchants.lemurs import LEMURS
from tests.games.dale_of_merchants.table import table_with
from tests.games.harness.simulate import Match, Players

pytestmark = pytest.mark.pure

SEVEN = (*FOLKS, LEMURS)


class SevenDecks(DaleOfMerchants):
    """The game with one more row in its table of decks."""

    folks = SEVEN
    deck = printed(SEVEN)
    options = options_of(tuple(folk.name for folk in SEVEN))
    phase_types = phases_of(SEVEN)


@pytest.fixture
def seven() -> Iterator[SevenDecks]:
    before = dict(CARDS)
    enrol(LEMURS)
    yield SevenDecks()
    CARDS.clear()
    CARDS.update(before)


def test_a_technique_of_a_seventh_deck_asks_its_own_question(seven: SevenDecks) -> None:
    table = table_with(hand0="leap", deck0="acorn charm", game=seven)

    table.play(0, "play", card="leap")
    table.play(0, "draw", number=2)

    assert (table.hand(0), table.discard(0), table.question()) == ("acorn charm", "leap", "turn")


def test_passive_cards_of_a_seventh_deck_have_their_declared_effects(seven: SevenDecks) -> None:
    table = table_with(hand0="long_tail troop junk night_eyes", stall0=["junk"] * 7, game=seven)

    assert table.refusal(0, "build", cards="long_tail troop junk") is None
    assert table.refusal(0, "build", cards="long_tail troop") is None
    assert "roll" in table.scenario.verbs(0)


def test_a_chameleon_copies_a_card_of_a_seventh_deck(seven: SevenDecks) -> None:
    table = table_with(hand0="reflection", discard1="leap", deck0="acorn", game=seven)

    table.play(0, "play", card="reflection", copy="leap")

    assert table.question() == "leap"


@pytest.mark.parametrize("seed", range(6))
def test_matches_with_a_seventh_deck_end(seven: SevenDecks, seed: int) -> None:
    options = seven.options.from_json({"decks": ["lemurs", "squirrels", "chameleons"], "max_turns": 60}, 2)
    match, players = Match(seven, 2, options, seed), Players.of_seed(seed)
    while not match.state.is_over:
        match.decide(players.decision(match))

    assert match.state.standings is not None


def test_the_cards_of_the_seventh_deck_are_not_in_the_game_by_default() -> None:
    assert not {card.face for card in LEMURS.cards} & set(CARDS)
