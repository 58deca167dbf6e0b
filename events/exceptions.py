"""The problems that a caller can meet, each with the stable code and the HTTP status of the API's contract.

Services and selectors raise them; `events.api.problems` alone makes responses of them. Their texts are in
`events/api/texts`, one file a language.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NamedTuple


class Fault(NamedTuple):
    """One thing wrong in a request.

    pointer: JSON pointer into the body, or `/query/<name>`; code: stable; detail: a text, or None for that of the
    code in the caller's language, with the facts filled in.
    """

    pointer: str
    code: str
    detail: str | None = None
    facts: Mapping[str, Any] = {}


class Problem(Exception):
    """Something that the API refuses or cannot do now.

    facts: fill the gaps of the detail text. extra: further members of the body, from the caller's view only.
    retry_after: seconds until another try makes sense.
    """

    code: ClassVar[str]
    status: ClassVar[int]
    retry_after: int | None = None

    def __init__(
        self,
        *faults: Fault,
        text: str | None = None,
        facts: Mapping[str, Any] | None = None,
        retry_after: int | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(text or self.code)
        self.faults: Iterable[Fault] = faults
        self.text = text or self.code
        self.facts = facts or {}
        self.extra = extra
        if retry_after is not None:
            self.retry_after = retry_after


class Malformed(Problem):
    """Not JSON, the wrong shape, an unknown field, too deep, too long."""

    code, status = "malformed", 400


class Unauthenticated(Problem):
    """No token, or one that is not valid (any more)."""

    code, status = "unauthenticated", 401


class Forbidden(Problem):
    """The caller may know of the thing but not do this to it."""

    code, status = "forbidden", 403


class NotSeated(Problem):
    """The caller holds no seat of this match."""

    code, status = "not_seated", 403


class NotFound(Problem):
    """There is no such thing, or the caller may not know of it."""

    code, status = "not_found", 404


class MethodNotAllowed(Problem):
    """The resource does not know this verb."""

    code, status = "method_not_allowed", 405


class NotAcceptable(Problem):
    """None of the media types asked for can be had."""

    code, status = "not_acceptable", 406


class SeatTaken(Problem):
    """Somebody sits there."""

    code, status = "seat_taken", 409


class MatchNotOpen(Problem):
    """Nobody can sit down or leave any more."""

    code, status = "match_not_open", 409


class MatchNotRunning(Problem):
    """The match has not started."""

    code, status = "match_not_running", 409


class MatchOver(Problem):
    """The match has ended."""

    code, status = "match_over", 409


class TooManyMatches(Problem):
    """The player already has as many unfinished matches as one player may have."""

    code, status = "too_many_matches", 409


class MatchSealing(Problem):
    """The seats are still committing to or opening their seeds."""

    code, status = "match_sealing", 409


class StalePrompt(Problem):
    """The prompt is no longer open for this seat; extra: `seq` and `prompts`, the caller's open ones."""

    code, status = "stale_prompt", 409


class StaleOffer(Problem):
    """The offer has changed or closed; extra: `offer`, as it is now."""

    code, status = "stale_offer", 409


class Paused(Problem):
    """Something else must be settled first."""

    code, status = "paused", 409


class PreconditionFailed(Problem):
    """`If-Match` was sent and does not hold."""

    code, status = "precondition_failed", 412


class PayloadTooLarge(Problem):
    """The body is longer than the resource takes."""

    code, status = "payload_too_large", 413


class UnsupportedMediaType(Problem):
    """The body is not application/json in UTF-8, or it is compressed."""

    code, status = "unsupported_media_type", 415


class IdempotencyKeyReused(Problem):
    """The key came before with another body."""

    code, status = "idempotency_key_reused", 422


class IllegalMove(Problem):
    """The rules refuse the move; the faults say which slot and why."""

    code, status = "illegal_move", 422


class RateLimited(Problem):
    """Too many requests of this kind."""

    code, status = "rate_limited", 429
    retry_after = 1


class Internal(Problem):
    """A defect of the server."""

    code, status = "internal", 500


class Busy(Problem):
    """The database did not come to it in time; safe to send again with the same Idempotency-Key."""

    code, status = "busy", 503
    retry_after = 1


PROBLEMS: Mapping[str, type[Problem]] = {kind.code: kind for kind in Problem.__subclasses__()}
