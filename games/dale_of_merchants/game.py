"""Dale of Merchants as a game of the kernel: its deck, zones, phases, setup and end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from games.dale_of_merchants.animalfolk import FOLKS, printed
from games.dale_of_merchants.board import (
    DECK_SIZE,
    HAND_SIZE,
    JUNK_SUPPLY,
    MARKET_DECK,
    MARKET_DISCARD,
    MIXED,
    PAID,
    PLAYED,
    REVEALED,
    SETS,
    SIGHT,
    DalePublic,
    deck,
    discard,
    drawn,
    hand,
    opponents,
    shown,
)
from games.dale_of_merchants.building import Help, end, laid
from games.dale_of_merchants.cards import JUNK, Animalfolk
from games.dale_of_merchants.options import decks_for, options_of
from games.dale_of_merchants.supplies import refill_market
from games.dale_of_merchants.turn import CleanUp, ExtraStack, MarketDay, ThrowJunk, Turn
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId, Face
from games.kernel.game import BOX, Game, Length, Rematch
from games.kernel.options import Options
from games.kernel.phase import Phase
from games.kernel.state import Seat, State, Zone

PRINTED_JUNK = 20
TEAM_JUNK = 24
ABLE_CARDS = 45


def phases_of(folks: tuple[Animalfolk, ...]) -> tuple[type[Phase], ...]:
    """Returns the phases of a game with these decks."""
    return (MarketDay, Turn, ExtraStack, CleanUp, ThrowJunk, Help, *(phase for folk in folks for phase in folk.phases))


class DaleOfMerchants(Game):
    """Dale of Merchants, first edition (Snowdale Design 2015; French by Bragelonne 2018)."""

    key = "dale_of_merchants"
    version = 2
    seats = range(2, 5)
    folks = FOLKS
    deck = printed(FOLKS)
    sight = SIGHT
    sets = SETS
    options = options_of(tuple(folk.name for folk in FOLKS))
    public = DalePublic
    length = Length(30)
    phase_types = phases_of(FOLKS)

    def zones(self, seats: int, options: Options) -> Iterable[Zone]:
        for seat in range(seats):
            yield from (hand(seat), shown(seat), deck(seat), discard(seat), drawn(seat), laid(seat))
        yield from (MARKET_DECK, MARKET_DISCARD, JUNK_SUPPLY, PLAYED, PAID, REVEALED, MIXED)

    def bound(self, seats: int, options: Options) -> int:
        """Returns the product of turns, steps of a turn, and cards with abilities that may be used before each step.

        A step is a technique with its prompts, a stack or a clean-up.
        """
        steps = 3 * options.max_techniques + 2 * options.max_requests + 30  # type: ignore[attr-defined]
        return options.max_turns * steps * ABLE_CARDS  # type: ignore[attr-defined, no-any-return]

    def rematch(self, state: State) -> Rematch:
        """Returns a rematch in which all keep their seats, and the first seat in the last place begins (ruling 27)."""
        assert state.standings is not None, "only a finished match has a rematch"
        return Rematch(tuple(range(state.seats)), {"first_seat": state.standings[-1][0]})

    def setup(self, dealer: Dealer) -> None:
        """Makes the decks, the market and the hands (rules, p. 6-7)."""
        state = dealer.state
        names = state.options.decks or self._chosen(dealer)
        dealer.change(decks=names)
        cards = [card for folk in self.folks if folk.name in names for card in folk.cards]
        starters = [card.face for card in cards if card.value == 1]
        self._deal_decks(dealer, starters)
        dealer.move(_box(dealer, {card.face for card in cards} - set(starters)), BOX, MARKET_DECK)
        dealer.shuffle(MARKET_DECK)
        refill_market(dealer)
        for seat in range(state.seats):
            dealer.draw(HAND_SIZE, deck(seat), hand(seat))
        first = state.options.first_seat
        dealer.change(turn=dealer.roll("first_seat", state.seats) if first is None else first)
        day = dealer.prompt(MarketDay)
        dealer.prompt(Turn, dealer.state.public.turn, within=day)

    def _chosen(self, dealer: Dealer) -> tuple[str, ...]:
        """Returns a random choice of decks, in printed order."""
        names = [folk.name for folk in self.folks]
        while len(names) > decks_for(dealer.state.seats, dealer.state.options.teams):
            names.pop(dealer.roll("deck_left_out", len(names)))
        return tuple(names)

    def _deal_decks(self, dealer: Dealer, starters: list[Face]) -> None:
        """Deals each seat one card of value 1 from each deck, and junk; the remaining junk is the supply."""
        seats = range(dealer.state.seats)
        junk = TEAM_JUNK if dealer.state.options.teams else PRINTED_JUNK
        for seat in seats:
            for face in starters:
                dealer.move(islice(_box(dealer, {face}), 1), BOX, deck(seat))
            dealer.move(islice(_box(dealer, {JUNK}), DECK_SIZE - len(starters)), BOX, deck(seat))
            dealer.shuffle(deck(seat))
        left = junk - len(seats) * (DECK_SIZE - len(starters))
        dealer.move(islice(_box(dealer, {JUNK}), left), BOX, JUNK_SUPPLY)

    def seat_resigned(self, dealer: Dealer, seat: Seat) -> None:
        """Ends the match if one team, or one player, is left; otherwise the seat skips its turns."""
        stayed = [other for other in range(dealer.state.seats) if other not in dealer.state.public.left]
        if all(other not in opponents(dealer.state, stayed[0]) for other in stayed):
            end(dealer, [stayed])


def _box(dealer: Dealer, faces: set[Face]) -> Iterator[CardId]:
    """Yields the cards of these faces that are in the box."""
    return iter([card for card in dealer.state.cards("box") if dealer.state.face(card) in faces])


GAME = DaleOfMerchants()
