"""Version 1 of these rules, for matches that began under it.

This version refills the market before the clean-up prompt, offers claims that draw nothing, and lets Blindfold target
has resigned. Each phase has the name of the phase it replaces, because prompts refer to phases by name.
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
    """A frame that refills hand and market before the clean-up prompt."""

    def clean_up(self, dealer: Dealer, seat: Seat) -> None:
        """Refills the hand, then the market."""
        refill_hand(dealer, seat)
        refill_market(dealer)


class Turn(turn.Turn):
    """A turn in which Blindfold can target any opponent."""

    def slot_makers(self, face: Face) -> Mapping[str, SlotMaker]:
        """Returns the choices of a technique's player."""
        makers = super().slot_makers(face).items()
        return {name: an_opponent_if_cards if make is a_guesser_if_cards else make for name, make in makers}


class CleanUp(turn.CleanUp):
    """A clean-up that also offers claims that draw nothing."""

    def claims(self, view: View) -> list[turn.HandSizeClaim]:
        """Returns the claims that are offered."""
        return turn.claimable(view, view.me)


REPLACED: dict[type[Phase], type[Phase]] = {turn.MarketDay: MarketDay, turn.Turn: Turn, turn.CleanUp: CleanUp}


class DaleOfMerchantsVersion1(DaleOfMerchants):
    """The rules as first released."""

    version = 1
    sets = frozenset()  # hands also keep the order in which their cards arrive
    keeps_resigned_answers = True
    phase_types = tuple(REPLACED.get(phase, phase) for phase in DaleOfMerchants.phase_types)
