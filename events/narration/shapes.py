"""Matches in words."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from events.base.shapes import Field, Moment, Seq
from events.base.texts import texts_of

_said: Any = {
    language: Annotated[str, Field(f"What happened, in the language `{language}`.", example=texts["match.started"])]
    for language, texts in texts_of("captions").items()
}
CaptionOut = TypedDict("CaptionOut", {"seq": Seq, "at": Moment, **_said})
CaptionOut.__doc__ = "An event in a sentence."
