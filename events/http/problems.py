"""Problem documents (RFC 9457): the conversion of all exceptions, except defects, to responses.

`project.web.pages.handler404` handles unknown paths, because browsers receive a page for them.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from math import ceil
from typing import Any
from urllib.parse import quote

import psycopg
import structlog
from django.core import exceptions as django_errors
from django.core.serializers.json import DjangoJSONEncoder
from django.db import Error as DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.utils.cache import patch_vary_headers
from rest_framework import exceptions as rest_errors
from rest_framework.fields import get_error_detail
from rest_framework.views import set_rollback

from events.base.error_reports import is_outage
from events.base.exceptions import (
    Busy,
    FieldError,
    Forbidden,
    Internal,
    Malformed,
    MethodNotAllowed,
    NotAcceptable,
    NotFound,
    PayloadTooLarge,
    Problem,
    RateLimited,
    Unauthenticated,
    UnsupportedMediaType,
    all_problems,
)
from events.base.suggestions import for_verb
from events.http.auth import language_for
from events.http.strict_json import MOST_ERRORS, pointer_to
from events.http.translations import DEFAULT_LANGUAGE, TEXTS
from games.kernel.errors import BadOptions, Refusal, RulesError
from games.kernel.view import View
from games.kernel.words.speech import Speaker
from games.kernel.words.texts import LANGUAGES

MEDIA_TYPE = "application/problem+json"


def problem_handler(exc: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Returns the problem response for an exception, as REST framework's EXCEPTION_HANDLER.

    For a defect it returns None, and Django calls handler500.
    """
    problem = problem_of(exc)
    if problem is None:
        return None
    set_rollback()
    return response_to(problem, context.get("request"))


def problem_of(exc: BaseException) -> Problem | None:
    """Returns the problem to report for an exception; None if it is a defect."""
    return next((make(exc) for kinds, make in _MEANINGS if isinstance(exc, kinds)), None)


def response_to(problem: Problem, request: Any) -> HttpResponse:
    """Returns the response to a problem in the caller's language.

    request: a request of Django or REST framework, or None.
    """
    language = DEFAULT_LANGUAGE if request is None else language_for(request)
    path = request.path if request is not None else ""
    body = problem_body(problem, language, path, getattr(request, "request_id", None))
    response = HttpResponse(body, content_type=MEDIA_TYPE, status=problem.status)
    response["Content-Language"] = language
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, ["Accept-Language"])
    if problem.retry_after is not None:
        response["Retry-After"] = str(problem.retry_after)
    if isinstance(problem, Unauthenticated):
        response["WWW-Authenticate"] = 'Bearer realm="comptoir"'
    return response


def problem_body(problem: Problem, language: str, path: str, request_id: str | None) -> bytes:
    """Returns a problem document as bytes."""
    texts = TEXTS[language]
    document = {
        **problem.extra,
        "type": f"urn:comptoir:problem:{problem.code}",
        "title": texts.titles[problem.code],
        "status": problem.status,
        "detail": texts.detail(problem.text, problem.params),
        "instance": quote(path, safe="/:@!$&'()*+,;=~-._", errors="replace"),
        "code": problem.code,
        "errors": [_error(error, language) for error in problem.errors],
        "request_id": request_id,
    }
    return json.dumps(document, ensure_ascii=False, cls=DjangoJSONEncoder).encode("utf-8", "replace")


def _error(error: FieldError, language: str) -> dict[str, Any]:
    """Returns an error as the problem document lists it.

    `params` and `reason` are present only if the error has them.
    """
    detail = error.detail
    if detail is None:
        detail = TEXTS[language].error_detail(error.code, error.params)
    else:
        detail = (detail if isinstance(detail, str) else detail[language]) + TEXTS[language].meant(error.params)
    params = {"params": dict(error.params)} if error.params else {}
    reason = {"reason": error.reason} if error.reason else {}
    return {"pointer": error.pointer, "code": error.code, "detail": detail, **params, **reason}


class Refusals:
    """A collector of the errors of several checks, so that a response lists all errors of a body:

    with refusals:
        check_one_thing(body)
    with refusals:
        check_another(body)
    refusals.raise_all()
    """

    def __init__(self) -> None:
        self._errors: list[FieldError] = []

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        problem = problem_of(error) if isinstance(error, Malformed | BadOptions) else None
        if problem is not None:
            self._errors += problem.errors
        return problem is not None

    def raise_all(self) -> None:
        """Raises Malformed with the collected errors, if there are any."""
        if self._errors:
            raise Malformed(*self._errors[:MOST_ERRORS])


def handler400(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Responds to suspicious requests (Django's handler400)."""
    return response_to(problem_of(exception) or Malformed(), request)


def handler403(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Responds to forbidden requests (Django's handler403)."""
    return response_to(Forbidden(), request)


def handler500(request: HttpRequest) -> HttpResponse:
    """Responds to defects (Django's handler500). Django logs them; the response does not describe them."""
    return response_to(Internal(), request)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Responds to a failed CSRF check (Django's CSRF_FAILURE_VIEW)."""
    return response_to(Forbidden(), request)


def _of_refusal(error: RulesError, refusal: Refusal) -> FieldError:
    """Returns an error with the game's text for the refusal. An error without a game keeps its text for programmers."""
    package = getattr(error, "package", "")
    verb, view = getattr(error, "verb", ""), getattr(error, "view", None)
    refusal = for_verb(package, verb, refusal) if verb else refusal
    detail = refusal_texts(package, verb, view, refusal) if package else refusal.detail
    return FieldError(refusal.pointer, refusal.code, detail, refusal.params, refusal.reason)


def _of_rules(error: RulesError) -> Problem:
    errors = tuple(_of_refusal(error, refusal) for refusal in error.errors)
    members = [(name, getattr(error, name, None)) for name in ("offer", "seq")]
    extra = {name: value for name, value in members if value is not None}
    return all_problems()[error.code](*(errors or (FieldError("", error.code, error.detail),)), **extra)


def _of_validation(error: Any) -> Problem:
    detail = error.detail if isinstance(error, rest_errors.ValidationError) else get_error_detail(error)
    return Malformed(*_errors(detail, ""))


def _errors(detail: Any, pointer: str) -> Iterator[FieldError]:
    """Yields the errors of a serializer, which are nested like the body.

    A list holds errors or the errors of its items.
    """
    if isinstance(detail, Mapping):
        for name, below in detail.items():
            is_whole_object = name == "non_field_errors"
            yield from _errors(below, pointer if is_whole_object else pointer_to(pointer, name))
    elif isinstance(detail, list):
        for place, below in enumerate(detail):
            yield from _errors(below, pointer_to(pointer, place) if isinstance(below, Mapping | list) else pointer)
    else:
        yield FieldError(pointer, str(getattr(detail, "code", "invalid")), str(detail))


def _of_throttle(error: rest_errors.Throttled) -> Problem:
    problem = RateLimited()
    problem.retry_after = max(1, ceil(getattr(error, "wait", None) or 1))
    return problem


def _of_database(error: Exception) -> Problem | None:
    """Returns the problem for a lock timeout, a cancelled statement, or a lost connection or node.

    The caller may retry with the same key.
    """
    if not is_outage(error):
        return None
    reason = f"the database did not answer in time: {type(error).__name__}"
    structlog.contextvars.bind_contextvars(reason=reason)  # the log line of the request includes it, then unbinds it
    return Busy()


def _of_suspicion(error: Exception) -> Problem:
    return PayloadTooLarge() if isinstance(error, django_errors.RequestDataTooBig) else Malformed()


_MEANINGS: tuple[tuple[Any, Callable[[Any], Problem | None]], ...] = (
    (Problem, lambda problem: problem),
    (RulesError, _of_rules),
    ((rest_errors.ValidationError, django_errors.ValidationError), _of_validation),
    (rest_errors.ParseError, lambda _: Malformed(FieldError("", "not_json"))),
    ((rest_errors.NotAuthenticated, rest_errors.AuthenticationFailed), lambda _: Unauthenticated()),
    ((rest_errors.PermissionDenied, django_errors.PermissionDenied), lambda _: Forbidden()),
    ((rest_errors.NotFound, Http404), lambda _: NotFound()),
    (rest_errors.MethodNotAllowed, lambda _: MethodNotAllowed()),
    (rest_errors.NotAcceptable, lambda _: NotAcceptable()),
    (rest_errors.UnsupportedMediaType, lambda _: UnsupportedMediaType()),
    (rest_errors.Throttled, _of_throttle),
    ((django_errors.SuspiciousOperation, UnreadablePostError), _of_suspicion),
    ((DatabaseError, psycopg.Error), _of_database),
)


def refusal_texts(package: str, verb: str, view: View | None, refusal: Refusal) -> dict[str, str]:
    """Returns the reason for a refusal, by language.

    package: the package of the game; view: the caller's view of the table, if there is a table.
    """
    return {language: Speaker(package, language, view).refused(verb, refusal) for language in LANGUAGES}
