"""Counts how often each card is used in a match in the way its text describes.

A technique is used when it is played, a card for stacks when it is built, a card for prices when it pays, Essential
Purchase when it is bought, a chameleon when it copies, and any other card when somebody does what it allows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.dale_of_merchants.cards import CARDS, Card
from games.kernel.state import State
from tests.games.harness.simulate import Decision, Match


def used_in(match: Match, before: State, decision: Decision) -> Iterator[str]:
    """Yields the faces used in the last decision of a match; `before`: the table before that decision."""
    move = decision.move
    if decision.kind != "move" or move is None:
        return
    for effect in (effect for outcome in match.steps[-1:] for effect in outcome.outcome.effects):
        if effect.kind == "announced" and effect.what == "copied":  # type: ignore[attr-defined]
            yield effect.details["card"]  # type: ignore[attr-defined]
    if move.verb in ("play", "roll", "throw_top", "claim"):
        yield from _itself(before, move.args["card"], move.args.get("copy"))
    elif move.verb in ("build", "help"):
        yield from (face for face in _named(move.args["cards"]) if _stacks(CARDS[face]))
    elif move.verb in ("buy", "buy_discarded"):
        yield from (face for face in _named(move.args["cards"]) if CARDS[face].overpays or CARDS[face].buys_discarded)
        bought = before.cards("market", None, move.args["place"]) if move.verb == "buy" else ()
        yield from (before.face(card) for card in bought if CARDS[before.face(card)].clears)


def _itself(before: State, card: int, copy: str | None) -> Iterator[str]:
    """Yields the face of a card that is used as printed, not as a copy."""
    if copy in (None, before.face(card)):
        yield before.face(card)


def _named(items: list[dict[str, object]]) -> list[str]:
    return [str(item["as"]).removesuffix("_rolled").split("+")[0].split("-")[0] for item in items]


def _stacks(card: Card) -> bool:
    return bool(card.allows_junk or card.allows_folk or card.allows_discarded or card.slack or card.stacks)


def watched(match: Match, decision: Decision, counted: Counter[str]) -> None:
    """Plays a decision and counts the cards it used."""
    before = match.state
    match.decide(decision)
    counted.update(used_in(match, before, decision))
