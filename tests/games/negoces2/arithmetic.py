"""Sums that must hold after every move of Négoces 2: cards, coins, hands, and the next seller."""

from __future__ import annotations

from collections import Counter

from games.kernel.effect import Announced
from games.kernel.state import State
from tests.games.harness.simulate import Match, Players, Step

CARDS, COINS = 33, 60


class Sums:
    """Checks every event of a match and counts deals. `shown`: how often buyers revealed each number of copies."""

    def __init__(self) -> None:
        self.shown: Counter[int] = Counter()
        self.deals: Counter[str] = Counter()

    def check(self, step: Step) -> None:
        """Checks the table after an event, and the deal that the event made."""
        self.table(step.after)
        for effect in step.outcome.effects:
            if isinstance(effect, Announced) and effect.what in ("sold", "forced"):
                self.deal(step, effect)

    def table(self, state: State) -> None:
        """Checks the sums that hold at any moment."""
        public = state.public
        purses = [public.coins[seat] + public.hidden_coins[seat] for seat in range(4)]
        assert sum(len(cards) for cards in state.zones.values()) == CARDS, "cards"
        assert sum(purses) == COINS - public.price, f"coins: {purses}, price {public.price}"
        assert min((*public.coins, *public.hidden_coins)) >= 0, f"debts: {purses}"
        assert sum(purse >= 31 for purse in purses) <= 1, f"two rich: {purses}"
        for prompt in state.prompts.values():
            if prompt.phase in ("place", "declare", "join"):
                self.between_sales(state)
            if prompt.phase == "negotiate":
                self.haggling(state, purses)
            if prompt.phase == "pick":
                self.forced(state)

    def between_sales(self, state: State) -> None:
        """Checks that one seat holds nine cards and all others eight."""
        assert sorted(state.size("hand", seat) for seat in range(4)) == [8, 8, 8, 9], "hands between sales"
        assert not state.public.offers, "an offer outlives its sale"

    def haggling(self, state: State, purses: list[int]) -> None:
        """Checks that the seller holds eight cards and sells one, and each buyer has eight in hand and in one offer."""
        seller = state.public.seller
        on_offer = Counter(offer["owner"] for offer in state.public.offers)
        assert state.size("hand", seller) == 8, "the seller's hand"
        assert state.size("lot_open", seller) + state.size("lot_down", seller) == 1, "the card for sale"
        assert state.public.lot_coins <= purses[seller], "coins on the card"
        assert all(number == 1 for number in on_offer.values()), "two offers of one buyer"
        assert seller not in on_offer, "an offer by the seller"
        for offer in state.public.offers:
            self.offer(state, offer, purses)
        for seat in range(4):
            lying = sum(
                len(cards)
                for zone, cards in state.zones.items()
                if zone.seat == seat and zone.name in ("hand", "offer_open", "offer_down")
            )
            assert lying == 8, f"seat {seat} holds {lying}"

    def offer(self, state: State, offer: dict[str, object], purses: list[int]) -> None:
        """Checks that an offer is not empty, and has at most one card and no more coins than its owner."""
        owner, number = offer["owner"], offer["id"]
        cards = state.size("offer_open", owner, number) + state.size("offer_down", owner, number)  # type: ignore[arg-type]
        coins = offer["give"]["coins"]  # type: ignore[index]
        assert 0 <= coins <= purses[owner], "more coins on offer than owned"  # type: ignore[index]
        assert cards <= 1, "two cards on offer"
        assert cards or coins, "an empty offer"

    def forced(self, state: State) -> None:
        """Checks that the seller has seven cards in hand, two on the market, and the buyers show all other copies."""
        seller, named_good = state.public.seller, state.public.named
        lot = [state.face(card) for name in ("lot_open", "lot_down") for card in state.cards(name, seller)]
        copies = {seat: state.size("shown", seat) for seat in range(4)}
        assert (state.size("hand", seller), len(lot)) == (7, 2), "the seller in a forced sale"
        assert named_good not in [state.face(card) for card in state.cards("hand", seller)], "a good in hand was named"
        assert sum(copies.values()) == 4 - lot.count(named_good) >= 2, "copies shown"
        assert all(state.face(card) == named_good for seat in copies for card in state.cards("shown", seat)), (
            "other cards"
        )
        assert all(state.size("hand", seat) + copies[seat] == 8 for seat in copies if seat != seller), "buyers"
        self.shown[sum(copies.values())] += 1

    def deal(self, step: Step, announced: Announced) -> None:
        """Checks the hands after a deal: for a card the seller has nine cards; for coins or by force the buyer does."""
        seller, buyer = announced.details["seller"], announced.details["buyer"]
        offered_card = any(zone.name.startswith("offer") and zone.seat == buyer for zone in step.before.zones)
        kind = "forced" if announced.what == "forced" else "card" if offered_card else "coins"
        sizes = [
            step.after.size("hand", seat) + step.after.size("lot_open", seat) + step.after.size("lot_down", seat)
            for seat in (seller, buyer)
        ]
        assert sizes == ([9, 8] if kind == "card" else [8, 9]), f"a deal for {kind} leaves {sizes}"
        self.deals[kind] += 1


def watched(match: Match, players: Players, sums: Sums) -> Match:
    """Plays a match to its end and checks every event."""
    for step in match.steps:
        sums.check(step)
    while not match.state.is_over:
        for step in match.decide(players.decision(match)):
            sums.check(step)
    return match
