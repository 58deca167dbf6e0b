"""What all views share: strict bodies and parameters, idempotency keys, and access to a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import activate
from drf_spectacular.utils import OpenApiResponse
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.views import APIView

from events.base.clock import now_ms
from events.base.exceptions import Busy, Fault, Forbidden, Malformed, NotSeated, Unauthenticated
from events.base.scopes import BOT, CHANGING, READING
from events.http.answers import NDJSONRenderer, json_response
from events.http.auth import caller, identify, language_for
from events.http.fields import Shape, read
from events.http.openapi.problem_schema import problems
from events.http.query_params import query_known
from events.http.request import Request, of_django
from events.http.throttles import (
    Counted,
    count_request,
    count_request_and_head,
    limits_of,
    rate_limit_headers,
    refuse_beyond,
)
from events.log import replicas
from events.log.access import UNREAD, Access, Unread, access_to
from events.log.idempotency import Reply, once
from events.log.statements import Head
from events.models import Player

LONGEST_KEY = 200
WITH_POST = frozenset({*SAFE_METHODS, "POST"})
ANY = "*/*"

COMMON = (
    "malformed", "unauthenticated", "suspended", "not_found", "method_not_allowed", "not_acceptable", "rate_limited",
    "busy",
)  # fmt: skip
SENDING = (*COMMON, "forbidden", "unsupported_media_type", "payload_too_large")


class Resource(APIView):
    """A resource of the API; `known` lists its query parameters, `known_to_post` those of a POST.

    scopes: for each method, the scopes of which a token needs one; by default any of them to read, else `play`.
    for_persons: whether it, or which of its methods, is closed to apps, which act for players but run no account.
    open_to_suspended: whether it also serves players whom the operator has suspended.
    for_spectators: the methods that also serve those who see a match late; other acts need a seat.
    """

    renderer_classes = (JSONRenderer,)
    format_kwarg = None
    known: tuple[str, ...] = ()
    known_to_post: tuple[str, ...] = ()
    scopes: ClassVar[Mapping[str, frozenset[str]]] = {}
    for_spectators: ClassVar[frozenset[str]] = frozenset(SAFE_METHODS)
    for_persons: ClassVar[bool | frozenset[str]] = False
    open_to_suspended: ClassVar[bool] = False
    _head: Head | Unread | None = UNREAD

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        with replicas.reading():
            return super().dispatch(request, *args, **kwargs)

    def initialize_request(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Returns the request of the API; one of Django's comes from a caller of `as_view()`."""
        own = request if isinstance(request, Request) else of_django(request)
        own.view = self
        return own

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        """Does everything that comes before the method, each step of which may refuse the request."""
        if request.is_refused:
            raise Busy()
        request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(request)
        identify(request, self.get_authenticators())
        self._count(request, kwargs.get("match_id"))
        self._admit(request)

    def _count(self, request: Request, match_id: UUID | None) -> None:
        """Counts a request under its limits; the same statement reads the head of its match. Raises RateLimited."""
        if request.counted is None:
            request.counted = self._counted(request, match_id)
        self._head = request.counted.head
        refuse_beyond(request, request.counted.usages)

    def _counted(self, request: Request, match_id: UUID | None) -> Counted:
        limits, player = limits_of(request, self), caller(request)
        if match_id is None:
            return count_request(limits, now_ms())
        return count_request_and_head(limits, now_ms(), match_id, player.pk if player else None)

    def _admit(self, request: Request) -> None:
        """Raises Forbidden or Malformed for a caller or a query that no method of the resource accepts."""
        activate(language_for(request))  # for REST framework's texts of refused fields
        self._require_scope(request)
        known = {"GET": self.known, "HEAD": self.known, "POST": self.known_to_post}
        query_known(request, *known.get(request.method or "", ()))

    def _require_scope(self, request: Request) -> None:
        """Raises Forbidden if the token of the request does not permit it."""
        usual = READING if request.method in SAFE_METHODS else CHANGING
        wanted = self.scopes.get(request.method or "", usual)
        if request.auth is not None and wanted.isdisjoint(request.auth.scopes.split()):
            raise Forbidden(text="scope", facts={"scope": min(wanted - {BOT} or wanted)})
        if request.auth is not None and request.auth.app_id is not None and self._is_for_persons(request.method):
            raise Forbidden(text="not_for_apps")

    def _is_for_persons(self, method: str | None) -> bool:
        return self.for_persons if isinstance(self.for_persons, bool) else method in self.for_persons

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[BaseRenderer, str]:
        """Chooses the media type; most requests accept any or JSON, which needs no comparison."""
        speaks_json = self.renderer_classes[0] is JSONRenderer
        if speaks_json and request.META.get("HTTP_ACCEPT", ANY) in (ANY, JSONRenderer.media_type):
            return JSONRenderer(), JSONRenderer.media_type
        chosen: tuple[BaseRenderer, str] = super().perform_content_negotiation(request, force)
        return chosen

    def handle_exception(self, exc: Exception) -> Any:
        replicas.failed(exc)
        return super().handle_exception(exc)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers.setdefault("Content-Language", language_for(request))
        for name, value in rate_limit_headers(request.rate_usages).items():
            response[name] = value
        return response

    def player(self, request: Request) -> Player:
        """Returns the caller. Raises Unauthenticated if they are not signed in."""
        player = caller(request)
        if player is None:
            raise Unauthenticated()
        return player

    def access_to(self, request: Request, match_id: UUID) -> Access:
        """Returns the caller's access to a match. Raises NotFound.

        Raises NotSeated for an act of somebody who sees the match late: what a service refuses depends on the present.
        """
        head, self._head = self._head, UNREAD  # what comes later in a request reads it again
        access = access_to(match_id, caller(request), head)
        if (horizon := access.match.horizon) is not None:
            if request.method not in self.for_spectators:
                raise NotSeated()
            request.changes_ms = horizon.next_ms  # for a wait (`conditional`)
        return access

    def access_to_log(self, request: Request, match_id: UUID) -> Access:
        """The same, to read only the log and what follows from it, which a replica may serve once the match is over."""
        access = self.access_to(request, match_id)
        replicas.choose(access.match)
        return access

    def once(
        self, request: Request, execute: Callable[[], Reply], address: Callable[[Any], str] | None = None
    ) -> HttpResponse:
        """Executes a request once per Idempotency-Key and returns the response.

        address: returns the address of what the request has created, from the body of the response.
        """
        scope = f"{self.player(request).pk} {request.method} {request.path.rstrip('/')}"
        reply = once(scope, idempotency_key(request), request.data or {}, execute)
        response = answered(reply)
        if address is not None:
            response["Location"] = address(reply.body)
        return response

    def body(self, shape: type[Shape], request: Request) -> dict[str, Any]:
        """Returns the validated body of the request; a missing body counts as empty."""
        return read(shape, request)


class Streamed(Resource):
    """A resource that is also available as lines of JSON."""

    renderer_classes = (JSONRenderer, NDJSONRenderer)


def idempotency_key(request: Request) -> str | None:
    """Returns the Idempotency-Key, if any. Raises Malformed if it is empty, too long or not printable ASCII."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not 1 <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable() or key.startswith("prompt:"):
        raise Malformed(Fault("/header/idempotency-key", "bad_parameter"))
    return str(key)


def answered(answer: Reply) -> HttpResponse:
    """Returns the HTTP response for an answer, marked if it repeats an earlier one."""
    response = json_response(answer.body, answer.status)
    if answer.replayed:
        response["Idempotent-Replayed"] = "true"
    return response


def responses(ok: Any, *codes: str, status: int = 200) -> dict[Any, Any]:
    """Returns the responses of an operation for the OpenAPI document: success, and its problems."""
    return {status: ok, **problems(*COMMON, *(("forbidden",) if status == 204 else ()), *codes)}


def revalidated(ok: Any, *codes: str) -> dict[Any, Any]:
    """Returns the same for an operation whose response has an entity tag."""
    return {**responses(ok, *codes), 304: OpenApiResponse(description=NOT_MODIFIED)}


NOT_MODIFIED = (
    "Nothing has changed since the response that `If-None-Match` names. With `Retry-After`: you have too many waits."
)


def sent(ok: Any, *codes: str, status: int = 201) -> dict[Any, Any]:
    """Returns the same for an operation that reads a body; a repetition is another request."""
    return {status: ok, **problems(*SENDING, *codes)}


def written(ok: Any, *codes: str, status: int = 201) -> dict[Any, Any]:
    """Returns the same for an operation with an Idempotency-Key; a repetition returns 200 with the same body."""
    return {status: ok, 200: ok, **problems(*SENDING, "idempotency_key_reused", *codes)}
