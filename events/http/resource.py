"""The base of all views: strict bodies and parameters, idempotency keys, and access to a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import activate
from drf_spectacular.utils import OpenApiResponse
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from events.base.exceptions import FieldError, Forbidden, Malformed, Unauthenticated
from events.base.scopes import BOT, CHANGING, READING
from events.http.answers import NDJSONRenderer, json_response
from events.http.auth import caller, language_for, token_of
from events.http.connections import retry_once
from events.http.expensive import one_at_a_time
from events.http.fields import Serializer, read
from events.http.openapi.problem_schema import problems
from events.http.query_params import query_known
from events.http.throttles import EXPENSIVE, GENERAL, rate_limit_headers
from events.log import replicas
from events.log.access import Access, access_to
from events.log.errors import NotSeated
from events.log.idempotency import Reply, once
from events.users.models import Player

LONGEST_KEY = 200
WITH_POST = frozenset({*SAFE_METHODS, "POST"})

COMMON = (
    "malformed",
    "unauthenticated",
    "suspended",
    "not_found",
    "not_acceptable",
    "rate_limited",
    "busy",
)
SENDING = (*COMMON, "forbidden", "unsupported_media_type", "payload_too_large")


class Resource(APIView):
    """A resource of the API. `known` lists its query parameters; `known_to_post` lists the query parameters of a POST.

    scopes: for each method, the scopes of which a token needs one; by default any scope for reading, otherwise `play`.
    for_persons: whether the resource refuses apps, or the methods that refuse apps; apps may play for players, but not
    manage their accounts. open_to_suspended: whether it also serves suspended players. for_spectators: the methods that
    also serve delayed viewers; other methods need a seat.
    """

    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer,)
    known: tuple[str, ...] = ()
    known_to_post: tuple[str, ...] = ()
    scopes: ClassVar[Mapping[str, frozenset[str]]] = {}
    for_spectators: ClassVar[frozenset[str]] = frozenset(SAFE_METHODS)
    for_persons: ClassVar[bool | frozenset[str]] = False
    open_to_suspended: ClassVar[bool] = False

    @property
    def limit_scopes(self) -> tuple[str, ...]:
        """Returns the scopes of the limits that count a request, by its cost."""
        return (GENERAL,)

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        with replicas.reading(), ExitStack() as self._held:
            return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Performs all checks before the method is called. Each check may refuse the request."""
        super().initial(request, *args, **kwargs)
        activate(language_for(request))  # for REST framework's error texts of fields
        self._require_scope(request)
        known = {"GET": self.known, "HEAD": self.known, "POST": self.known_to_post}
        query_known(request, *known.get(request.method or "", ()))
        if not EXPENSIVE.isdisjoint(self.limit_scopes):
            self._held.enter_context(one_at_a_time())

    def _require_scope(self, request: Request) -> None:
        """Raises Forbidden if the token of the request does not permit it."""
        usual = READING if request.method in SAFE_METHODS else CHANGING
        wanted = self.scopes.get(request.method or "", usual)
        token = token_of(request)
        if token is not None and wanted.isdisjoint(token.scopes.split()):
            raise Forbidden(text="scope", params={"scope": min(wanted - {BOT} or wanted)})
        if token is not None and token.app_id is not None and self._is_for_persons(request.method):
            raise Forbidden(text="not_for_apps")

    def _is_for_persons(self, method: str | None) -> bool:
        return self.for_persons if isinstance(self.for_persons, bool) else method in self.for_persons

    def handle_exception(self, exc: Exception) -> Any:
        replicas.failed(exc)
        return super().handle_exception(exc)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers.setdefault("Content-Language", language_for(request))
        for name, value in rate_limit_headers(getattr(request, "rate_usages", ())).items():
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

        Raises NotSeated if a delayed viewer tries to act, because the refusal of a service would reveal the present
        state.
        """
        access = retry_once(access_to, match_id, caller(request))
        if access.match.horizon is not None and request.method not in self.for_spectators:
            raise NotSeated()
        return access

    def access_to_log(self, request: Request, match_id: UUID) -> Access:
        """Returns the caller's access to a match, for reading only its log.

        A replica may serve the log once the match is over.
        """
        access = self.access_to(request, match_id)
        replicas.choose(access.match)
        return access

    def once(
        self, request: Request, execute: Callable[[], Reply], address: Callable[[Any], str] | None = None
    ) -> HttpResponse:
        """Executes a request once per Idempotency-Key and returns the response.

        address: a function that returns the address of the created object, given the body of the response.
        """
        scope = f"{self.player(request).pk} {request.method} {request.path.rstrip('/')}"
        reply = once(scope, idempotency_key(request), request.data or {}, execute)
        response = answered(reply)
        if address is not None:
            response["Location"] = address(reply.body)
        return response

    def body(self, serializer: type[Serializer], request: Request) -> dict[str, Any]:
        """Returns the validated body of the request; a missing body counts as empty."""
        return read(serializer, request)


class JsonLinesResource(Resource):
    """A resource that is also available as lines of JSON."""

    renderer_classes = (JSONRenderer, NDJSONRenderer)


def idempotency_key(request: Request) -> str | None:
    """Returns the Idempotency-Key, if any. Raises Malformed if it is empty, too long or not printable ASCII."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not 1 <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable() or key.startswith("prompt:"):
        raise Malformed(FieldError("/header/idempotency-key", "bad_parameter"))
    return str(key)


def answered(answer: Reply) -> HttpResponse:
    """Returns the HTTP response for a reply, marked if it repeats an earlier reply."""
    response = json_response(answer.body, answer.status)
    if answer.replayed:
        response["Idempotent-Replayed"] = "true"
    return response


def responses(ok: Any, *codes: str, status: int = 200) -> dict[Any, Any]:
    """Returns the responses of an operation for the OpenAPI document: success, and its problems."""
    return {status: ok, **problems(*COMMON, *(("forbidden",) if status == 204 else ()), *codes)}


def revalidated(ok: Any, *codes: str) -> dict[Any, Any]:
    """Returns the `responses` of an operation whose response has an entity tag."""
    return {**responses(ok, *codes), 304: OpenApiResponse(description=NOT_MODIFIED)}


NOT_MODIFIED = "Nothing has changed since the response that `If-None-Match` names."


def sent(ok: Any, *codes: str, status: int = 201) -> dict[Any, Any]:
    """Returns the `responses` of an operation that reads a body and executes a repeated request again."""
    return {status: ok, **problems(*SENDING, *codes)}


def written(ok: Any, *codes: str, status: int = 201) -> dict[Any, Any]:
    """Returns the `responses` of an operation with an Idempotency-Key.

    A repeated request gets 200 with the same body.
    """
    return {status: ok, 200: ok, **problems(*SENDING, "idempotency_key_reused", *codes)}
