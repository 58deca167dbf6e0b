"""A greedy policy for The Great Dalmuti: keep groups together, lead weak groups, save winning groups for the end.

A hand consists of groups of one rank. Some groups will probably win a trick, because the unseen cards are unlikely to
beat them. Other groups are a burden, above all if they cannot answer the sets that others lead. The policy scores each
move by the hand that it leaves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement
from math import comb

from games.great_dalmuti import GAME
from games.great_dalmuti.board import SIGHT, faces_in, held, rank_of
from games.great_dalmuti.deck import JESTER, RANKS
from games.great_dalmuti.options import DalmutiOptions
from games.great_dalmuti.taxes import is_taxed
from games.kernel.deck import Face
from games.kernel.rng import Draws
from games.kernel.state import Move, Sight, Table, Zone
from games.kernel.template import LegalMoves
from games.kernel.view import View

Hand = Mapping[Face, int]
Group = tuple[Face, int]

OUT = -10.0
RUN_OUT = -5.0
JESTER_WORTH = 0.9
SPLIT_COST = 0.2
WINNER_WORTH = 0.7
LEAD_WORTH = 0.7
SURE = 0.85
SEEN_BY_OWNER = tuple(name for name, sight in SIGHT.items() if sight is Sight.OWNER)


def choose(view: View, moves: LegalMoves, draws: Draws) -> Move:
    """Returns the move for the open prompt."""
    verbs = {template.verb for template in moves.templates}
    for verb, answer in ANSWERS.items():
        if verb in verbs:
            return answer(view, moves)
    return next(iter(moves))


# Tricks


class Outlook:
    """The prospects of sets, computed from the unseen cards and the sizes of the other hands."""

    def __init__(self, view: View) -> None:
        self.unseen = dict(view.surveyed(_seen_by_nobody))
        for name in SEEN_BY_OWNER:
            for face, number in faces_in(view, Zone(name, view.viewer)).items():
                self.unseen[face] -= number
        self.sizes = [view.size("hand", seat) for seat in range(view.seats) if seat != view.viewer]
        self._powers: dict[int, dict[Face, float]] = {}
        self._burdens: dict[Group, float] = {}

    def power(self, face: Face, number: int) -> float:
        """Returns the likelihood that a set wins its trick: 1 if no hand can hold a better set."""
        powers = self._powers.get(number)
        if powers is None:
            powers = self._powers[number] = self._powers_of(number)
        return powers[face]

    def _powers_of(self, number: int) -> dict[Face, float]:
        """Returns the power of a set of `number` cards of each rank: the ranks before a rank are better."""
        rivals = sum([size >= number for size in self.sizes])
        if not rivals:
            return dict.fromkeys(RANKS, 1.0)
        powers, better, unseen, share = {}, 0, self.unseen, float(rivals ** (number - 1))
        ways = ways_to_form(unseen.get(JESTER, 0), number)
        for face in RANKS:
            powers[face] = 1.0 / (1.0 + better / share)
            better += ways[unseen.get(face, 0)]
        return powers

    def burden(self, group: Group) -> float:
        """Returns the cost of holding a group, computed once; the cost of a winning group is negative."""
        burden = self._burdens.get(group)
        if burden is None:
            burden = self._burdens[group] = self._burden(*group)
        return burden

    def _burden(self, face: Face, number: int) -> float:
        power = self.power(face, number)
        laid_on_others = (RANKS["12"] - RANKS[face]) / RANKS["12"] / number
        return (1.0 - power) * (1.0 - 0.6 * laid_on_others) - WINNER_WORTH * power

    def costs(self, groups: list[Group], jesters: int) -> tuple[float, float]:
        """Returns the costs of a hand with and without the lead; lower is better."""
        if not groups:
            return OUT + jesters, OUT + jesters
        follows = sum([self.burden(group) for group in groups]) - JESTER_WORTH * jesters
        leads = RUN_OUT + 0.1 * len(groups) if self._can_run_out(groups) else follows - LEAD_WORTH
        return leads, follows

    def cost(self, hand: Hand) -> float:
        """Returns the cost of a hand without the lead."""
        groups = [(face, number) for face, number in hand.items() if number and face != JESTER]
        return self.costs(groups, hand.get(JESTER, 0))[1]

    def _can_run_out(self, groups: list[Group]) -> bool:
        """Returns whether all groups, or all except one, are sure to win their trick."""
        weak = 0
        for face, number in groups:
            if self.power(face, number) < SURE:
                weak += 1
                if weak > 1:
                    return False
        return True

    def after(self, hand: Hand, laid: Hand) -> float:
        """Returns the expected cost of the hand after laying a set, which may win the trick."""
        power = self.power(min(laid, key=RANKS.__getitem__), sum(laid.values()))
        split, groups = 0.0, []
        for face, number in hand.items():
            if face in laid and face != JESTER:
                number -= laid[face]
                split = SPLIT_COST if number else split
            if number and face != JESTER:
                groups.append((face, number))
        leads, follows = self.costs(groups, hand.get(JESTER, 0) - laid.get(JESTER, 0))
        return split + power * leads + (1.0 - power) * follows


def _seen_by_nobody(table: Table) -> dict[Face, int]:
    """Returns the numbers of cards of each face that not everybody sees."""
    unseen = dict(table.read(_box, table.options))
    for zone in table.places:
        if table.size(*zone) and table.sees(None, zone):
            for face, number in faces_in(table, zone).items():
                unseen[face] -= number
    return unseen


def _box(options: DalmutiOptions) -> Counter[Face]:
    return Counter(GAME.box(0, options))


@cache
def ways_to_form(jesters: int, number: int) -> tuple[int, ...]:
    """Returns, for each number of unseen cards of a rank, in how many ways they form a set, with or without jesters."""
    most = max(GAME.deck.lines, key=lambda line: line.count).count
    return tuple(
        sum(comb(cards, number - n) * comb(jesters, n) for n in range(min(jesters, number - 1) + 1))
        for cards in range(most + 1)
    )


def play(view: View, moves: LegalMoves) -> Move:
    """Returns the set that leaves the best hand, or a pass if the unchanged hand is better."""
    hand, outlook = held(view, view.me), Outlook(view)
    may_pass = bool(moves.of("pass"))
    sets = [cards for template in moves.of("play") for cards in template.slots["cards"]]
    laid = [cards for cards in sets if may_pass or keeps_together(hand, cards)]
    costs = [(outlook.after(hand, cards), -rank_of(cards)) for cards in laid]
    least = min(costs)
    if may_pass and least[0] >= outlook.cost(hand):
        return Move("pass")
    return Move("play", {"cards": laid[costs.index(least)]})


def keeps_together(hand: Hand, laid: Hand) -> bool:
    """Returns whether a lead uses all cards of its rank."""
    return all(number == hand[face] for face, number in laid.items() if face != JESTER)


# Before the tricks


def settle_taxes(view: View, moves: LegalMoves) -> Move:
    """Returns a revolution if it helps, otherwise the gift that leaves the best hand, or no choice."""
    if moves.of("revolution") and gains_by_revolution(view):
        return Move("revolution")
    return give(view, moves) if moves.of("give") else Move("accept")


def gains_by_revolution(view: View) -> bool:
    """Returns whether a revolution helps: it promotes the Greater Peon, and spares all seats but the Dalmutis taxes."""
    order = view.public.order
    return bool(view.me == order[-1] or (is_taxed(view) and view.me not in order[:2]))


def give(view: View, moves: LegalMoves) -> Move:
    """Returns the gift that leaves the best hand: high ranks with few cards."""
    hand, outlook = Counter(held(view, view.me)), Outlook(view)
    cards = min(gifts(hand, moves), key=lambda gift: (outlook.cost(hand - gift), -sum(RANKS[face] for face in gift)))
    return Move("give", {"cards": dict(cards)})


def gifts(hand: Counter[Face], moves: LegalMoves) -> Iterator[Counter[Face]]:
    """Yields all gifts of the required size."""
    number = moves.of("give")[0].slots["cards"].to_json()["total"][0]
    for faces in combinations_with_replacement(hand, number):
        gift: Counter[Face] = Counter(faces)
        if all(hand[face] >= copies for face, copies in gift.items()):
            yield gift


def lonely(view: View) -> Face | None:
    """Returns the worst single card, if its rank is 10 to 12."""
    hand = held(view, view.me)
    alone = [face for face, number in hand.items() if number == 1 and 10 <= RANKS[face] <= 12]
    return max(alone, key=RANKS.__getitem__, default=None)


def swap(view: View, moves: LegalMoves) -> Move:
    """Returns a swap of a bad single card with the commoner who has the most cards; without such a card, no swap."""
    card = lonely(view)
    if card is None:
        return Move("keep")
    partners = list(moves.of("swap")[0].slots["partner"])
    return Move("swap", {"partner": max(partners, key=lambda seat: view.size("hand", seat)), "card": card})


def reply(view: View, moves: LegalMoves) -> Move:
    """Returns a bad single card; otherwise a refusal if the rules allow one, or the worst card."""
    if moves.of("refuse") and lonely(view) is None:
        return Move("refuse")
    worst = max(held(view, view.me), key=lambda face: (face != JESTER, RANKS[face]))
    return Move("reply", {"card": lonely(view) or worst})


def assign(view: View, moves: LegalMoves) -> Move:
    """Gives a good card to the Greater Peon, who will pay it as a tax. Gives only bad cards from the viewer's hand."""
    shown = view.public.exposed[-1]
    place = view.size("deck") - 1 - shown["place"]
    rank = next((RANKS[k.face] for k in view.known if k.zone.name == "deck" and k.position == place), None)
    if rank is None:
        return Move("leave_it")
    is_wanted = rank >= 10 if shown["seat"] == view.me else rank <= 4 and is_taxed(view)
    return Move("give_to_greater_peon" if is_wanted else "leave_it")


ANSWERS = {
    "play": play,
    "revolution": settle_taxes,
    "give": settle_taxes,
    "swap": swap,
    "reply": reply,
    "leave_it": assign,
}
