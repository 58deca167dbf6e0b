"""A greedy policy for Dale of Merchants: build if possible, buy cards for the next stacks, get rid of junk.

Each move has a score. A stack scores highest. Other moves score the worth of the cards they bring for the next stacks,
minus the worth of the cards they cost. So the policy pays with junk first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.dale_of_merchants.board import goal, held, stacks
from games.dale_of_merchants.cards import CARDS
from games.dale_of_merchants.pick import CardPick
from games.kernel.deck import CardId
from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves, Template
from games.kernel.view import View

JUNK_WORTH = 0.2
SAME_FOLK = 0.35
BUILD, LAST_STACK = 40.0, 100.0
TRIES = 24
PLAYED_FIRST = {
    "flashy_show": 0.5,
    "swift_broker": 1.0,
    "favourite_toy": 1.5,
    "shattered_relic": 6.0,
    "spyglass": 5.0,
    "loyal_partner": 0.5,
    "prepaid_good": 3.5,
    "special_offer": 4.5,
    "wily_fellow": 0.3,
    "nuisance": 4.0,
    "rotten_food": 5.0,
    "dirty_exchange": 4.0,
    "sabotage": 4.0,
    "treasure_hunter": 3.5,
    "acorn": 4.0,
    "new_season": 1.0,
    "whirligig": 0.5,
    "charm": 3.5,
    "gamble": 0.5,
    "blindfold": 1.0,
    "gift_voucher": 3.0,
}


def choose(view: View, moves: LegalMoves, draws: Draws) -> Move:
    """Returns the move with the highest score."""
    judgement = CardJudgement(view)
    judged = [JUDGES.get(template.verb, any_move)(judgement, template, draws) for template in moves.templates]
    return max(judged, key=lambda pair: pair[0])[1]


# The worth of cards


class CardJudgement:
    """The worth of cards to the viewer, for one decision; each card is judged once."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.hand = held(view, view.me)
        self.next_stack = stacks(view, view.me) + 1
        self._folks = Counter(CARDS[view.face(card)].folk for card in self.hand)
        self._worths: dict[CardId, float] = {}

    def worth(self, card: CardId) -> float:
        """Returns a card's worth to its holder: its value, more with others of its set, almost nothing for junk."""
        worth = self._worths.get(card)
        if worth is None:
            worth = self._worths[card] = self._worth(card)
        return worth

    def _worth(self, card: CardId) -> float:
        printed = CARDS[self.view.face(card)]
        if printed.is_junk:
            return JUNK_WORTH
        kin = self._folks[printed.folk] - (card in self.hand)
        return printed.value + SAME_FOLK * kin + self.fit(printed.value)

    def fit(self, value: int) -> float:
        """Returns how well a value fits the next stacks; stacks of one or two cards are best."""
        return 1.0 if self.next_stack <= value else 0.5

    def total(self, cards: Iterable[CardId]) -> float:
        """Returns the total worth of some cards."""
        return sum([self.worth(card) for card in cards])


Judge = Callable[[CardJudgement, Template, Draws], tuple[float, Move]]


def ids(move: Move) -> list[CardId]:
    return [item["card"] for item in move.args["cards"]]


def sampled(template: Template, draws: Draws, cost: Callable[[Move], float]) -> tuple[float, Move]:
    """Returns the cheapest move: of all moves if there are at most `TRIES`, otherwise of `TRIES` random moves."""
    few = template.count() <= TRIES
    tried = list(template) if few else [template.sample(draws) for _ in range(TRIES)]
    return min(((cost(move), move) for move in tried), key=lambda pair: pair[0])


# Verbs


def build(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns a stack of the least valuable cards."""
    cost, move = sampled(template, draws, lambda move: judgement.total(ids(move)))
    is_last = judgement.next_stack == goal(judgement.view)
    return (LAST_STACK if is_last else BUILD) - cost, move


def ask_help(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns, if there is no better move, the viewer's cards that leave least for the teammate to add."""
    number, slot = judgement.next_stack, template.slots["cards"]
    assert isinstance(slot, CardPick)
    values = {(choice.card, choice.meaning): choice.value for choice in slot.choices}

    def missing(move: Move) -> float:
        return number - sum(values[item["card"], item["as"]] for item in move.args["cards"])

    left, move = sampled(template, draws, missing)
    requests = judgement.view.public.requests
    return (8.0 - left - requests) if requests == 0 else -1.0, move


def buy(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns a purchase for the least valuable payment. If junk pays for two cards, returns the dearer card."""
    view = judgement.view
    if template.verb == "buy_discarded":
        bought = view.cards("market_discard")[-1]
    else:
        (place,) = template.slots["place"]
        (bought,) = view.cards("market", None, place)
    cost, move = sampled(template, draws, lambda move: judgement.total(ids(move)))
    return 1.5 * judgement.worth(bought) + judgement.fit(CARDS[view.face(bought)].value) - cost, move


def play(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns a technique. A technique with a bonus costs only its card. The policy gives or throws away junk first."""
    slots = template.slots
    face = next(iter(slots["copy"])) if "copy" in slots else judgement.view.face(next(iter(slots["card"])))
    face = face.partition("+")[0].partition("-")[0]
    gain = PLAYED_FIRST.get(face, 0.5) if CARDS[face].bonus else PLAYED_FIRST.get(face, 2.0)
    cost, move = sampled(template, draws, lambda move: _spent(judgement, move))
    return gain - cost + (0.5 if CARDS[face].bonus else 0.0), move


def _spent(judgement: CardJudgement, move: Move) -> float:
    """Returns the cost of a technique's choices, minus their gain."""
    view, args, cost = judgement.view, move.args, 0.0
    for name in ("thrown", "given"):
        if name in args:
            cost += judgement.total([args[name]])
    if "taken" in args:
        cost -= CARDS[view.face(args["taken"])].value - 4
    if "place" in args:
        cost -= judgement.worth(view.cards("market", None, args["place"])[0]) / 3
    if "targets" in args:
        cost -= len(args["targets"])
    target = args.get("target")
    if target is not None:
        cost -= stacks(view, target) / 10 + view.size("hand", target) / 20
    own = [card for card in args.get("cards", ()) if card in judgement.hand]
    return cost + (judgement.total(own) - 2 * len(own)) / 2


def discard(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns a discard of junk, or of the two least valuable cards, if nothing can be built or bought."""
    hand = judgement.hand
    junk = [card for card in hand if judgement.worth(card) <= JUNK_WORTH]
    weak = junk or sorted(hand, key=lambda card: judgement.worth(card))[:2]
    return 0.5, Move("discard", {"cards": weak})


def roll(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns a roll. A roll is free, but may change a value that fits."""
    return 2.5, next(iter(template))


def throw_top(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns a throw, which is rarely useful."""
    return -5.0, next(iter(template))


def claim(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns a claim. A bigger hand is always better."""
    return 9.0, next(iter(template))


def helped(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns a stack for the team, scored by the worth of its cards."""
    cost, move = sampled(template, draws, lambda move: judgement.total(ids(move)))
    return BUILD - cost, move


def keep(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns the best card to keep, and puts the best of the other cards on top."""
    (card,) = template.slots["card"]
    others = sorted(template.slots["others"], key=_order_worth(judgement))[-1:] if "others" in template.slots else []
    args: dict[str, Any] = {"card": card, **({"others": others[0]} if others else {})}
    return judgement.worth(card), Move("keep", args)


def _order_worth(judgement: CardJudgement) -> Callable[[list[CardId]], float]:
    return lambda order: judgement.worth(order[-1])


def least(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns the least valuable card, to give it back."""
    cost, move = sampled(template, draws, lambda move: judgement.worth(move.args["card"]))
    return -cost, move


def most(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns another seat's most valuable card, to throw it away."""
    cost, move = sampled(template, draws, lambda move: -judgement.worth(move.args["card"]))
    return -cost, move


def throw_junk(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns a move that throws away as much junk as possible."""
    cost, move = sampled(template, draws, lambda move: -len(move.args["cards"]))
    return -cost, move


def set_value(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns the value of the next stack, or the highest one."""
    return 1.0, Move("set_value", {"value": min(judgement.next_stack, 5)})


def rest(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns a move that scores less than all others."""
    return 0.0, next(iter(template))


def any_move(judgement: CardJudgement, template: Template, draws: Draws) -> tuple[float, Move]:
    """Returns a random move, for verbs without a judge."""
    return float(draws.below(3)), template.sample(draws)


JUDGES: Mapping[str, Judge] = {
    "build": build,
    "ask_help": ask_help,
    "buy": buy,
    "buy_discarded": buy,
    "play": play,
    "discard": discard,
    "roll": roll,
    "throw_top": throw_top,
    "claim": claim,
    "help": helped,
    "keep": keep,
    "give": least,
    "throw": most,
    "throw_junk": throw_junk,
    "set_value": set_value,
    "decline": rest,
    "stop": rest,
    "end_turn": rest,
}
