"""The errors of requests."""

from __future__ import annotations

from typing import Any

OVERTAKEN = frozenset(
    {
        "stale_prompt",
        "stale_offer",
        "illegal_move",
        "cooling_down",
        "precondition_failed",
        "match_over",
        "match_not_running",
        "paused",
    }
)
"""The codes of a move that was legal when it was chosen, but another seat or the clock was faster."""


class Problem(Exception):
    """A refusal of the server, as in RFC 9457.

    code: its stable name, such as "stale_prompt"; errors: each error in the request, with its `pointer`; retry_after:
    the seconds after which the same request may succeed, if the server names them.
    """

    def __init__(self, status: int, body: dict[str, Any], retry_after: float | None = None) -> None:
        self.status, self.body, self.retry_after = status, body, retry_after
        self.code: str = body.get("code", "unknown")
        self.errors: list[dict[str, Any]] = body.get("errors", [])
        super().__init__(f"{status} {self.code}: {body.get('detail') or body.get('title') or 'no reason'}")

    @property
    def is_overtaken(self) -> bool:
        """True if a move was too late. Read the table again and choose another move."""
        return self.code in OVERTAKEN

    @property
    def is_passing(self) -> bool:
        """True if the same request can succeed later."""
        return self.status == 429 or self.status >= 500


class Unreachable(Exception):
    """The server sent no response within the client's patience."""


class NoLongerAllowed(Exception):
    """The server has ended a stream because the caller lost access: a token was revoked, or a seat is gone."""


class SignInRefused(Exception):
    """A player was not signed in to an app.

    error: the reason: OAuth's name (`access_denied`, `expired_token`, `invalid_grant`), or `another_state`,
    `another_issuer`, `no_answer`.
    """

    def __init__(self, error: str, description: str = "") -> None:
        self.error, self.description = error, description
        super().__init__(f"{error}: {description}" if description else error)
