"""The text of a table, and of a step on the way to an answer."""

from __future__ import annotations

from collections.abc import Sequence

from events.narration.moment import Moment
from events.narration.place import FURTHER, Place
from events.narration.shapes import ChoiceOut, TextOut
from games.kernel.words.choices import MOST, Question

SHOWN = MOST - 1  # answers of a page, beside the one for further answers


def text_of(moment: Moment, since: int | None, understood: Sequence[str] = ()) -> TextOut:
    """How a match stands at a moment, what happened after an event, and what is asked."""
    blocks = [
        moment.block("understood", understood),
        moment.block("happened", moment.happened(since)),
        moment.block("table", moment.situation()),
        moment.block("asked" if moment.view.standings is None else "ended", moment.asked()),
    ]
    place = Place(moment.match_state.seq)
    return {"at": str(place), "text": joined(blocks), "choices": choices(moment, moment.question, place)}


def step_text(moment: Moment, question: Question, place: Place, notes: Sequence[str], only: Sequence[int]) -> TextOut:
    """A step on the way to a move: what is chosen so far, what is asked next. only: the answers that may be meant."""
    asked = [line for line in (question.sentence, question.title) if line]
    if question.takes_several and not only:
        asked.append(moment.said("several"))
    blocks = [moment.block("understood", notes), moment.block("asked", asked)]
    return {"at": str(place), "text": joined(blocks), "choices": choices(moment, question, place, only)}


def joined(blocks: Sequence[str]) -> str:
    """The blocks that say something, with an empty line between them."""
    return "\n\n".join(filter(None, blocks))


def choices(moment: Moment, question: Question | None, place: Place, only: Sequence[int] = ()) -> list[ChoiceOut]:
    """The answers of a question that are shown at once; the others are on further pages."""
    if question is None:
        return []
    numbers = list(only) or list(range(1, len(question.choices) + 1))
    shown = numbers[:MOST]
    if len(numbers) > MOST:
        first = SHOWN * (place.page % pages(len(numbers)))
        shown = numbers[first : first + SHOWN]
    lines: list[ChoiceOut] = [{"number": number, "words": question.choices[number - 1].words} for number in shown]
    if len(numbers) > MOST:
        [further] = FURTHER
        lines.append({"number": further, "words": further_words(moment, len(numbers))})
    return lines


def further_words(moment: Moment, number: int) -> str:
    """What the answer is called that leads to the further ones of so many."""
    return moment.said("further", n=moment.number(number))


def pages(number: int) -> int:
    """On how many pages so many answers are shown."""
    return -(-number // SHOWN) if number > MOST else 1
