"""A player who reads only the text of a table, and gives answers that it offers."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.kernel.rng import Draws
from games.kernel.words.reading import is_numeric
from tests.events.calls import Caller

MOST_ANSWERS = 12  # the maximum number of answers for one move


class Decided(NamedTuple):
    """The cost of one move: the lines and bytes of the first text, and the number of answers."""

    lines: int
    size: int
    answers: int


class Reader:
    """Plays one seat. language: the language of its texts."""

    def __init__(self, caller: Caller, match: str, draws: Draws, language: str = "en") -> None:
        self.caller, self.path, self.draws, self.language = caller, f"/matches/{match}/text", draws, language

    def text(self, **query: Any) -> dict[str, Any]:
        """Returns the current text."""
        parameters = "&".join(f"{name}={value}" for name, value in query.items())
        answer = self.caller.get(f"{self.path}?{parameters}", Accept_Language=self.language)
        assert answer.status_code == 200, answer.content
        body: dict[str, Any] = answer.json()
        return body

    def answer(self, at: str, answer: str, **headers: str) -> Any:
        """Returns the response to an answer."""
        return self.caller.post(self.path, {"at": at, "answer": answer}, Accept_Language=self.language, **headers)

    def move(self) -> Decided | None:
        """Makes a move with random offered answers; returns None if there is no prompt."""
        body = self.text()
        if not body["choices"]:
            return None
        read = lines_of(body)
        for answers in range(1, MOST_ANSWERS + 1):
            choice = body["choices"][self.draws.below(len(body["choices"]))]
            is_by_number = self.draws.below(2) or is_numeric(choice["words"])
            given = str(choice["number"]) if is_by_number else choice["words"]
            reply = self.answer(body["at"], given)
            assert reply.status_code in (200, 201), (given, reply.content)
            if reply.status_code == 201:
                return Decided(len(read), len("\n".join(read).encode()), answers)
            before, body = body, reply.json()
            assert body["choices"], body
            assert (body["at"], body["choices"]) != (before["at"], before["choices"]), f"{given!r} is not understood"
        raise AssertionError(f"expected a move within {MOST_ANSWERS} answers, got {body}")


def lines_of(body: dict[str, Any]) -> list[str]:
    """Returns the lines of the text."""
    choices = [f"{choice['number']} {choice['words']}" for choice in body["choices"]]
    return [line for line in (*body["text"].splitlines(), *choices) if line]
