"""Answers in words or numbers: what they mean, and the move that they come to."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from events.base.exceptions import Fault, Malformed, StalePrompt
from events.log.access import Access, seated
from events.log.idempotency import Reply
from events.log.states import head
from events.matches.table.moves import Submission, move_submit, open_prompts
from events.narration.moment import Moment
from events.narration.place import FURTHER, Place
from events.narration.selectors import further_words, pages, step_text
from events.narration.shapes import TextOut
from games.kernel.words.choices import Decision, NoSuchAnswer, Question
from games.kernel.words.reading import Read, follow, read, tokens

OLDEST = 256
"""How many events ago the text may be that is answered: the table of that time is folded from the log."""


class Answer(NamedTuple):
    """An answer as it was sent. key: the Idempotency-Key, if any; player: who sends it."""

    place: Place
    text: str
    key: str | None
    player: UUID


class Answered(NamedTuple):
    """What came of an answer: a step, or the reply to a move with what is to be said of it."""

    step: TextOut | None
    reply: Reply | None = None
    note: str = ""


def answer_give(*, access: Access, answer: Answer, language: str) -> Answered:
    """Plays the move that an answer means, or says what is asked next.

    The answer means what it meant when the text was written. Raises NotSeated, Malformed, StalePrompt, and what
    `move_submit` raises.
    """
    match, seat, place = access.match, seated(access), answer.place
    if place.seq > match.head_seq:
        raise Malformed(Fault("/at", "out_of_range"))
    if place.seq < match.head_seq - OLDEST:
        raise _stale(access, seat)
    moment = Moment(match, seat, language, place.seq)
    question = _question(access, moment, place)
    if _is_further(moment, question, answer.text):
        further = place._replace(page=(place.page + 1) % pages(len(question.choices)))
        return Answered(_step(access, moment, question, further))
    meaning = read(question, answer.text)
    if isinstance(meaning.result, Decision):
        return _played(access, seat, answer, meaning.result, moment)
    after = Place(place.seq, (*place.path, *meaning.path), 0 if meaning.path else place.page)
    notes = _notes(moment, meaning, answer.text)
    return Answered(_step(access, moment, meaning.result, after, notes, meaning.meant))


def _is_further(moment: Moment, question: Question, text: str) -> bool:
    """Whether an answer asks for further answers, by its number or its words."""
    number = len(question.choices)
    words = [word for word in tokens(further_words(moment, number)) if not word.isdecimal()]  # of a page, fewer
    said = [word for word in tokens(text) if not word.isdecimal()]
    return text.strip() == str(FURTHER[0]) or (pages(number) > 1 and said == words)


def _question(access: Access, moment: Moment, place: Place) -> Question:
    """What was asked at a place. Raises StalePrompt if nothing was, or Malformed if the place is none."""
    if moment.question is None:
        raise _stale(access, seated(access))
    try:
        question = follow(moment.question, place.path)
    except NoSuchAnswer:
        raise Malformed(Fault("/at", "not_an_option")) from None
    if isinstance(question, Decision):
        raise Malformed(Fault("/at", "not_an_option"))
    return question


def _played(access: Access, seat: int, answer: Answer, decision: Decision, moment: Moment) -> Answered:
    submission = Submission(decision.prompt, decision.move.verb, decision.move.args, answer.key, player=answer.player)
    reply = move_submit(match_id=access.match.pk, seat=seat, submission=submission, match=access.match)
    note = "repeated" if reply.replayed else "sealed" if reply.body["seq"] is None else "played"
    return Answered(None, reply, moment.said(note))


def _step(
    access: Access, moment: Moment, question: Question, place: Place, notes: list[str] | None = None,
    only: tuple[int, ...] = (),
) -> TextOut:  # fmt: skip
    """The text of a step. Raises StalePrompt if none of the prompts that it is about is open any more."""
    still_open = open_prompts(access.match, head(access.match), seated(access))
    if not any(way.prompt in still_open for way in question.ways):
        raise _stale(access, seated(access))
    return step_text(moment, question, place, notes or [], only)


def _notes(moment: Moment, meaning: Read, answer: str) -> list[str]:
    """Why an answer is no move yet, where it is not only a step."""
    answer = " ".join(answer.split())
    if meaning.meant and meaning.rest and len(meaning.meant) == 1:
        return [moment.said("unsure", words=" ".join(meaning.rest))]
    if meaning.meant:
        return [moment.said("unclear", answer=answer)]
    return [moment.said("unknown", answer=" ".join(meaning.rest) if meaning.path else answer)] if meaning.rest else []


def _stale(access: Access, seat: int) -> StalePrompt:
    """The refusal of an answer to what is asked no more."""
    match = access.match
    return StalePrompt(seq=match.head_seq, prompts=open_prompts(match, head(match), seat))
