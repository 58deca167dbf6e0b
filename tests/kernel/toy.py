"""A toy game that uses every part of the kernel and is small enough to plant faults in.

Sixteen cards, two to four seats. On its turn a seat draws, lays a card face down, peeks at the pile, steals a card
at random (unless its owner shows a guard), rolls, opens an auction in which everybody secretly bids a card, or a
market in which anybody may talk.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.kernel.dealer import Dealer
from games.kernel.deck import Deck, Face, Printed
from games.kernel.game import BOX, Game
from games.kernel.options import Options, flag, number
from games.kernel.phase import OpenPhase, Phase, SealedPhase, verb
from games.kernel.slots import Integer, OneOf, Subset
from games.kernel.state import Move, Prompt, Public, Seat, Sight, Table, Zone
from games.kernel.template import Template, template
from games.kernel.view import View

PILE, DISCARD = Zone("pile"), Zone("discard")


def hand(seat: Seat) -> Zone:
    return Zone("hand", seat)


@dataclass(frozen=True)
class ToyOptions(Options):
    turns: int = number(12, 1, 40)
    open_bids: bool = flag(False)


@dataclass(frozen=True)
class ToyPublic(Public):
    turn: Seat = 0
    taken: int = 0
    words: tuple[int, ...] = ()


class Turn(Phase):
    """The seat whose turn it is does one thing."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        me, cards = view.me, view.cards("hand", view.me)
        yield template("draw")
        yield template("roll")
        yield template("market")
        yield template("auction")
        if cards:
            yield template("lay", card=OneOf(cards, private=True))
        if len(cards) > 1:
            yield template("drop", cards=Subset(cards, range(2, 3), private=True))
        if view.size("pile"):
            yield template("peek")
        if targets := [s for s in range(view.seats) if s != me and view.size("hand", s)]:
            yield template("steal", target=OneOf(targets))

    @verb
    def draw(self, dealer: Dealer, seat: Seat) -> None:
        """Draw two cards."""
        if dealer.state.size("pile") < 2:
            dealer.move(dealer.state.cards("discard"), DISCARD, PILE, index=0)
            dealer.shuffle(PILE)
        dealer.draw(2, PILE, hand(seat))
        next_turn(dealer)

    @verb
    def roll(self, dealer: Dealer, seat: Seat) -> None:
        """Roll a die in sight of all."""
        dealer.announce("rolled_high" if dealer.roll("die", 6) > 3 else "rolled_low")
        next_turn(dealer)

    @verb
    def lay(self, dealer: Dealer, seat: Seat, card: int) -> None:
        """Lay a card face down."""
        dealer.move([card], hand(seat), Zone("down", seat))
        next_turn(dealer)

    @verb
    def drop(self, dealer: Dealer, seat: Seat, cards: list[int]) -> None:
        """Discard two cards in sight of all."""
        dealer.move(cards, hand(seat), DISCARD)
        next_turn(dealer)

    @verb
    def peek(self, dealer: Dealer, seat: Seat) -> None:
        """Look at the top card of the pile."""
        dealer.show(dealer.state.cards("pile")[-1:], PILE, [seat])
        next_turn(dealer)

    @verb
    def steal(self, dealer: Dealer, seat: Seat, target: Seat) -> None:
        """Take a card at random."""
        dealer.prompt(Guard, target, thief=seat, window=3, after=20)

    @verb
    def auction(self, dealer: Dealer, seat: Seat) -> None:
        """Everybody bids a card, secretly."""
        frame = dealer.prompt(Auction)
        bid = OpenBid if dealer.state.options.open_bids else Bid
        dealer.prompt(bid, range(dealer.state.seats), within=frame, window=3, after=60)

    @verb
    def market(self, dealer: Dealer, seat: Seat) -> None:
        """Everybody may say numbers until someone has had enough."""
        if (turn := next_turn(dealer)) is not None:
            dealer.prompt(Market, range(dealer.state.seats), within=turn, after=60)


class Guard(Phase):
    """The victim of a theft may show a guard, the face a; it is prompted even if it has none."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("allow")
        if guards := [card for card in view.cards("hand", view.me) if view.face(card) == "a"]:
            yield template("guard", card=OneOf(guards, private=True))

    @verb
    def allow(self, dealer: Dealer, seat: Seat) -> None:
        """Let a card be taken."""
        dealer.pick(1, hand(seat), hand(dealer.current.data["thief"]), "steal")
        next_turn(dealer)

    @verb
    def guard(self, dealer: Dealer, seat: Seat, card: int) -> None:
        """Show a guard, discard it, and keep the rest."""
        dealer.move([card], hand(seat), DISCARD)
        next_turn(dealer)


class Auction(Phase):
    """A frame around the bids; when they are in, the turn passes."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        return ()

    def resumed(self, dealer: Dealer, prompt: Prompt) -> None:
        dealer.close()
        next_turn(dealer)


class Bid(SealedPhase):
    """Each seat bids one card or none; bids are laid face up together."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("pass")
        if cards := view.cards("hand", view.me):
            yield template("bid", card=OneOf(cards))

    def resolve(self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move]) -> None:
        for seat, move in answers.items():
            if move.verb == "bid":
                dealer.move([move.args["card"]], hand(seat), Zone("shown", seat))


class OpenBid(Bid):
    """A bid whose arrival is public."""

    shows_arrival = True


class Market(OpenPhase):
    """Any seat names a number; any seat may stop."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("say", number=Integer(1, 9))
        yield template("stop")

    def required_seats(self, table: Table, prompt: Prompt) -> tuple[Seat, ...]:
        return (table.public.turn,)

    @verb
    def say(self, dealer: Dealer, seat: Seat, number: int) -> None:
        """Say a number."""
        words = (*dealer.state.public.words, number)
        dealer.change(words=words[-5:])
        if len(words) > 5:
            dealer.close()

    @verb
    def stop(self, dealer: Dealer, seat: Seat) -> None:
        """End the market."""
        dealer.close()


def next_turn(dealer: Dealer) -> int | None:
    public = dealer.state.public
    if public.taken + 1 >= dealer.state.options.turns:
        sizes = tuple(dealer.state.size("hand", seat) for seat in range(dealer.state.seats))
        stayed = [seat for seat in range(len(sizes)) if seat not in public.left]
        places = sorted({sizes[seat] for seat in stayed})
        dealer.end([[seat for seat in stayed if sizes[seat] == size] for size in places], sizes)
        return None
    turn = (public.turn + 1) % dealer.state.seats
    dealer.change(turn=turn, taken=public.taken + 1)
    return dealer.prompt(Turn, turn, after=30)


class Toy(Game):
    """The toy."""

    key = "toy"
    seats = range(2, 5)
    deck = Deck(*(Printed(face, 4) for face in "abcd"))
    sight = {"hand": Sight.OWNER, "down": Sight.OWNER, "pile": Sight.NOBODY, "discard": Sight.ALL, "shown": Sight.ALL}
    sets = frozenset({"hand"})
    options = ToyOptions
    public = ToyPublic
    phase_types = (Turn, Guard, Auction, Bid, OpenBid, Market)

    def zones(self, seats: int, options: Options) -> Iterable[Zone]:
        yield from (hand(seat) for seat in range(seats))
        yield from (PILE, DISCARD)

    def setup(self, dealer: Dealer) -> None:
        dealer.move(dealer.state.cards("box"), BOX, PILE)
        dealer.shuffle(PILE)
        for seat in range(dealer.state.seats):
            dealer.draw(2, PILE, hand(seat))
        dealer.prompt(Turn, 0, after=30)

    def bound(self, seats: int, options: Options) -> int:
        return options.turns * 12 + seats  # type: ignore[attr-defined, no-any-return]

    def box(self, seats: int, options: Options) -> Iterable[Face]:
        return self.deck.faces()


GAME = Toy()
