"""What the action and rent cards do: one verb for each, in words of the card.

Each spends its card, or cards, and then either happens at once or is claimed of others, who may say no.
"""

from __future__ import annotations

from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.phase import Phase, verb
from games.kernel.state import Seat
from games.monopoly_deal.board import Board, group_zone, others
from games.monopoly_deal.claims import Debt, Exchange, Takeover, Theft, claim
from games.monopoly_deal.piles import draw, play_to, spend
from games.monopoly_deal.rents import rent_due

DEBT, GIFT, DRAWN = 5, 2, 2


class Actions(Phase):
    """The cards that are played to the centre, and houses and hotels."""

    @verb
    def pass_go(self, dealer: Dealer, seat: Seat) -> None:
        """Draw two cards (Départ, A:141, B:360)."""
        spend(dealer, seat, "pass_go")
        draw(dealer, seat, DRAWN, kept_out=int(dealer.state.options.reshuffle_excludes_current))

    @verb
    def its_my_birthday(self, dealer: Dealer, seat: Seat) -> None:
        """Everybody else owes you 2M (C'est mon anniversaire, A:125, B:336)."""
        spend(dealer, seat, "its_my_birthday")
        claim(dealer, Debt, seat, others(dealer.state, seat), owed=GIFT, cards=["its_my_birthday"])

    @verb
    def debt_collector(self, dealer: Dealer, seat: Seat, target: Seat) -> None:
        """One player owes you 5M (Deal Jackpot, A:121, B:390; E52, E53)."""
        spend(dealer, seat, "debt_collector")
        claim(dealer, Debt, seat, [target], owed=DEBT, cards=["debt_collector"])

    @verb
    def rent(
        self,
        dealer: Dealer,
        seat: Seat,
        face: Face,
        group: str,
        doubles: int,
        target: Seat | None = None,
    ) -> None:
        """Everybody else, or one player, owes you the rent of a group (Loyer, A:129-137, B:342-354; E11-E16)."""
        owed = rent_due(Board(dealer.state), seat, group, doubles)
        cards = [face] + ["double_the_rent"] * doubles
        spend(dealer, seat, *cards)
        targets = others(dealer.state, seat) if target is None else [target]
        claim(dealer, Debt, seat, targets, owed=owed, cards=cards)

    @verb
    def sly_deal(self, dealer: Dealer, seat: Seat, target: Seat, card: CardId) -> None:
        """Take a property that is in no complete set (Deal Duel, A:105, B:402)."""
        spend(dealer, seat, "sly_deal")
        claim(dealer, Theft, seat, [target], card=card, cards=["sly_deal"])

    @verb
    def forced_deal(self, dealer: Dealer, seat: Seat, target: Seat, card: CardId, given: CardId) -> None:
        """Exchange one of your properties for another player's (Deal Troc, A:109, B:372; E24, E25)."""
        spend(dealer, seat, "forced_deal")
        claim(dealer, Exchange, seat, [target], card=card, given=given, cards=["forced_deal"])

    @verb
    def deal_breaker(self, dealer: Dealer, seat: Seat, target: Seat, group: str) -> None:
        """Take a complete set with all that stands on it (Deal Banco, A:113, B:378)."""
        spend(dealer, seat, "deal_breaker")
        claim(dealer, Takeover, seat, [target], group=group, cards=["deal_breaker"])

    @verb
    def house(self, dealer: Dealer, seat: Seat, group: str) -> None:
        """Build a house on a complete set (Maison, A:145-149, B:366)."""
        play_to(dealer, seat, "house", group_zone(seat, group))

    @verb
    def hotel(self, dealer: Dealer, seat: Seat, group: str) -> None:
        """Build a hotel where a house stands (Hôtel, A:145-149, B:366)."""
        play_to(dealer, seat, "hotel", group_zone(seat, group))
