"""The errors that a caller can receive and that several apps raise, each with its stable code and HTTP status.

Services and selectors raise these errors; `events.http.problems` turns them into responses. Their texts are in
`events/http/texts`. The errors of a single app are in its module `errors`, with texts in its folder `texts`.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, NamedTuple

from django.utils.module_loading import autodiscover_modules


class FieldError(NamedTuple):
    """One error of a request.

    pointer: a JSON pointer into the body, or `/query/<name>`; code: the stable code. detail: a text, or a text for each
    language; None: the text of the code in the caller's language, with the params filled in. reason: the key of the
    game rule that forbids the request, if a rule does.
    """

    pointer: str
    code: str
    detail: str | Mapping[str, str] | None = None
    params: Mapping[str, Any] = {}
    reason: str = ""


class Problem(Exception):
    """An error response of the API. retry_after: seconds until a retry makes sense.

    params: values for the placeholders of the text. extra: further members of the body, from the caller's view only.
    """

    code: ClassVar[str]
    status: ClassVar[int]
    retry_after: int | None = None

    def __init__(
        self,
        *errors: FieldError,
        text: str | None = None,
        params: Mapping[str, Any] | None = None,
        retry_after: int | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(text or self.code)
        self.errors: Iterable[FieldError] = errors
        self.text = text or self.code
        self.params = params or {}
        self.extra = extra
        if retry_after is not None:
            self.retry_after = retry_after


class Malformed(Problem):
    """The body is not JSON, has the wrong shape or an unknown field, or is too deep or too long."""

    code, status = "malformed", 400


class Unauthenticated(Problem):
    """The request has no token, or an invalid or expired token."""

    code, status = "unauthenticated", 401


class Forbidden(Problem):
    """The caller may see the resource but not perform this action."""

    code, status = "forbidden", 403


class Suspended(Problem):
    """The operator has suspended the account; its player can read why, and appeal."""

    code, status = "suspended", 403


class NotFound(Problem):
    """There is no such resource, or the caller may not know of it."""

    code, status = "not_found", 404


class MethodNotAllowed(Problem):
    """The resource does not support this method."""

    code, status = "method_not_allowed", 405


class NotAcceptable(Problem):
    """The resource has none of the requested media types."""

    code, status = "not_acceptable", 406


class PreconditionFailed(Problem):
    """`If-Match` was sent and does not match."""

    code, status = "precondition_failed", 412


class PayloadTooLarge(Problem):
    """The body is longer than the resource accepts."""

    code, status = "payload_too_large", 413


class UnsupportedMediaType(Problem):
    """The body is not application/json in UTF-8, or it is compressed."""

    code, status = "unsupported_media_type", 415


class RateLimited(Problem):
    """The caller has sent too many requests of this kind."""

    code, status = "rate_limited", 429
    retry_after = 1


class Internal(Problem):
    """The server has a defect."""

    code, status = "internal", 500


class Busy(Problem):
    """The database did not respond in time, or too many costly requests wait.

    It is safe to retry with the same Idempotency-Key.
    """

    code, status = "busy", 503
    retry_after = 1


@cache
def all_problems() -> Mapping[str, type[Problem]]:
    """Returns the problem classes by code, from this module and the module `errors` of each app."""
    autodiscover_modules("errors")
    return {kind.code: kind for kind in Problem.__subclasses__()}
