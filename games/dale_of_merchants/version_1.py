"""What version 1 of these rules does differently; matches that began under it are still played and replayed by it.

It refills the market before the clean-up prompt, offers claims that draw nothing, and lets Blindfold target a seat that
has resigned. Each phase here has the name of the phase it replaces, because prompts refer to phases by name.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.dale_of_merchants import turn
from games.dale_of_merchants.cards import SlotMaker
from games.dale_of_merchants.choices import a_guesser_if_cards, an_opponent_if_cards
from games.dale_of_merchants.game import DaleOfMerchants
from games.dale_of_merchants.supplies import refill_hand, refill_market
from games.kernel.dealer import Dealer
from games.kernel.deck import Face
from games.kernel.phase import Phase
from games.kernel.state import Seat
from games.kernel.view import View


class MarketDay(turn.MarketDay):
    """Refills hand and market before the clean-up prompt, so that nothing is left to refill as the turn ends."""

    def clean_up(self, dealer: Dealer, seat: Seat) -> None:
        """Refills the hand, then the market."""
        refill_hand(dealer, seat)
        refill_market(dealer)


class Turn(turn.Turn):
    """Lets Blindfold target any opponent."""

    def slot_makers(self, face: Face) -> Mapping[str, SlotMaker]:
        """What the player of a technique chooses."""
        makers = super().slot_makers(face).items()
        return {name: an_opponent_if_cards if make is a_guesser_if_cards else make for name, make in makers}


class CleanUp(turn.CleanUp):
    """Offers claims that draw nothing, too."""

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
