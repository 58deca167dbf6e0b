"""The Great Dalmuti by rules of thumb: keep groups together, lead what can only be led, save what wins for the end.

A hand is a few groups. Some will win a trick (none of the unseen cards is likely to beat them), others are a burden:
the more so, the less they can be laid on what others lead. Each move is judged by the hand that it leaves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement
from math import comb

from games.great_dalmuti import GAME
from games.great_dalmuti.board import held, rank_of
from games.great_dalmuti.deck import JESTER, RANKS
from games.great_dalmuti.taxes import is_taxed
from games.kernel.deck import Face
from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View

Hand = Mapping[Face, int]

OUT = -10.0
RUN_OUT = -5.0
JESTER_WORTH = 0.9
SPLIT_COST = 0.2
WINNER_WORTH = 0.7
LEAD_WORTH = 0.7
SURE = 0.85


def choose(view: View, moves: LegalMoves, draws: Draws) -> Move:
    """The move for the question that is asked."""
    verbs = {template.verb for template in moves.templates}
    for verb, answer in ANSWERS.items():
        if verb in verbs:
            return answer(view, moves)
    return next(iter(moves))


# Tricks


class Outlook:
    """What a viewer may expect of his sets, from the cards he has not seen and the sizes of the others' hands."""

    def __init__(self, view: View) -> None:
        seen = Counter(view.faces.values())
        self.unseen = Counter(GAME.box(view.seats, view.options))
        self.unseen.subtract(seen)
        self.sizes = [view.size("hand", seat) for seat in range(view.seats) if seat != view.viewer]
        self.power = cache(self._power)

    def _power(self, face: Face, number: int) -> float:
        """How likely a set is to win its trick: 1 if no hand can hold a better one."""
        rivals = sum(size >= number for size in self.sizes)
        if not rivals:
            return 1.0
        better = (self._beaters(other, number) for other, rank in RANKS.items() if rank < RANKS[face])
        return 1.0 / (1.0 + sum(better) / float(rivals ** (number - 1)))

    def _beaters(self, face: Face, number: int) -> float:
        """In how many ways the unseen cards make a set of one rank, with or without jesters."""
        cards, jesters = self.unseen[face], self.unseen[JESTER]
        return sum(comb(cards, number - n) * comb(jesters, n) for n in range(min(jesters, number - 1) + 1))

    def burden(self, face: Face, number: int) -> float:
        """What a group costs as long as it is held; below nothing for one that wins."""
        power = self.power(face, number)
        laid_on_others = (RANKS["12"] - RANKS[face]) / RANKS["12"] / number
        return (1.0 - power) * (1.0 - 0.6 * laid_on_others) - WINNER_WORTH * power

    def cost(self, hand: Hand, leads: bool) -> float:
        """What a hand is worth, the less the better; `leads`: its owner has the lead."""
        groups = [(face, number) for face, number in hand.items() if number and face != JESTER]
        if not groups:
            return OUT + hand.get(JESTER, 0)
        if leads and sum(self.power(*group) < SURE for group in groups) <= 1:
            return RUN_OUT + 0.1 * len(groups)
        burdens = sum(self.burden(*group) for group in groups)
        return burdens - JESTER_WORTH * hand.get(JESTER, 0) - LEAD_WORTH * leads

    def after(self, hand: Hand, laid: Hand) -> float:
        """What the hand is worth after a set is laid, which wins the trick or does not."""
        left = {face: number - laid.get(face, 0) for face, number in hand.items()}
        power = self.power(min(laid, key=RANKS.__getitem__), sum(laid.values()))
        split = SPLIT_COST * any(left[face] for face in laid if face != JESTER)
        return split + power * self.cost(left, True) + (1.0 - power) * self.cost(left, False)


def play(view: View, moves: LegalMoves) -> Move:
    """The set that leaves the best hand, or a pass if the hand is better as it is."""
    hand, outlook = held(view, view.me), Outlook(view)
    sets = [move for move in moves if move.verb == "play" and keeps_together(hand, move.args["cards"], moves)]
    best = min(sets, key=lambda move: (outlook.after(hand, move.args["cards"]), -rank_of(move.args["cards"])))
    if moves.of("pass") and outlook.after(hand, best.args["cards"]) >= outlook.cost(hand, False):
        return Move("pass")
    return best


def keeps_together(hand: Hand, laid: Hand, moves: LegalMoves) -> bool:
    """Whether a lead takes all cards of its rank; an answer has to fit the set on the table."""
    return bool(moves.of("pass")) or all(number == hand[face] for face, number in laid.items() if face != JESTER)


# Before the tricks


def settle_taxes(view: View, moves: LegalMoves) -> Move:
    """The revolution where it helps, else the gift that leaves the best hand, else nothing."""
    if moves.of("revolution") and gains_by_revolution(view):
        return Move("revolution")
    return give(view, moves) if moves.of("give") else Move("accept")


def gains_by_revolution(view: View) -> bool:
    """The Greater Peon rises; others below the Dalmutis gain if it spares them, or costs the Dalmutis, taxes."""
    order = view.public.order
    return bool(view.me == order[-1] or (is_taxed(view) and view.me not in order[:2]))


def give(view: View, moves: LegalMoves) -> Move:
    """The cards without which the hand is best: high numbers of which there are few."""
    hand, outlook = held(view, view.me), Outlook(view)
    cards = min(
        gifts(hand, moves), key=lambda gift: (outlook.cost(hand - gift, False), -sum(RANKS[face] for face in gift))
    )
    return Move("give", {"cards": dict(cards)})


def gifts(hand: Counter[Face], moves: LegalMoves) -> Iterator[Counter[Face]]:
    """All gifts of the size that is due."""
    number = moves.of("give")[0].slots["cards"].to_json()["total"][0]
    for faces in combinations_with_replacement(hand, number):
        gift: Counter[Face] = Counter(faces)
        if all(hand[face] >= copies for face, copies in gift.items()):
            yield gift


def lonely(view: View) -> Face | None:
    """The worst number that stands alone, if it is bad."""
    hand = held(view, view.me)
    alone = [face for face, number in hand.items() if number == 1 and 10 <= RANKS[face] <= 12]
    return max(alone, key=RANKS.__getitem__, default=None)


def swap(view: View, moves: LegalMoves) -> Move:
    """A bad card that stands alone goes to the commoner with most cards; otherwise hands stay as they are."""
    card = lonely(view)
    if card is None:
        return Move("keep")
    partners = list(moves.of("swap")[0].slots["partner"])
    return Move("swap", {"partner": max(partners, key=lambda seat: view.size("hand", seat)), "card": card})


def reply(view: View, moves: LegalMoves) -> Move:
    """Any card for a bad one that stands alone; without one, a refusal if there may be one, or the worst number."""
    if moves.of("refuse") and lonely(view) is None:
        return Move("refuse")
    worst = max(held(view, view.me), key=lambda face: (face != JESTER, RANKS[face]))
    return Move("reply", {"card": lonely(view) or worst})


def assign(view: View, moves: LegalMoves) -> Move:
    """Good cards shown go to the Greater Peon, who will pay them as taxes; one's own only if they are bad."""
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
