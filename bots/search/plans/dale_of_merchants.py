"""Dale of Merchants is searched until the seat's next turn but one, then valued by stacks and cards for more stacks."""

from __future__ import annotations

from collections.abc import Sequence

from bots.policies.greedy import dale_of_merchants as greedy
from bots.search.plan import Effort, Plan, Ranked, distinct, number_of_turn, own_turns, share_by_lead
from games.dale_of_merchants.board import goal, opponents, stacks
from games.dale_of_merchants.cards import CARDS
from games.kernel.rng import Draws
from games.kernel.state import Seat, State, Table
from games.kernel.template import LegalMoves
from games.kernel.view import View
from games.registry import get

MOST = 6
TURNS = 2
STACK = 5.0
"""The worth of a stack in addition to the values of its cards, which leave the deck."""
LATE_STACK = 1.0
"""The additional worth of each further stack compared with the one before."""
GOOD_CARD = 0.5
JUNK = -0.7
IN_HAND = 0.4
SPREAD = 6.0
"""The difference of strengths that makes a win about three times as likely as a loss."""


def candidates(view: View, moves: LegalMoves, draws: Draws) -> Sequence[Ranked]:
    """Returns the best move of each template by greedy's scores."""
    judges, judgement = greedy.JUDGES, greedy.CardJudgement(view)
    judged: list[Ranked] = [
        judges.get(template.verb, greedy.any_move)(judgement, template, draws) for template in moves.templates
    ]
    best = max(range(len(judged)), key=lambda place: judged[place][0])
    return distinct([judged[best], *judged], MOST)


def strength(state: Table, seat: Seat) -> float:
    """Returns a measure of a seat's progress: its stacks, and the cards with which it can build more."""
    built = stacks(state, seat)
    score = built * STACK + LATE_STACK * built * (built + 1) / 2
    for name, weight in (
        ("hand", 1 + IN_HAND),
        ("shown", 1 + IN_HAND),
        ("drawn", 1.0),
        ("deck", 1.0),
        ("discard", 1.0),
    ):
        for card in state.cards(name, seat):
            printed = CARDS[state.face(card)]
            score += weight * (printed.value * GOOD_CARD if not printed.is_junk else JUNK)
    return score


def value(state: State, seat: Seat, begun: object) -> float:
    """Returns the chance of a win by the lead over the strongest opponent; a team adds its two seats."""
    nearly = goal(state) - stacks(state, seat)
    spread = SPREAD if nearly > 1 else SPREAD / 2
    return share_by_lead(state, seat, lambda each: strength(state, each), opponents(state, seat), spread)


PLAN = Plan(
    game=get("dale_of_merchants"),
    candidates=candidates,
    rollout=greedy.choose,
    begins=number_of_turn,
    is_far_enough=own_turns(TURNS),
    value=value,
    most_steps=600,
    scale=1.5,
    good=Effort(8),
    strong=Effort(32),
    coach=16,
)
