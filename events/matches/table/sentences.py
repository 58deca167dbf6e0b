"""Sentences for callers: the reason why a move is refused, and the certain consequences of a move."""

from __future__ import annotations

from collections.abc import Iterable

from events.base.player_names import name_key
from events.base.suggestions import for_verb
from events.http.translations import TEXTS
from events.log.delays import occupied
from events.log.models import Match, Seat
from events.matches.record import statements
from events.matches.record.table_views import Choices
from events.matches.table.characters import character
from games.kernel.errors import Refusal
from games.kernel.foresight import foreseen
from games.kernel.state import Json, Move
from games.kernel.words.meanings import phrases
from games.kernel.words.sentence import Term, filled
from games.kernel.words.speech import Speaker


def refusal_json(choices: Choices, verb: str, language: str, refusal: Refusal) -> dict[str, Json]:
    """Returns a reason in the form of `POST /legal-moves`."""
    refusal = for_verb(choices.game.package, verb, refusal)
    text = Speaker(choices.game.package, language, choices.view).refused(verb, refusal)
    return {
        "pointer": refusal.pointer,
        "code": refusal.code,
        "detail": text + TEXTS[language].meant(refusal.params),
        "reason": refusal.reason or None,
        "params": dict(refusal.params),
    }


def outcome_of(choices: Choices, move: Move, language: str) -> list[str]:
    """Returns the certain consequences of a legal move, computed only from the caller's view."""
    assert choices.prompt is not None, "a move that is legal answers a prompt"
    if choices.game.is_sealed(choices.view.prompts[choices.prompt]):
        return [phrases(language)["sealed"]]
    future = foreseen(choices.game, choices.view, choices.prompt, move)
    names = seat_names(choices.match, language)
    return Speaker(choices.game.package, language, choices.view, names).outcome(future, choices.view)


def seat_names(match: Match, language: str) -> list[str]:
    """Returns the names of the seats of a match, in order; for a late match, those at its head."""
    return names_of(occupied(match, statements.seats(match.pk)), language)


def names_of(seats: Iterable[Seat], language: str) -> list[str]:
    """Returns the display names of seats: the player's name, a bot's character, or the number of the seat. All names
    differ.
    """
    held = list(seats)
    names = [seat.player.name if seat.player and seat.player.name else unnamed(seat, language) for seat in held]
    keys = list(map(name_key, names))
    return [
        name if keys.count(key) == 1 else f"{name} ({_numbered(seat, language)})"
        for seat, name, key in zip(held, names, keys, strict=True)
    ]


def unnamed(seat: Seat, language: str) -> str:
    """Returns the name of a seat without a player's name: a bot's character, or else its number, counted from 1."""
    if seat.kind == Seat.Kind.BOT:
        return character(str(seat.match_id), seat.number)
    return _numbered(seat, language)


def _numbered(seat: Seat, language: str) -> str:
    return filled(phrases(language)["seat"], {"n": Term(str(seat.number + 1))})
