"""The names of bots: each bot's seat has the name of one of twelve characters for the whole match.

The web client draws the faces of the characters and has the same rule (`project/web/static/cards/faces.js`).
"""

from __future__ import annotations

CHARACTERS = (
    "Inès", "Bruno", "Zoé", "Otto", "Mireille", "Kofi", "Salomé", "Basile", "Aiko", "Teodor", "Nour", "Gaspard",
)  # fmt: skip
_STEPS = (1, 5, 7, 11)  # each is coprime to twelve, so repeated steps reach all twelve names


def character(match_id: str, seat: int) -> str:
    """Returns the name of the bot in a seat. All seats of a match have different names."""
    number = 7
    for letter in match_id:
        number = (number * 31 + ord(letter)) % 2**32
    step = _STEPS[number // len(CHARACTERS) % len(_STEPS)]
    return CHARACTERS[(number + seat * step) % len(CHARACTERS)]
