"""The scopes of tokens. A session of the web client permits everything but `bot`."""

from __future__ import annotations

READ, PLAY, BOT = "read", "play", "bot"
"""To read; to read and change anything; to read, and to play in the seats of a bot account."""
OF_PEOPLE = (READ, PLAY)
OF_BOTS = (READ, BOT)
"""The scopes that tokens of each kind of account can have."""
SCOPES = (READ, PLAY, BOT)

READING = frozenset(SCOPES)
"""Each of these permits a request that reads, or that needs no token."""
CHANGING = frozenset({PLAY})
SEATED = frozenset({PLAY, BOT})
"""The scopes of which a request needs one: to change something, and to act for a seat."""


def scopes_of(is_bot: bool) -> tuple[str, ...]:
    """Returns the scopes that a token of a person or of a bot account can have."""
    return OF_BOTS if is_bot else OF_PEOPLE
