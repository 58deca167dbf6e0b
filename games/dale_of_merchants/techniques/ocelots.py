"""Lucky Ocelots rely on chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.dale_of_merchants.abilities import roll_die
from games.dale_of_merchants.account import used as usable
from games.dale_of_merchants.board import (
    MARKET_DISCARD,
    MIXED,
    REVEALED,
    discard,
    drawn,
    hand,
    hand_size,
    is_junk,
    stacks,
)
from games.dale_of_merchants.building import more_stacks, next_stack, stack_built
from games.dale_of_merchants.cards import CARDS, Animalfolk, passive, technique
from games.dale_of_merchants.choices import Rest, a_guesser_if_cards, an_opponent, an_opponent_if_cards, in_order, some
from games.dale_of_merchants.copying import Meaning, announce_copy, mark, present, used_as, uses, value
from games.dale_of_merchants.supplies import (
    discard_cards,
    draw_market,
    draw_own,
    pick_from_hand,
    throw,
)
from games.kernel.dealer import Dealer
from games.kernel.deck import CardId
from games.kernel.phase import Phase, SealedPhase, verb
from games.kernel.slots import Integer, OneOf, Slot
from games.kernel.state import Move, Prompt, Seat, Table
from games.kernel.template import Template, template
from games.kernel.view import View

VALUES = range(1, 6)


def a_discarded_card(table: Table, seat: Seat, rest: Rest) -> Slot | None:
    """Returns a slot for an animalfolk card in the seat's own discard."""
    return some(tuple(card for card in table.cards("discard", seat) if not is_junk(table, card)))


def new_season(dealer: Dealer, seat: Seat, thrown: CardId | None = None) -> None:
    """Throws away an animalfolk card from the player's discard, then draws a card from the market deck."""
    if thrown is not None:
        throw(dealer, [thrown], discard(seat))
        draw_market(dealer, 1, hand(seat))


def whirligig(dealer: Dealer, seat: Seat, cards: Sequence[CardId] = (), target: Seat | None = None) -> None:
    """Discards the hand, draws as many cards, mixes them with another player's hand, and deals both hands again."""
    if target is None:
        return
    discard_cards(dealer, seat, cards)
    draw_own(dealer, seat, len(cards), hand(seat))
    sizes = {owner: dealer.state.size("hand", owner) for owner in (seat, target)}
    for owner in sizes:
        dealer.move(dealer.state.cards("hand", owner), hand(owner), MIXED)
    dealer.shuffle(MIXED)
    for owner, size in sizes.items():
        dealer.draw(size, MIXED, hand(owner))


def charm(dealer: Dealer, seat: Seat) -> None:
    """Draws a card of the market deck; builds it if it forms the next stack, otherwise throws it away."""
    for card in draw_market(dealer, 1, REVEALED):
        fitting = fitting_as(dealer.state, seat, card)
        if not fitting:
            dealer.move([card], REVEALED, MARKET_DISCARD)
        elif len(fitting) == 1:
            build_charmed(dealer, seat, fitting[0])
        else:
            dealer.prompt(Charm, seat)


def fitting_as(table: Table, seat: Seat, card: CardId) -> list[str]:
    """Returns the meanings with which a card alone forms the next stack; junk and copies of junk never do."""
    number = stacks(table, seat) + 1
    return [
        key
        for key, (meaning, _) in uses(table, seat, card).items()
        if not CARDS[meaning.face].is_junk and abs(value(table, seat, meaning) - number) <= CARDS[meaning.face].slack
    ]


def build_charmed(dealer: Dealer, seat: Seat, key: str) -> None:
    """Builds the drawn card with the chosen meaning."""
    (card,) = dealer.state.cards("revealed")
    used = used_as(dealer.state, seat, card, key)
    dealer.move([card], REVEALED, next_stack(dealer.state))
    announce_copy(dealer, seat, used)
    stack_built(dealer, more_stacks([used]))


class Charm(Phase):
    """The choice of the meaning with which a drawn chameleon is built (Charm; RULES.md, ruling 9)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        (card,) = view.cards("revealed")
        yield template("build_as", copy=OneOf(fitting_as(view, view.me, card)))

    @verb
    def build_as(self, dealer: Dealer, seat: Seat, copy: str) -> None:
        """Builds the drawn card as a copy."""
        build_charmed(dealer, seat, copy)


def gamble(dealer: Dealer, seat: Seat, target: Seat) -> None:
    """Rolls the die and exchanges that number of random cards with another player."""
    number = min(roll_die(dealer, seat), hand_size(dealer.state, seat), dealer.state.size("hand", target))
    if number:
        pick_from_hand(dealer, number, target, drawn(seat), "gamble")
        pick_from_hand(dealer, number, seat, hand(target), "gamble")
        dealer.move(dealer.state.cards("drawn", seat), drawn(seat), hand(seat))


def blindfold(dealer: Dealer, seat: Seat, target: Seat | None = None) -> None:
    """Has another player guess a chosen card's value: if right, discards the card; if wrong, lets its value be set."""
    if target is not None:
        dealer.prompt(Blindfold, (seat, target), guesser=target)


def highest(table: Table) -> int:
    """Returns the highest value that a guess may name: the highest of all printed and open cards."""
    changed = [Meaning(mark["face"], mark["delta"]) for mark in table.public.marks.values()]
    top: int = max([VALUES[-1] + table.public.flashy, *(value(table, table.public.turn, one) for one in changed)])
    return top


class Blindfold(SealedPhase):
    """The choices of a card and of a guess at its value, made by two players at the same time."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        if view.me == prompt.data["guesser"]:
            yield template("guess", value=Integer(1, highest(view)))
        else:
            for card, meanings in usable(view, view.me).items():
                yield template("choose", card=OneOf([card]), copy=OneOf(list(meanings)))

    def resolve(self, dealer: Dealer, prompt: Prompt, answers: Mapping[Seat, Move]) -> None:
        """Shows the card; discards it if its value was guessed (RULES.md, ruling 7)."""
        seat = dealer.state.public.turn
        chosen, guess = answers[seat].args, answers[prompt.data["guesser"]].args["value"]
        used = used_as(dealer.state, seat, chosen["card"], chosen["copy"])
        card = mark(dealer, seat, chosen["card"], used.meaning)
        announce_copy(dealer, seat, used)
        worth = value(dealer.state, seat, used.meaning)
        dealer.announce("guessed", value=worth, guess=guess)
        if guess == worth:
            discard_cards(dealer, seat, [card])
        else:
            dealer.prompt(Worth, seat, card=card)


class Worth(Phase):
    """The choice of the card's value for this turn (Blindfold)."""

    def templates(self, view: View, prompt: Prompt) -> Iterable[Template]:
        yield template("set_value", value=Integer(VALUES[0], VALUES[-1]))

    @verb
    def set_value(self, dealer: Dealer, seat: Seat, value: int) -> None:
        """Sets the value of the card and replaces earlier changes."""
        set_to(dealer, seat, dealer.current.data["card"], value)


def set_to(dealer: Dealer, seat: Seat, card: CardId, worth: int) -> None:
    """Changes the mark of an open card so that the card has this value."""
    now = present(dealer.state, card)
    delta = now.delta + worth - value(dealer.state, seat, now)
    mark(dealer, seat, card, now._replace(delta=delta))


OCELOTS = Animalfolk(
    "ocelots",
    (
        passive("bold_haggler", 1, 4, rolls=True),
        technique("new_season", 2, 3, new_season, thrown=a_discarded_card),
        technique("whirligig", 3, 3, whirligig, cards=in_order, target=an_opponent_if_cards),
        technique("charm", 4, 3, charm),
        technique("gamble", 5, 1, gamble, target=an_opponent),
        technique("blindfold", 5, 1, blindfold, target=a_guesser_if_cards),
    ),
    (Charm, Blindfold, Worth),
)
