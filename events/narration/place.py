"""The place that an answer refers to: an event of the log, and the answers that were given after it, step by step.

The client sends these answers, so the server stores no unfinished choices. The numbers of answers keep the meaning that
they had at that event, even if the match continues.
"""

from __future__ import annotations

import re
from typing import NamedTuple, Self

from events.base.exceptions import FieldError, Malformed

LONGEST_PLACE = 400
LARGEST_SEQ = 2**53 - 1
PLACE = re.compile(r"(\d{1,16})(?::(\d{1,3}(?:\+\d{1,3})*(?:\.\d{1,3}(?:\+\d{1,3})*)*))?", re.ASCII)
FURTHER = (0,)


class TextPlace(NamedTuple):
    """The event of a text, and the answers after it. page: the number of requests for further answers after the last
    answer.
    """

    seq: int
    path: tuple[tuple[int, ...], ...] = ()
    page: int = 0

    @classmethod
    def of(cls, text: str, pointer: str) -> Self:
        """Parses the text form that `str` returns. Raises Malformed."""
        found = PLACE.fullmatch(text)
        if found is None or len(text) > LONGEST_PLACE or int(found[1]) > LARGEST_SEQ:
            raise Malformed(FieldError(pointer, "bad_parameter"))
        steps = [tuple(map(int, step.split("+"))) for step in (found[2] or "").split(".") if step]
        page = 0
        while steps and steps[-1] == FURTHER:
            steps.pop()
            page += 1
        return cls(int(found[1]), tuple(steps), page)

    def __str__(self) -> str:
        steps = ["+".join(map(str, step)) for step in (*self.path, *(FURTHER,) * self.page)]
        return f"{self.seq}:{'.'.join(steps)}" if steps else str(self.seq)
