"""The Great Dalmuti as a game of the kernel."""

from __future__ import annotations

from collections.abc import Iterable

from games.great_dalmuti.board import DECK, DISCARD, SETS, SIGHT, TRICK, DalmutiPublic, hand
from games.great_dalmuti.dealing import Exposure, gather, rank_by_draw
from games.great_dalmuti.deck import DECK as CARDS
from games.great_dalmuti.deck import LEFT_OUT
from games.great_dalmuti.hand import Hand, start_hand
from games.great_dalmuti.options import DalmutiOptions
from games.great_dalmuti.swap import CommonerSwap, SwapReply
from games.great_dalmuti.taxes import Gifts, Taxation
from games.great_dalmuti.tricks import Follow, Lead
from games.kernel.dealer import Dealer
from games.kernel.deck import Face
from games.kernel.game import Game, Length, Rematch
from games.kernel.options import Options
from games.kernel.state import State, Table, Zone


class GreatDalmuti(Game):
    """The Great Dalmuti, by the rule sheet of Escale à jeux."""

    key = "great_dalmuti"
    version = 4
    seats = range(4, 11)
    deck = CARDS
    sight = SIGHT
    sets = SETS
    options = DalmutiOptions
    public = DalmutiPublic
    phase_types = (Hand, Exposure, Taxation, Gifts, CommonerSwap, SwapReply, Lead, Follow)
    length = Length(60, ("end", "hands"), {"end": {"hands": 3}})  # about three minutes a hand

    def box(self, seats: int, options: Options) -> Iterable[Face]:
        assert isinstance(options, DalmutiOptions)
        return self.deck.faces(without=LEFT_OUT[options.deck])

    def zones(self, seats: int, options: Options) -> Iterable[Zone]:
        yield from (DECK, TRICK, DISCARD)
        yield from (hand(seat) for seat in range(seats))

    def setup(self, dealer: Dealer) -> None:
        """Draws for the first ranks, then deals the first hand (rules, 'Préparation')."""
        seats = range(dealer.state.seats)
        dealer.change(points=(0,) * len(seats))
        if dealer.state.options.first_ranks == "seats":
            start_hand(dealer, tuple(seats))
            return
        gather(dealer)
        order = rank_by_draw(dealer, seats)
        self.note_draw(dealer)
        start_hand(dealer, order)

    def note_draw(self, dealer: Dealer) -> None:
        """Records the cards that each seat drew; the cards return to the deck (RULES.md, ruling 1)."""
        state = dealer.state
        piles = [state.cards("drawn", seat) for seat in range(state.seats)]
        dealer.change(drawn=[[state.face(card) for card in cards] for cards in piles])

    def rematch(self, state: State) -> Rematch:
        """Returns a rematch ranked by the last hand: its first seat becomes the Greater Dalmuti (ruling 26)."""
        public = state.public
        places = public.finished if len(public.finished) == state.seats else public.order
        return Rematch(places, {"first_ranks": "seats"})

    def scores_so_far(self, table: Table) -> tuple[int, ...]:
        """Returns the points of all finished hands (RULES.md, ruling 24)."""
        points: tuple[int, ...] = table.public.points
        return points

    def bound(self, seats: int, options: Options) -> int:
        """Returns the sum, over all hands, of the prompts before the tricks and a turn of each seat for each set."""
        assert isinstance(options, DalmutiOptions)
        cards = sum(1 for _ in self.box(seats, options))
        return options.most_hands(seats) * (cards + 2 * seats + 2 + cards * (seats + 1))
