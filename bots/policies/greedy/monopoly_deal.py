"""Plays Monopoly Deal by rules of thumb: scores the possible moves and chooses the best one.

A complete group scores 100. Ending the turn scores `REST`, so cards with a lower score stay in the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from games.kernel.deck import Face
from games.kernel.rng import Draws
from games.kernel.state import Move, Seat
from games.kernel.template import LegalMoves, Template
from games.kernel.view import View
from games.monopoly_deal.board import Board
from games.monopoly_deal.deck import MAY_BE, MONEY, RENT_COLOURS, STREETS, VALUES, Colour
from games.monopoly_deal.estate import payable
from games.monopoly_deal.payment import Payment
from games.monopoly_deal.rents import rent_owed

REST = 10
SET = 100
RESERVE = {
    "just_say_no": 60,
    "deal_breaker": 60,
    "sly_deal": 40,
    "forced_deal": 35,
    "pass_go": 35,
    "debt_collector": 40,
    "its_my_birthday": 35,
    "double_the_rent": 12,
    "house": 12,
    "hotel": 8,
}
NOTES = frozenset(note.face for note in MONEY)

Scored = tuple[int, Move]


def choose(view: View, moves: LegalMoves, draws: Draws) -> Move:
    """Returns the move with the highest score; if several have it, a random one of them."""
    table = BoardJudgement(view)
    scored = [option for template in moves.templates for option in RULES.get(template.verb, use)(table, template)]
    best = max(score for score, _ in scored)
    best_moves = [move for score, move in scored if score == best]
    return best_moves[draws.below(len(best_moves))]


class BoardJudgement:
    """An assessment of a view: how complete the groups are, and how much each seat could pay."""

    def __init__(self, view: View) -> None:
        self.view, self.me, self.board = view, view.me, Board(view)
        self.prompt = next(p for p in view.open_prompts if self.me in p.seats)
        self.owned: dict[Colour, int] = dict.fromkeys(STREETS, 0)
        for group in self.board.groups[self.me]:
            self.owned[group.colour] += len(group.cards)

    def gain(self, colour: Colour) -> int:
        """Returns the viewer's gain from one more card of a colour."""
        return worth(colour, self.owned[colour] + 1) - worth(colour, self.owned[colour])

    def loss(self, colour: Colour) -> int:
        """Returns the viewer's loss from one card fewer of a colour."""
        return worth(colour, self.owned[colour]) - worth(colour, self.owned[colour] - 1)

    def best_gain(self, face: Face) -> int:
        """Returns the viewer's gain from a property in the best of its colours."""
        return max(self.gain(colour) for colour in MAY_BE[face])

    def colour_of(self, card: int) -> Colour:
        """Returns the colour under which one of the viewer's properties lies."""
        return next(group.colour for group in self.board.groups[self.me] if card in group.cards)

    def wealth(self, seat: Seat) -> int:
        """Returns the value of everything that a seat could pay, in millions."""
        return sum(payable(self.board, seat).values())

    def money(self) -> int:
        """Returns the value of the viewer's bank, in millions."""
        return sum(VALUES[self.view.face(card)] for card in self.view.cards("bank", self.me))

    def income(self, seats: Iterable[Seat], owed: int) -> int:
        """Returns the amount that a debt brings, in millions, if each of these seats pays as much as it can."""
        return sum(min(owed, self.wealth(seat)) for seat in seats)

    def reserve(self, face: Face) -> int:
        """Returns the worth of a card in hand."""
        if face in MAY_BE:
            return 30 + self.best_gain(face)
        if face in RENT_COLOURS:
            return 20 + 5 * any(self.owned[colour] for colour in RENT_COLOURS[face])
        return RESERVE.get(face, VALUES[face])

    @property
    def others(self) -> list[Seat]:
        """All other seats."""
        return [seat for seat in range(self.view.seats) if seat != self.me]


def worth(colour: Colour, cards: int) -> int:
    """Returns the worth of cards of one colour; a complete group is worth far more than a nearly complete one."""
    size = STREETS[colour].size
    return SET + 2 * (cards - size) if cards >= size else SET * cards * cards // (2 * size * size)


# One function for each verb yields the moves worth considering, with their scores.


def rest(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    yield from ((REST, move) for move in template)


def win(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    yield from ((100 * SET, move) for move in template)


def draw_two(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    yield from ((2 * SET, move) for move in template)


def lay(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    for move in template:
        colour = move.args.get("colour", move.args["face"])
        yield 60 + table.gain(colour), move


def bank(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    """Banks money at once, above all if the viewer is poor; banks other cards only when the hand is too large."""
    crowded = 20 * (table.view.size("hand", table.me) > table.view.options.hand_limit)
    poor = 25 * (table.money() < 6)
    for move in template:
        face = move.args["face"]
        is_money = face in NOTES
        spare = 35 + poor if is_money else poor // 2 + crowded - table.reserve(face) // 2
        yield spare + 2 * VALUES[face], move


def recolour(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    """Recolours only for a clear gain, so that wild cards do not move back and forth."""
    for move in template:
        gain = table.gain(move.args["colour"]) - table.loss(table.colour_of(move.args["card"]))
        yield (3 * SET + gain if gain > 5 else 0), move


def swap_wild(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    for move in template:
        to = move.args["to"]
        yield (3 * SET if to == "hand" else 60 + table.gain(to)), move


def never(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    yield 0, next(iter(template))


def use(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    """Uses a card that has no rule of thumb, rather than keeping it."""
    yield from ((2 * REST, move) for move in template)


def build(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    yield from ((50, move) for move in template)


def birthday(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    yield from ((10 * table.income(table.others, 2), move) for move in template)


def collect(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    yield from ((12 * table.income([move.args["target"]], 5), move) for move in template)


def rent(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    for move in template:
        doubles = move.args["doubles"]
        owed = rent_owed(table.board, table.me, move.args["group"], doubles)
        payers = [move.args["target"]] if "target" in move.args else table.others
        yield 12 * table.income(payers, owed) - 15 * doubles - 10, move


def steal(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    for move in template:
        yield 30 + 2 * table.best_gain(table.view.face(move.args["card"])), move


def exchange(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    """Yields an exchange of the viewer's worst property for the other player's best one."""
    card = max(template.slots["card"], key=lambda card: table.best_gain(table.view.face(card)))
    own = min(template.slots["given"], key=lambda card: table.loss(table.colour_of(card)))
    (target,) = template.slots["target"]
    gain = table.best_gain(table.view.face(card)) - table.loss(table.colour_of(own))
    yield (20 + 2 * gain if gain > 0 else 0), Move("forced_deal", {"target": target, "card": card, "given": own})


def take_over(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    for move in template:
        colour = move.args["group"].rpartition("_")[0]
        yield SET * (2 if table.owned[colour] < STREETS[colour].size else 1), move


def accept(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    yield from ((REST, move) for move in template)


def say_no(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    """Says no to thefts and large debts; counters another no with as many Jokers as there are."""
    claim = table.view.prompts[table.prompt.parent or 0]
    owed = claim.data.get("owed", SET)
    hurts = owed >= 4 or (owed > table.money() and table.wealth(table.me) > table.money())
    for move in template:
        yield (SET + len(move.args.get("targets", ())) if hurts else 0), move


def pay(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    slot = template.slots["cards"]
    assert isinstance(slot, Payment), "payments are made through a payment slot"
    move = Move("pay", {"cards": cheapest(table, slot)})
    yield 0, move if move in template else next(iter(template))


def cheapest(table: BoardJudgement, slot: Payment) -> list[int]:
    """Returns the payment that costs least, without cards that need others; returns all cards if they are too few."""
    best: dict[int, tuple[int, list[int]]] = {0: (0, [])}
    for card, value in slot.worth.items():
        pain = 0 if card in slot.needs or not value else _pain(table, card, value)
        for paid, (cost, cards) in sorted(best.items(), reverse=True) if pain else ():
            total = min(paid + value, slot.owed)
            if total not in best or best[total][0] > cost + pain:
                best[total] = (cost + pain, [*cards, card])
    return best[slot.owed][1] if slot.owed in best else list(slot.worth)


def _pain(table: BoardJudgement, card: int, value: int) -> int:
    if table.view.face(card) not in MAY_BE:
        return 8 * value + 5 * (card not in table.view.cards("bank", table.me))
    return 8 * value + 2 * table.loss(table.colour_of(card))


def place(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    yield from ((table.gain(move.args["colour"]), move) for move in template)


def discard(table: BoardJudgement, template: Template) -> Iterator[Scored]:
    """Yields a discard of the hand's least valuable cards."""
    hand = sorted(table.view.cards("hand", table.me), key=lambda card: table.reserve(table.view.face(card)))
    yield 0, Move("discard", {"cards": hand[: table.prompt.data["number"]]})


RULES: Mapping[str, Callable[[BoardJudgement, Template], Iterator[Scored]]] = {
    "end_turn": rest,
    "declare": win,
    "pass_go": draw_two,
    "lay": lay,
    "bank": bank,
    "recolour": recolour,
    "swap_wild": swap_wild,
    "trade_places": never,
    "move_building": never,
    "house": build,
    "hotel": build,
    "its_my_birthday": birthday,
    "debt_collector": collect,
    "rent": rent,
    "sly_deal": steal,
    "forced_deal": exchange,
    "deal_breaker": take_over,
    "accept": accept,
    "say_no": say_no,
    "pay": pay,
    "place": place,
    "discard": discard,
}
