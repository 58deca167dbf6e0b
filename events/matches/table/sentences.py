"""Sentences for callers: why a move is refused, and what certainly follows from one."""

from __future__ import annotations

from events.base.suggestions import for_verb
from events.http.translations import TEXTS
from events.matches.record.table_views import Choices
from events.models import Match, Seat
from games.kernel.errors import Refusal
from games.kernel.foresight import foreseen
from games.kernel.state import Json, Move
from games.kernel.words.meanings import phrases
from games.kernel.words.sentence import Term, filled
from games.kernel.words.speech import Speaker


def refusal_json(choices: Choices, verb: str, language: str, refusal: Refusal) -> dict[str, Json]:
    """A reason as `POST /legal-moves` returns it."""
    refusal = for_verb(choices.game.package, verb, refusal)
    text = Speaker(choices.game.package, language, choices.view).refused(verb, refusal) + TEXTS[language].meant(
        refusal.params
    )
    return {
        "pointer": refusal.pointer, "code": refusal.code, "detail": text + TEXTS[language].meant(refusal.params),
        "reason": refusal.reason or None, "params": dict(refusal.params),
    }  # fmt: skip


def outcome_of(choices: Choices, move: Move, language: str) -> list[str]:
    """What certainly follows from a legal move, computed from the caller's view alone."""
    assert choices.prompt is not None, "a move that is legal answers a prompt"
    if choices.game.is_sealed(choices.view.prompts[choices.prompt]):
        return [phrases(language)["sealed"]]
    future = foreseen(choices.game, choices.view, choices.prompt, move)
    names = seat_names(choices.match, language)
    return Speaker(choices.game.package, language, choices.view, names).outcome(future, choices.view)


def seat_names(match: Match, language: str) -> list[str]:
    """What the seats of a match are called, in order: the players' names, or their number."""
    seats = Seat.objects.filter(match=match).select_related("player").order_by("number")
    return [seat.player.name if seat.player and seat.player.name else numbered(seat, language) for seat in seats]


def numbered(seat: Seat, language: str) -> str:
    """A seat by its number, counted from 1: a bot, or a player without a name."""
    phrase = "bot" if seat.kind == Seat.Kind.BOT else "seat"
    return filled(phrases(language)[phrase], {"n": Term(str(seat.number + 1))})
