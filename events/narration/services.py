"""Answers in words or numbers: their meaning, and the moves that they lead to."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from events.base.exceptions import FieldError, Malformed
from events.log.access import Access, seated
from events.log.idempotency import Reply
from events.log.states import head
from events.matches.errors import StalePrompt
from events.matches.table.moves import Submission, move_submit, open_prompts
from events.narration.moment import Moment
from events.narration.place import FURTHER, TextPlace
from events.narration.selectors import further_words, pages, step_text
from events.narration.serializers import TextOut
from games.kernel.words.choices import ChosenMove, NoSuchAnswer, Question
from games.kernel.words.reading import Read, follow, is_numeric, numbered, read, tokens

OLDEST = 256
"""The greatest age of a text that can be answered, in events. The table at that time is folded from the log."""


class Answer(NamedTuple):
    """An answer as the player sent it. key: the Idempotency-Key, if any; player: the sender."""

    place: TextPlace
    text: str
    key: str | None
    player: UUID


class AnswerOutcome(NamedTuple):
    """The outcome of an answer: either a next step, or the reply to a move with a note for the player."""

    step: TextOut | None
    reply: Reply | None = None
    note: str = ""


def answer_give(*, access: Access, answer: Answer, language: str) -> AnswerOutcome:
    """Plays the move that an answer means, or returns the next question.

    An answer keeps the meaning that it had when its text was written. Raises NotSeated, Malformed, and the problems of
    `move_submit`.
    """
    match, seat, place = access.match, seated(access), answer.place
    if place.seq > match.head_seq:
        raise Malformed(FieldError("/at", "out_of_range"))
    if place.seq < match.head_seq - OLDEST:
        raise _stale(access, seat)
    moment = Moment(match, seat, language, place.seq)
    question = _question(access, moment, place)
    if _is_further(moment, question, answer.text):
        further = place._replace(page=(place.page + 1) % pages(len(question.choices)))
        return AnswerOutcome(_step(access, moment, question, further))
    meaning = read(question, answer.text)
    if isinstance(meaning.result, ChosenMove):
        return _played(access, seat, answer, meaning.result, moment)
    after = TextPlace(place.seq, (*place.path, *meaning.path), 0 if meaning.path else place.page)
    notes = _notes(moment, meaning, answer.text)
    return AnswerOutcome(_step(access, moment, meaning.result, after, notes, meaning.meant))


def _is_further(moment: Moment, question: Question, text: str) -> bool:
    """Returns whether an answer requests further answers, by its number or by its words."""
    number = len(question.choices)
    # Without numbers, because the number of answers on a page is smaller.
    words = [word for word in tokens(further_words(moment, number)) if not word.isdecimal()]
    said = [word for word in tokens(text) if not word.isdecimal()]
    if is_numeric(text):
        return numbered(text) == (FURTHER,)
    return pages(number) > 1 and said == words


def _question(access: Access, moment: Moment, place: TextPlace) -> Question:
    """Returns the question at a place. Raises StalePrompt if there was no question, or Malformed for an invalid
    place.
    """
    if moment.question is None:
        raise _stale(access, seated(access))
    try:
        question = follow(moment.question, place.path)
    except NoSuchAnswer:
        raise Malformed(FieldError("/at", "not_an_option")) from None
    if isinstance(question, ChosenMove):
        raise Malformed(FieldError("/at", "not_an_option"))
    return question


def _played(access: Access, seat: int, answer: Answer, decision: ChosenMove, moment: Moment) -> AnswerOutcome:
    submission = Submission(decision.prompt, decision.move.verb, decision.move.args, answer.key, player=answer.player)
    reply = move_submit(match_id=access.match.pk, seat=seat, submission=submission, match=access.match)
    note = "repeated" if reply.replayed else "sealed" if reply.body["seq"] is None else "played"
    return AnswerOutcome(None, reply, moment.said(note))


def _step(
    access: Access,
    moment: Moment,
    question: Question,
    place: TextPlace,
    notes: list[str] | None = None,
    only: tuple[int, ...] = (),
) -> TextOut:
    """Returns the text of a step. Raises StalePrompt if all prompts of the step are closed."""
    still_open = open_prompts(access.match, head(access.match), seated(access))
    if not any(way.prompt in still_open for way in question.ways):
        raise _stale(access, seated(access))
    return step_text(moment, question, place, notes or [], only)


def _notes(moment: Moment, meaning: Read, answer: str) -> list[str]:
    """Returns the reasons why an answer is not a move; empty if the answer is a valid step."""
    answer = " ".join(answer.split())
    if meaning.meant and meaning.rest and len(meaning.meant) == 1:
        return [moment.said("unsure", words=" ".join(meaning.rest))]
    if meaning.meant:
        return [moment.said("unclear", answer=answer)]
    return [moment.said("unknown", answer=" ".join(meaning.rest) if meaning.path else answer)] if meaning.rest else []


def _stale(access: Access, seat: int) -> StalePrompt:
    """Returns the error for an answer to an expired prompt."""
    match = access.match
    return StalePrompt(seq=match.head_seq, prompts=open_prompts(match, head(match), seat))
