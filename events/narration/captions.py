"""Events in sentences, in every language, for players who cannot see the table.

Each move and each announcement has its own pattern (`games/*/sentences`). `texts/captions_<language>.toml` has the
patterns of the events that all games share. A sentence contains only facts that the viewer received: the faces come
from a fold of the viewer's own view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from events.base.texts import texts_of
from events.log.access import Viewer
from events.log.match_state.folding import opening
from events.log.match_state.rules import game_of
from events.log.models import Match
from events.narration.serializers import CaptionOut
from games.kernel.effect import Announced, Answered, Effect, Ended, effects_from, fold, move_from
from games.kernel.state import Move, Seat
from games.kernel.view import View, view_of
from games.kernel.words.meanings import phrases
from games.kernel.words.sentence import Unfilled, filled, stopped
from games.kernel.words.speech import Speaker
from games.kernel.words.texts import LANGUAGES


def captions(
    match: Match, viewer: Viewer, events: Iterable[Mapping[str, Any]], names: Mapping[str, Sequence[str]] | None = None
) -> Iterator[CaptionOut]:
    """Yields a sentence for each event that has one.

    events: all events from the first, as the viewer receives them. names: the names of the seats, by language, if they
    have names.
    """
    game, said_by = game_of(match), names or {}
    for step in _steps(view_of(opening(match).state, viewer.seat), events):
        before, after = _unnamed(step.before), _unnamed(step.after)
        caption = {
            language: _Teller(game.package, language, before, after, said_by.get(language, ())).tell(step)
            for language in LANGUAGES
        }
        if all(caption.values()):
            yield cast("CaptionOut", {"seq": step.event["seq"], "at": step.event["at"], **caption})


def captions_after(
    package: str, view: View, events: Iterable[Mapping[str, Any]], language: str, names: Sequence[str]
) -> Iterator[str]:
    """Yields the sentences about the events that follow a view, in one language. They address the viewer as "you".

    package: the name of the game's package.
    """
    for step in _steps(view, events):
        if caption := _Teller(package, language, step.before, step.after, names).tell(step):
            yield caption


class _Step(NamedTuple):
    """An event, its effects, and the table before and after the event, as the viewer sees them."""

    event: Mapping[str, Any]
    effects: Sequence[Effect]
    before: View
    after: View


def _steps(view: View, events: Iterable[Mapping[str, Any]]) -> Iterator[_Step]:
    for event in events:
        effects = effects_from(event["effects"])
        after = fold(view, effects) if effects else view
        assert isinstance(after, View), "a view folds to a view"
        yield _Step(event, effects, view, after)
        view = after


class _Teller:
    """Writes one event in one language. before, after: the table before and after the event, as the readers see it."""

    def __init__(self, package: str, language: str, before: View, after: View, names: Sequence[str]) -> None:
        self._texts, self._phrases = texts_of("captions")[language], phrases(language)
        self._speaker = Speaker(package, language, before, names)
        self._speaker_after = Speaker(package, language, after, names)

    def tell(self, step: _Step) -> str:
        """Returns the sentences of an event, joined; empty if there are none."""
        event, effects = step.event, step.effects
        kind, seat = event["type"], event["seat"]
        pattern = self._texts.get("seat_taken_over" if kind == "seat.replaced" and event["policy"] else kind, "")
        sentences = [filled(pattern, {"seat": self._speaker.actor(seat)})] if pattern else []
        if event["move"] is not None:
            sentences.append(self._said(move_from(event["move"]), seat))
        for effect in effects:
            if isinstance(effect, Answered) and effect.move is not None:
                sentences.append(self._said(effect.move, effect.seat))
            elif isinstance(effect, Announced):
                sentences.append(self._speaker_after.announced(effect.what, effect.details))
            elif isinstance(effect, Ended):
                sentences.append(self._ended(effect))
        if kind == "move" and not any(sentences):  # sealed answers are given or revealed without being shown
            pattern = self._texts["opened" if seat is None else "answered"]
            sentences = [filled(pattern, {"seat": self._speaker.actor(seat)})]
        return " ".join(stopped(text) for text in dict.fromkeys(sentences) if text)

    def _said(self, move: Move, seat: Seat | None) -> str:
        try:
            return self._speaker.says(move, seat)
        except Unfilled:  # the viewer did not receive a part of the move
            return filled(self._texts["unseen_move"], {"seat": self._speaker.actor(seat)})

    def _ended(self, effect: Ended) -> str:
        first = effect.standings[0]
        pattern = self._phrases["ended" if len(effect.standings) > 1 else "drawn"]
        return filled(pattern, {"seats": self._speaker.term("seats", list(first))})


def _unnamed(view: View) -> View:
    """Returns the same table for a reader without a seat, so that no player is called "you"."""
    copy = view.copied()
    copy.viewer = None
    return copy
