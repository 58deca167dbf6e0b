"""For every card in hand that a prompt does not accept, the rules give a reason."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel.game import Game
from games.kernel.rng import policy_draws
from games.kernel.state import Seat
from games.kernel.view import View, view_of
from games.kernel.words.speech import Speaker
from games.kernel.words.why_not import why_not
from tests.games.great_dalmuti import table as dalmuti
from tests.games.harness.fixtures import GreedyPlayers
from tests.games.harness.scenario import Scenario
from tests.games.harness.simulate import Match
from tests.games.harness.tested_games import TESTED_GAMES
from tests.games.monopoly_deal.table import accept, at

HAND = ("hand", "shown", "drawn")


def hand_of(view: View) -> list[int]:
    return [
        card
        for zone, cards in view.zones.items()
        if zone.seat == view.me and zone.name in HAND
        for card in cards
        if card is not None
    ]


def reasons_of(table: Scenario, seat: Seat, face: str, language: str = "en") -> list[str]:
    """Returns the reasons against a card in hand, as sentences."""
    view: Any = table.view(seat)
    card = next(card for card in hand_of(view) if view.faces[card] == face)
    speaker = Speaker(table.game.package, language, view)
    return [
        speaker.refused(verb, refusal) for verb, refusal in why_not(table.game, view, table.open_prompt(seat), card)
    ]


def unexplained(game: Game, match: Match, seat: Seat) -> list[str]:
    """Returns the faces in hand that no legal move names and for which the rules give no reason."""
    found = []
    view = view_of(match.state, seat)
    for prompt in game.prompts_for(match.state, seat):
        phase = game.phases[prompt.phase]
        legal = str(phase.legal_moves(view, prompt).to_json())
        for card in hand_of(view):
            reasons = why_not(game, view, prompt, card)
            face = view.faces[card]
            is_named = str(card) in legal or repr(face) in legal or repr(phase.made_for(view, face)) in legal
            if not is_named and not (reasons and reasons[0].refusal.reason):
                found.append(f"{prompt.phase}: {face}")
    return found


@pytest.mark.parametrize("name", [name for name in TESTED_GAMES if name != "toy"])
def test_every_card_that_cannot_be_played_has_a_reason(name: str) -> None:
    game = TESTED_GAMES[name]
    for seed in range(2):
        seats = game.seats[seed % len(game.seats)]
        match = Match(game, seats, game.options.from_json({}, seats), seed)
        players = GreedyPlayers(policy_draws(b"why not", seed))
        while not match.state.is_over and len(match.decisions) < 60:
            assert [one for seat in range(seats) for one in unexplained(game, match, seat)] == [], f"seed {seed}"
            match.decide(players.decision(match))


def test_the_reason_against_a_card_that_cannot_beat_a_set_names_the_size_of_the_set() -> None:
    table = dalmuti.tricks("9*3 12", "5 4*2 11", "2")
    table.play(0, "play", cards="9*3")

    assert reasons_of(table, 1, "5")[0] == "The set to beat has 3 cards, so lay 3, not 1."
    assert (
        reasons_of(table, 1, "11", "fr")[0]
        == "Un 11 ne vaut pas mieux qu’un 9\u00a0: une valeur plus petite est meilleure."
    )


def test_a_seat_that_pays_no_tax_has_no_card_to_choose() -> None:
    table = dalmuti.taxes("1 2", "3 4", "5 6", "7 8", "9 10", options={"first_hand_taxes": True})

    assert reasons_of(table, 2, "5") == ["You have no card to choose for the taxes."]


def test_a_forced_deal_without_a_property_to_give_has_a_reason_although_it_can_be_banked() -> None:
    table = at(hand0="forced_deal", red1="red")

    assert reasons_of(table, 0, "forced_deal") == ["You have no property that you may give in exchange."]
    assert reasons_of(at(hand0="forced_deal"), 0, "forced_deal") == [
        "No other player has anything that this card can take."
    ]
    assert reasons_of(at(hand0="forced_deal", red1="red", green0="green"), 0, "forced_deal") == []


def test_rents_doubles_and_jokers_that_can_only_be_banked_have_a_reason() -> None:
    table = at(hand0="rent_any double_the_rent just_say_no m1")

    assert reasons_of(table, 0, "rent_any") == ["None of your sets earns a rent with this card."]
    assert reasons_of(table, 0, "just_say_no") == ["It only answers what another player wants of you."]
    assert reasons_of(table, 0, "m1") == []
    with_rent = at(hand0="rent_any double_the_rent", red0="red")
    assert reasons_of(with_rent, 0, "double_the_rent") == ["It is played together with a rent: choose the rent first."]


def test_a_card_in_hand_has_a_reason_why_it_pays_no_debt() -> None:
    table = at(hand0="debt_collector", hand1="m5 just_say_no", bank1="m2")
    table.play(0, "debt_collector", target=1)

    assert reasons_of(table, 1, "m5")[0] == "Only Just Say No answers this."
    assert reasons_of(table, 1, "just_say_no") == []
    accept(table, 1)
    assert reasons_of(table, 1, "m5")[0].startswith("You can only pay with your bank and your properties")
