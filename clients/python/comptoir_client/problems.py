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
"""Codes of a move that was legal when it was chosen: another seat, or the clock, was faster."""


class Problem(Exception):
    """A refusal of the server, as RFC 9457 describes it.

    code: its stable name, such as "stale_prompt"; errors: each error in the request, with its `pointer`; retry_after:
    seconds after which the same request may succeed, if the server says so.
    """

    def __init__(self, status: int, body: dict[str, Any], retry_after: float | None = None) -> None:
        self.status, self.body, self.retry_after = status, body, retry_after
        self.code: str = body.get("code", "unknown")
        self.errors: list[dict[str, Any]] = body.get("errors", [])
        super().__init__(f"{status} {self.code}: {body.get('detail') or body.get('title') or 'no reason'}")

    @property
    def is_overtaken(self) -> bool:
        """True if a move came too late. Look at the table again and choose another one."""
        return self.code in OVERTAKEN

    @property
    def is_passing(self) -> bool:
        """True if the same request can succeed later."""
        return self.status == 429 or self.status >= 500


class Unreachable(Exception):
    """The server gave no answer within the client's patience."""


class NoLongerAllowed(Exception):
    """The server has ended a stream because the caller may not see it any more: a token is revoked, a seat gone."""


class SignInRefused(Exception):
    """A player was not signed in to an app.

    error: the reason, as OAuth names it (`access_denied`, `expired_token`, `invalid_grant`), or `another_state`,
    `another_issuer`, `no_answer`.
    """

    def __init__(self, error: str, description: str = "") -> None:
        self.error, self.description = error, description
        super().__init__(f"{error}: {description}" if description else error)
