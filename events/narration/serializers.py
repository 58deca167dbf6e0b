"""The types of matches in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypedDict

from events.base.response_types import Field, Moment, Seq, component
from events.base.texts import texts_of
from events.http.fields import CharField, Serializer
from events.narration.place import LONGEST_PLACE

if TYPE_CHECKING:

    class CaptionOut(TypedDict):
        """An event in a sentence, in each language."""

        seq: int
        at: str
        en: str
        fr: str
else:
    _said = {
        language: Annotated[str, Field(f"What happened, in the language `{language}`.", example=texts["match.started"])]
        for language, texts in texts_of("captions").items()
    }
    CaptionOut = TypedDict("CaptionOut", {"seq": Seq, "at": Moment, **_said})
    CaptionOut.__doc__ = "An event in a sentence."


@component("TextChoice")
class ChoiceOut(TypedDict):
    """A possible answer."""

    number: Annotated[int, Field("The number of the answer; 0 shows further answers.", example=2)]
    words: Annotated[str, Field("The answer in words.", example="You lay 2 × 7")]


class TextOut(TypedDict):
    """A match in words, in the language of the caller."""

    at: Annotated[
        str,
        Field(
            "The place to which an answer refers: the last event of the text, and the answers so far.",
            example="41:2.1",
        ),
    ]
    text: Annotated[
        str,
        Field(
            "The answer that was understood, the last events, the table and the question. They are blocks between "
            "empty lines, each with a heading in its first line.",
            example="What is asked\nYou lead: which set do you lay?",
        ),
    ]
    choices: Annotated[
        list[ChoiceOut],
        Field(
            "The possible answers, at most nine; empty if the caller has no question to answer. Many possible answers "
            "are narrowed step by step: an answer may lead to further answers."
        ),
    ]
    answered: Annotated[
        str | None,
        Field(
            "Your sealed answer in a sentence, once you have answered all questions. The match then continues without "
            "another answer, and each of `choices` would replace your answer. Null while a question is open.",
            example="You give cards: 12 and 12",
        ),
    ]


@component("TextAnswer")
class AnswerInput(Serializer):
    """An answer in words or numbers."""

    at = CharField("The member `at` of the text that is answered.", "41:2.1", max_length=LONGEST_PLACE)
    answer = CharField(
        "The number of an answer, its words, or some of its words. If several answers may be chosen, their numbers: "
        "`1+3`, or `1+1` for two of a kind. A point separates further steps: `2.1+3`.",
        "12 coins",
        min_length=1,
        max_length=500,
    )
