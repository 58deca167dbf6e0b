"""The reasons for refused sets, gifts and swaps; the sentences are in `sentences/`."""

from __future__ import annotations

from collections.abc import Mapping

from games.great_dalmuti.board import held
from games.great_dalmuti.deck import JESTER, RANKS
from games.kernel.deck import Face
from games.kernel.errors import Reason, because
from games.kernel.slots import is_whole
from games.kernel.state import Json
from games.kernel.view import View

FACES: Mapping[int, Face] = {rank: face for face, rank in RANKS.items()}


def is_set(value: Json) -> bool:
    """Returns whether a value names numbers of known faces."""
    return (
        isinstance(value, dict)
        and any(value.values())
        and all(face in RANKS and is_whole(number) and number >= 0 for face, number in value.items())
    )


def why_not_held(view: View, cards: Mapping[Face, int]) -> Reason | None:
    """Returns, as a reason, the first face of which the viewer holds no card or too few."""
    hand = held(view, view.me)
    for face, number in cards.items():
        if number > hand.get(face, 0):
            return because("not_so_many", rank=face, number=number) if face in hand else because("not_held", rank=face)
    return None


def why_no_set(view: View, value: Json) -> Reason | None:
    """Returns why cards cannot be laid: too few held, several ranks, or no better rank than the set on top."""
    if not is_set(value):
        return None
    cards = {face: number for face, number in value.items() if number}
    numbered = [face for face in cards if face != JESTER]
    if reason := why_not_held(view, cards):
        return reason
    if len(numbered) > 1:
        return because("one_rank")
    if view.public.trick:
        return _why_no_answer(view, numbered, sum(cards.values()))
    return None if numbered else because("jester_pair")


def _why_no_answer(view: View, numbered: list[Face], number: int) -> Reason:
    top = view.public.trick[-1]
    if not numbered:
        return because("jesters_answer_nothing")
    if RANKS[numbered[0]] >= top["rank"]:
        return because("no_better", rank=numbered[0], beaten=FACES[top["rank"]])
    return because("other_count", count=top["count"], number=number)


def why_no_gift(view: View, value: Json, number: int) -> Reason | None:
    """Returns why these cards are not a gift of `number` cards."""
    if not number:
        return because("no_choice")
    reason = why_not_held(view, value) if is_set(value) else None
    return reason or because("wrong_number", number=number)


def why_not_this_card(view: View, face: Json) -> Reason | None:
    """Returns why the viewer cannot use a face: their hand lacks it."""
    return because("not_held", rank=face) if face in RANKS else None


def why_no_call(view: View, verb: str) -> Reason | None:
    """Returns why no revolution can be called."""
    if verb == "plain_revolution" and view.me != view.public.order[-1]:
        return because("only_greater_peon")
    return because("no_jesters") if verb in ("revolution", "plain_revolution") else None
