"""The names of bots: each bot's seat has one of twelve characters, the same for as long as its match lasts.

The web client draws their faces and has the same rule (`project/web/static/cards/faces.js`).
"""

from __future__ import annotations

CHARACTERS = (
    "Inès", "Bruno", "Zoé", "Otto", "Mireille", "Kofi", "Salomé", "Basile", "Aiko", "Teodor", "Nour", "Gaspard",
)  # fmt: skip
_STEPS = (1, 5, 7, 11)  # each comes past all twelve


def character(match_id: str, seat: int) -> str:
    """Returns the name of the bot on a seat; no two seats of a match have the same one."""
    number = 7
    for letter in match_id:
        number = (number * 31 + ord(letter)) % 2**32
    step = _STEPS[number // len(CHARACTERS) % len(_STEPS)]
    return CHARACTERS[(number + seat * step) % len(CHARACTERS)]
