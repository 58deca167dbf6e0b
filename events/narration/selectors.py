"""The text of a table, and the text of a step towards a move."""

from __future__ import annotations

from collections.abc import Sequence

from events.narration.moment import Moment
from events.narration.place import FURTHER, TextPlace
from events.narration.serializers import ChoiceOut, TextOut
from games.kernel.words.choices import MOST, Question

SHOWN = MOST - 1  # the answers on a page, besides the answer that leads to further answers


def text_of(moment: Moment, since: int | None, understood: Sequence[str] = ()) -> TextOut:
    """Returns the text of a match at a moment: the events after `since`, the state, and the question."""
    asked = "ended" if moment.view.standings is not None else "asked" if moment.answered is None else "given"
    blocks = [
        moment.block("understood", understood),
        moment.block("happened", moment.happened(since)),
        moment.block("table", moment.situation()),
        moment.block(asked, moment.asked()),
    ]
    place = TextPlace(moment.match_state.seq)
    return _text(moment, place, blocks, choices(moment, moment.question, place))


def step_text(
    moment: Moment, question: Question, place: TextPlace, notes: Sequence[str], only: Sequence[int]
) -> TextOut:
    """Returns a step towards a move: the choices so far, and the next question.

    only: the numbers of the answers that the player may have meant; empty: all answers.
    """
    asked = [line for line in (question.sentence, question.title) if line]
    if question.takes_several and not only:
        asked.append(moment.said("several"))
    blocks = [moment.block("understood", notes), moment.block("asked", asked)]
    return _text(moment, place, blocks, choices(moment, question, place, only))


def _text(moment: Moment, place: TextPlace, blocks: Sequence[str], choices: list[ChoiceOut]) -> TextOut:
    return {"at": str(place), "text": joined(blocks), "choices": choices, "answered": moment.answered}


def joined(blocks: Sequence[str]) -> str:
    """Returns the blocks that are not empty, with an empty line between them."""
    return "\n\n".join(filter(None, blocks))


def choices(moment: Moment, question: Question | None, place: TextPlace, only: Sequence[int] = ()) -> list[ChoiceOut]:
    """Returns the answers of a question that are on the current page; the other answers are on further pages."""
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
    """Returns the words of the answer that leads to further answers. number: the number of all answers."""
    return moment.said("further", n=moment.number(number))


def pages(number: int) -> int:
    """Returns the number of pages for a number of answers."""
    return -(-number // SHOWN) if number > MOST else 1
