"""Matches in words."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from events.base.shapes import Field, Moment, Seq
from events.base.texts import texts_of
from events.http.fields import Shape, Word
from events.narration.place import LONGEST_PLACE

_said: Any = {
    language: Annotated[str, Field(f"What happened, in the language `{language}`.", example=texts["match.started"])]
    for language, texts in texts_of("captions").items()
}
CaptionOut = TypedDict("CaptionOut", {"seq": Seq, "at": Moment, **_said})
CaptionOut.__doc__ = "An event in a sentence."


class ChoiceOut(TypedDict):
    """One answer that may be given."""

    number: Annotated[int, Field("Its number; 0 shows further answers.", example=2)]
    words: Annotated[str, Field("The answer in words.", example="You lay 2 × 7")]


class TextOut(TypedDict):
    """A match in words, in the language of the caller."""

    at: Annotated[
        str, Field("What an answer refers to: the last event that the text knows, and what was answered so far.",
                   example="41:2.1"),
    ]  # fmt: skip
    text: Annotated[
        str,
        Field("What was understood, what happened, how the table stands, what is asked: blocks between empty lines, "
              "each with a heading in its first line.", example="What is asked\nYou lead: which set do you lay?"),
    ]  # fmt: skip
    choices: Annotated[
        list[ChoiceOut],
        Field("The answers, at most nine; empty while nothing is asked of the caller. Wide choices are narrowed step "
              "by step: an answer may lead to further ones."),
    ]  # fmt: skip


class AnswerInput(Shape):
    """An answer in words or numbers."""

    at = Word("`at` of the text that is answered.", "41:2.1", max_length=LONGEST_PLACE)
    answer = Word(
        "The number of an answer, its words, or some of them. Where several may be chosen, their numbers: `1+3`, or "
        "`1+1` for two of a kind; with a point before each further step: `2.1+3`.", "12 coins",
        min_length=1, max_length=500,
    )  # fmt: skip
