"""What version 1 of these rules did differently; matches that began under it are still played and replayed by it.

It refilled the market before anything was claimed, had claims made that draw nothing, and let Blindfold be aimed at a
seat that had given up. The phases here bear the names of those that they replace, by which prompts call them.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.dale_of_merchants import turn
from games.dale_of_merchants.asks import a_guesser_if_cards, an_opponent_if_cards
from games.dale_of_merchants.cards import Ask
from games.dale_of_merchants.game import DaleOfMerchants
from games.dale_of_merchants.supplies import refill_hand, refill_market
from games.kernel.dealer import Dealer
from games.kernel.deck import Face
from games.kernel.phase import Phase
from games.kernel.state import Seat
from games.kernel.view import View


class MarketDay(turn.MarketDay):
    """Refills hand and market before it asks."""

    def clean_up(self, dealer: Dealer, seat: Seat) -> None:
        """Refills the hand, then the market."""
        refill_hand(dealer, seat)
        refill_market(dealer)


class Turn(turn.Turn):
    """Aims Blindfold at any opponent."""

    def asks_of(self, face: Face) -> Mapping[str, Ask]:
        """What a technique asks as it is played."""
        asked = super().asks_of(face).items()
        return {name: an_opponent_if_cards if ask is a_guesser_if_cards else ask for name, ask in asked}


class CleanUp(turn.CleanUp):
    """Offers claims whatever they draw."""

    def claims(self, view: View) -> list[turn.Claim]:
        """The claims that are offered."""
        return turn.claimable(view, view.me)


REPLACED: dict[type[Phase], type[Phase]] = {turn.MarketDay: MarketDay, turn.Turn: Turn, turn.CleanUp: CleanUp}


class DaleOfMerchantsVersion1(DaleOfMerchants):
    """The rules as first released."""

    version = 1
    sets = frozenset()  # hands, too, keep the order in which their cards come
    resigned_answers_count = True
    phase_types = tuple(REPLACED.get(phase, phase) for phase in DaleOfMerchants.phase_types)
