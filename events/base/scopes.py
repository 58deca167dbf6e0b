"""The scopes of tokens. A session of the web client permits everything but `bot`."""

from __future__ import annotations

READ, PLAY, BOT = "read", "play", "bot"
"""The scopes to read; to read and change anything; and to read and play in the seats of a bot account."""
OF_PEOPLE = (READ, PLAY)
OF_BOTS = (READ, BOT)
"""The scopes that tokens of each kind of account can have."""
SCOPES = (READ, PLAY, BOT)

READING = frozenset(SCOPES)
"""Scopes each of which permits requests that read or that need no token."""
CHANGING = frozenset({PLAY})
SEATED = frozenset({PLAY, BOT})
"""The scopes that permit changes, and the scopes that permit acting for a seat. A request needs one of them."""


def scopes_of(is_bot: bool) -> tuple[str, ...]:
    """Returns the scopes that a token of a person or of a bot account can have."""
    return OF_BOTS if is_bot else OF_PEOPLE
