"""The state of a match after an event, as texts for one viewer in one language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property

from django.db.models import Max

from events.base.texts import texts_of
from events.log import states
from events.log.access import Viewer
from events.log.match_state.folding import MatchState
from events.log.match_state.rules import game_of
from events.log.models import ActionEvent, Match
from events.matches.record.table_views import own_answers, view_at
from events.matches.record.visible_events import events_for
from events.matches.record.waiting import waiting_now
from events.matches.table.sentences import seat_names
from events.narration.captions import captions_after
from games.kernel.codec import public_json
from games.kernel.effect import move_from
from games.kernel.state import Prompt, plain
from games.kernel.timing.waiting import Waiting
from games.kernel.words.choices import Question, begin
from games.kernel.words.labels import Labels
from games.kernel.words.meanings import sentences
from games.kernel.words.sentence import Term, begun, filled
from games.kernel.words.situation import Situation

EARLIEST = 60  # the number of events that are read for the text about past events
MOST_TOLD = 10  # the greatest number of sentences about past events
BEFORE = (Match.Status.OPEN, Match.Status.SEALING)


class Moment:
    """The texts about a match after event `seq`; None: after the last event."""

    def __init__(self, match: Match, seat: int | None, language: str, seq: int | None = None) -> None:
        self.match, self.seat, self.language = match, seat, language
        self.texts = texts_of("narration")[language]
        self.match_state: MatchState = states.head(match) if seq is None else states.at(match, seq)
        self.game = game_of(match)
        self.view = view_at(match, Viewer(seat), self.match_state)
        self.labels = Labels(self.game, language, self.view, self._names)

    @cached_property
    def _names(self) -> Sequence[str]:
        """The names of the seats, in order."""
        return seat_names(self.match, self.language)

    def said(self, text: str, **blanks: str | Term) -> str:
        """Returns the text named `text` of this app, with its blanks filled."""
        terms = {name: blank if isinstance(blank, Term) else Term(blank) for name, blank in blanks.items()}
        return filled(self.texts[text], terms)

    def number(self, number: int) -> Term:
        """Returns a number as a term for a text."""
        return self.labels.speaker.number(number)

    def block(self, heading: str, lines: Sequence[str]) -> str:
        """Returns lines under their heading; empty if there are no lines."""
        return "\n".join([self.texts[heading], *lines]) if lines else ""

    # The question

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """The prompts that are open to the seat, or were open to it at the past event."""
        is_past = self.match_state.seq < self.match.head_seq
        is_going_on = is_past or self.match.status == Match.Status.RUNNING
        return self.game.prompts_for(self.view, self.seat) if is_going_on else ()

    @cached_property
    def question(self) -> Question | None:
        """The question to the seat, or None if it has no legal moves."""
        moves = [(prompt.id, self.game.legal_moves(self.view, prompt.id)) for prompt in self.prompts]
        moves = [(prompt, legal) for prompt, legal in moves if legal]
        return begin(self.labels, moves) if moves else None

    # The events

    def happened(self, since: int | None) -> list[str]:
        """Returns the sentences about the events after event `since`; None: after the last move of the seat."""
        head = self.match_state.seq
        after = max(self._last_move() if since is None else min(since, head), 0)
        first = max(after, head - EARLIEST)
        told: list[str] = []
        if first < head:
            told = list(self._told(first))
        left_out = first - after + max(len(told) - MOST_TOLD, 0)
        earlier = [self.said("earlier", n=self.number(left_out))] if left_out and told else []
        return [*earlier, *told[-MOST_TOLD:]]

    def _told(self, first: int) -> Iterator[str]:
        """Yields the sentences about the events after event `first`, as the seat sees them."""
        viewer, head = Viewer(self.seat), self.match_state.seq
        view = view_at(self.match, viewer, states.at(self.match, first))
        events = events_for(self.match, viewer, after=first, upto=head)
        return captions_after(self.game.package, view, events, self.language, self._names)

    def _last_move(self) -> int:
        """Returns the last event that the seat caused; if there is none, an earlier event."""
        last = None
        if self.seat is not None:
            moves = ActionEvent.objects.filter(match=self.match, seat=self.seat, type="move")
            last = moves.aggregate(last=Max("seq"))["last"]
        return last if last is not None else max(self.match_state.seq - MOST_TOLD, -1)

    def situation(self) -> list[str]:
        """Returns the lines about the state of the table; empty before the deal."""
        return Situation(self.labels).lines() if self.match.status not in BEFORE else []

    def asked(self) -> list[str]:
        """Returns the question to the seat with its deadline, or else the seats that the match waits for.

        At the end of the match, returns the places.
        """
        if self.view.standings is not None:
            return list(self._places())
        if self.match.status != Match.Status.RUNNING:
            return [self.said("not_running")]
        ends = {deadline.prompt: deadline.at_ms for deadline in self._waiting.deadlines}
        lines = [line for prompt in self.prompts for line in self._prompted(prompt, ends.get(prompt.id))]
        if lines and self.question is not None:
            return lines
        others = [seat for seat in self._waiting.to_act if seat != self.seat]
        return [self.said("waits", seats=self.labels.speaker.term("seats", others))] if others else lines

    def _prompted(self, prompt: Prompt, at_ms: int | None) -> Iterator[str]:
        data, public = plain(prompt.data), public_json(self.view.public)
        yield self.labels.speaker.asks(prompt.phase, data, public)
        if (answer := self._answers.get(prompt.id)) is not None:
            yield self.said("answered", sentence=self._sentence(answer))
        if at_ms is not None:
            yield self._until(at_ms)

    def _until(self, at_ms: int) -> str:
        """Returns the time of a deadline, in words that can be read aloud."""
        at = datetime.fromtimestamp(at_ms / 1000, UTC)
        month = self.texts["months"][at.month - 1]
        return self.said("until", day=str(at.day), month=month, year=str(at.year), time=f"{at:%H:%M}")

    @cached_property
    def answered(self) -> str | None:
        """The sealed answer of the seat as a sentence; None if a prompt open to the seat has no answer."""
        if not self.prompts or any(prompt.id not in self._answers for prompt in self.prompts):
            return None
        return self._sentence(self._answers[self.prompts[0].id])

    def _sentence(self, answer: dict[str, object]) -> str:
        return self.labels.move(move_from(answer))

    @cached_property
    def _waiting(self) -> Waiting:
        """The seats that the match waits for."""
        return waiting_now(self.match)

    @cached_property
    def _answers(self) -> dict[int, dict[str, object]]:
        """The seat's answers to open sealed prompts, by prompt."""
        return own_answers(self.match, Viewer(self.seat))

    def _places(self) -> Iterator[str]:
        score = sentences(self.game.package, self.language)["scores"].get("seat")
        place = 1
        for seats in self.view.standings or ():
            scores = [] if score is None or self.view.scores is None else [self.view.scores[seat] for seat in seats]
            points = ", ".join(dict.fromkeys(filled(score or "", {"score": self.number(each)}) for each in scores))
            names = self.labels.speaker.term("seats", list(seats))
            yield self.said("place", place=str(place), seats=names._replace(text=begun(names.text)), points=points)
            place += len(seats)
