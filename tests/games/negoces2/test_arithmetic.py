"""Cards, coins and hands add up after every event, and the checks find planted faults (scenario 67)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from games.kernel.rng import policy_draws
from games.negoces2 import GAME, coins, forced, negotiation
from games.negoces2.board import hand, lot_down, lot_open
from games.negoces2.deck import GOODS
from games.negoces2.options import NegocesOptions
from tests.games.harness.fixtures import GreedyPlayers
from tests.games.harness.option_coverage import covering_options
from tests.games.harness.simulate import Match, Players
from tests.games.harness.time_budget import SEED
from tests.games.negoces2.arithmetic import Sums, watched

ROWS = covering_options(GAME, 4, policy_draws(b"negoces2", SEED))


def match_of(seed: int, sums: Sums, **options: Any) -> Match:
    return watched(Match(GAME, 4, NegocesOptions.from_json(options, 4), seed), Players.of_seed(seed), sums)


@pytest.mark.parametrize("seed", range(SEED, SEED + 12))
def test_s67_cards_coins_and_hands_add_up_after_every_row(seed: int) -> None:
    sums = Sums()
    options = ROWS[0] if seed % 2 else ROWS[seed % len(ROWS)]
    match = watched(Match(GAME, 4, options, seed), Players.of_seed(seed), sums)

    assert match.state.is_over
    assert match.acts <= GAME.bound(4, match.options)
    assert set(sums.shown) <= {2, 3, 4}


def test_s67_cards_coins_and_hands_add_up_among_bots_that_trade() -> None:
    sums = Sums()
    for seed in range(8):
        match = Match(GAME, 4, NegocesOptions.from_json({}, 4), seed)
        watched(match, GreedyPlayers(policy_draws(b"arithmetic", seed)), sums)

    assert set(sums.deals) == {"forced", "card", "coins"}


def _thin_air(dealer: Any, payer: int, payee: int, number: int) -> None:
    coins.receive(dealer, payee, number)


def _keep_lot(dealer: Any, seller: int, buyer: int) -> None:
    for zone in (lot_open(seller), lot_down(seller)):
        dealer.move(dealer.state.cards(*zone), zone, hand(seller))


def _leave_offers(dealer: Any) -> None:
    dealer.close()


FAULTS: dict[str, tuple[Any, str, Callable[..., Any], str]] = {
    "coins out of thin air": (coins, "pay", _thin_air, "coins"),
    "the card for sale stays with the seller": (negotiation, "hand_over_lot", _keep_lot, "a deal for"),
    "offers outlive the sale": (negotiation, "close_talk", _leave_offers, "buyers|an offer outlives"),
    "any good may be named": (forced, "nameable", lambda *args: GOODS, "named|copies"),
}


@pytest.mark.pure
@pytest.mark.parametrize("fault", list(FAULTS))
def test_a_planted_fault_in_the_sums_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, wrong, message = FAULTS[fault]
    monkeypatch.setattr(module, name, wrong)

    with pytest.raises(AssertionError, match=message):
        for seed in range(10):
            match_of(seed, Sums(), forced_lot_coins="give")


def test_a_match_in_which_every_seat_uses_all_its_acts_stays_within_the_bound() -> None:
    """Every seat uses all its acts before the seller ends the negotiation."""
    options = NegocesOptions.from_json({"max_sales": 2, "max_acts": 5}, 4)

    class Talkers(Players):
        def decision(self, match: Match) -> Any:
            decision = super().decision(match)
            for prompt in match.state.open_prompts:
                for seat in prompt.seats if prompt.phase == "negotiate" else ():
                    words = match.legal(seat, prompt.id).of("seek")
                    if words:
                        return decision._replace(
                            kind="move", seat=seat, prompt=prompt.id, move=words[0].sample(self.draws)
                        )
            return decision

    for seed in range(5):
        match = watched(Match(GAME, 4, copy.copy(options), seed), Talkers(policy_draws(b"talk", seed)), Sums())
        assert 2 * 4 * 5 < match.acts <= GAME.bound(4, options)
