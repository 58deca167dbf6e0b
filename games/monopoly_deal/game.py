"""Monopoly Deal, for two to ten players: its deal, and its declaration for the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from games.kernel.dealer import Dealer
from games.kernel.deck import Face
from games.kernel.game import BOX, Game, Length
from games.kernel.options import Options
from games.kernel.phase import Phase
from games.kernel.state import Table, Zone
from games.monopoly_deal.board import CENTRE, DRAW_PILE, SETS, SIGHT, DealPublic, bank, clockwise, group_at, hand
from games.monopoly_deal.cards import DECK
from games.monopoly_deal.claims import CLAIMS
from games.monopoly_deal.colouring import Colouring
from games.monopoly_deal.deck import MISPRINT, MISPRINTED, STREETS
from games.monopoly_deal.discard import Discard
from games.monopoly_deal.options import DealOptions
from games.monopoly_deal.pay import Pay
from games.monopoly_deal.play import Play
from games.monopoly_deal.reaction import Counter, Reaction
from games.monopoly_deal.turn import REFILL, Turn, begin_turn

JOKERS, WILDS = 3, 11


class MonopolyDeal(Game):
    """Monopoly Deal: three complete groups of properties of different colours win (A:30, B:282)."""

    key = "monopoly_deal"
    version = 2
    seats = range(2, 11)
    deck = DECK
    sight = SIGHT
    sets = SETS
    options = DealOptions
    public = DealPublic
    length = Length(15)
    phase_types: ClassVar[tuple[type[Phase], ...]] = (
        Turn,
        Play,
        Discard,
        *CLAIMS,
        Reaction,
        Counter,
        Pay,
        Colouring,
    )

    def box(self, seats: int, options: Options) -> Iterable[Face]:
        """Yields the cards of one or two decks, with the misprinted wilds if the option says so (A:175-186)."""
        assert isinstance(options, DealOptions)
        for face in tuple(self.deck.faces()) * options.decks_for(seats):
            yield MISPRINT if options.leaflet_literal_wilds and face == MISPRINTED else face

    def zones(self, seats: int, options: Options) -> Iterable[Zone]:
        yield from (DRAW_PILE, CENTRE)
        yield from (zone for seat in range(seats) for zone in (hand(seat), bank(seat)))

    def zone_values(self, table: Table, zone: Zone) -> Mapping[str, int]:
        """Returns the size, the complete size, the completeness and the rent of a group."""
        if zone.name not in STREETS:
            return {}
        group = group_at(table, zone)
        full = STREETS[group.colour].size
        return {"size": len(group.cards), "full": full, "complete": int(group.is_complete), "rent": group.rent}

    def setup(self, dealer: Dealer) -> None:
        """Deals five cards to each seat; the other cards are the draw pile (A:41-45, B:229-233)."""
        state = dealer.state
        dealer.move(state.cards(*BOX), BOX, DRAW_PILE)
        dealer.shuffle(DRAW_PILE)
        first = state.options.first_player
        starter = dealer.roll("first_player", state.seats) if first == "random" else first["seat"]
        for seat in clockwise(state, starter):
            dealer.draw(state.options.deal, DRAW_PILE, hand(seat))
        begin_turn(dealer, starter)

    def bound(self, seats: int, options: Options) -> int:
        """Returns the number of turns times the moves of a turn; a play may meet all Jokers, payments and wilds."""
        assert isinstance(options, DealOptions)
        decks = options.decks_for(seats)
        chain = (JOKERS * decks + 1) * seats
        play = 1 + chain + seats + WILDS * decks
        swaps = REFILL + options.draw
        return options.max_turns * (options.plays * play + options.wild_moves_per_turn + swaps + 2)


GAME = MonopolyDeal()
