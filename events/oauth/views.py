"""The views to register apps, to consent to their requests, and to revoke their access."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.db.models import Min
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from oauth2_provider.models import Application
from rest_framework.request import Request

from events.base.clock import utc
from events.http.answers import json_response, no_content
from events.http.resource import Resource, responses, sent, written
from events.log.idempotency import Reply
from events.oauth import protocol
from events.oauth.serializers import (
    AppInput,
    AppList,
    AppOut,
    ConsentInput,
    ConsentOut,
    DecidedOut,
    DecisionInput,
    SignedInAppList,
)
from events.oauth.services import KINDS, app_register, app_remove, app_revoke
from events.users.models import Token

ABOUT = {
    "client_id": "The id of the app.",
    "redirect_uri": "The address at which the app receives the code.",
    "response_type": "`code`.",
    "scope": "The requested scopes, separated by spaces; by default `read`.",
    "state": "A value that is returned to the app.",
    "code_challenge": "The hash of the app's one-time secret (RFC 7636).",
    "code_challenge_method": "`S256`.",
}


def _line(app: Application) -> dict[str, Any]:
    return {
        "client_id": app.client_id,
        "name": app.name,
        "kind": KINDS[app.authorization_grant_type],
        "redirect_uris": app.redirect_uris.split(),
        "created_at": utc(app.created),
    }


def _consent(app: Application, scopes: tuple[str, ...], host: str | None) -> dict[str, Any]:
    owner = app.user.name if app.user else ""
    return {"client_id": app.client_id, "name": app.name, "owner": owner, "scopes": list(scopes), "host": host}


class Apps(Resource):
    for_persons = True

    @extend_schema(responses=responses(AppList, "forbidden"), summary="Apps that you have registered")
    def get(self, request: Request) -> HttpResponse:
        """Lists the apps that you have registered, the newest first."""
        apps = Application.objects.filter(user=self.player(request)).order_by("-created", "-pk")
        return json_response({"items": [_line(app) for app in apps], "next": None})

    @extend_schema(
        request=AppInput,
        responses=written(AppOut, "too_many_apps"),
        summary="Register an app",
    )
    def post(self, request: Request) -> HttpResponse:
        """Registers your program as an app that players can sign in to.

        `/.well-known/oauth-authorization-server` describes the protocol. An app has no secret. It uses PKCE, or a code
        that its user types. Only an app with pages has `redirect_uris`. Guests cannot register apps.
        """
        owner, body = self.player(request), self.body(AppInput, request)

        def register() -> Reply:
            uris = body.get("redirect_uris", ())
            return Reply(
                201, _line(app_register(owner=owner, name=body["name"], kind=body["kind"], redirect_uris=uris))
            )

        return self.once(request, register)


class AppDetail(Resource):
    for_persons = True

    @extend_schema(responses=responses(None, status=204), summary="Remove your app")
    def delete(self, request: Request, client_id: str) -> HttpResponse:
        """Removes your app and revokes all of its tokens."""
        app_remove(owner=self.player(request), client_id=client_id)
        return no_content()


class SignedInApps(Resource):
    for_persons = True

    @extend_schema(responses=responses(SignedInAppList, "forbidden"), summary="Apps that may act for you")
    def get(self, request: Request) -> HttpResponse:
        """Lists the apps that may act for you, the newest first."""
        tokens = Token.objects.filter(player=self.player(request), app__isnull=False)
        found = tokens.values("app", "scopes").annotate(since=Min("created_at")).order_by("-since")
        apps = Application.objects.select_related("user").in_bulk([line["app"] for line in found])
        items = [
            {
                **{name: value for name, value in _consent(apps[line["app"]], (), None).items() if name != "host"},
                "scopes": line["scopes"].split(),
                "since": utc(line["since"]),
            }
            for line in found
        ]
        return json_response({"items": items, "next": None})


class SignedInAppDetail(Resource):
    for_persons = True

    @extend_schema(responses=responses(None, status=204), summary="Revoke the access of an app")
    def delete(self, request: Request, client_id: str) -> HttpResponse:
        """Revokes all access of an app to your account. Its tokens stop working within seconds."""
        app_revoke(player=self.player(request), client_id=client_id)
        return no_content()


class Authorizations(Resource):
    for_persons = True
    known = protocol.REQUEST_PARAMETERS

    @extend_schema(
        operation_id="authorizations_retrieve",
        responses=responses(ConsentOut, "forbidden", "bad_authorization"),
        parameters=[OpenApiParameter(name, str, description=text) for name, text in ABOUT.items()],
        summary="The request of an app to you",
    )
    def get(self, request: Request) -> HttpResponse:
        """Returns the valid request of the app that has redirected your browser to `/authorize`."""
        what = protocol.consent_request(request, self.player(request), request.query_params.dict())
        host = urlsplit(what.credentials["redirect_uri"]).netloc
        return json_response(_consent(what.app, what.scopes, host))

    @extend_schema(
        request=ConsentInput,
        summary="Allow or deny an app to act for you",
        responses=sent(DecidedOut, "bad_authorization"),
    )
    def post(self, request: Request) -> HttpResponse:
        """Returns the address of the app that the browser is redirected to, with a code or a refusal.

        A code works once, within a minute.
        """
        player, body = self.player(request), self.body(ConsentInput, request)
        what = protocol.consent_request(
            request, player, {name: body[name] for name in protocol.REQUEST_PARAMETERS if name in body}
        )
        return json_response({"redirect_to": protocol.decided(what, is_allowed=body["allow"])}, 201)


class Devices(Resource):
    for_persons = True
    limit_scopes = ("general", "device_codes")

    @extend_schema(responses=responses(ConsentOut, "forbidden"), summary="The request of a device")
    def get(self, request: Request, user_code: str) -> HttpResponse:
        """Returns the request of the device that shows a code.

        `not_found`: the code is unknown or has expired, or somebody has decided about it.
        """
        _, app, scopes = protocol.device_request(self.player(request), user_code)
        return json_response(_consent(app, scopes, None))

    @extend_schema(
        operation_id="devices_answer",
        request=DecisionInput,
        responses=written(DecidedOut),
        summary="Allow or deny a device",
    )
    def post(self, request: Request, user_code: str) -> HttpResponse:
        """Allows or denies the device to act for you. The device learns the decision within seconds."""
        player, body = self.player(request), self.body(DecisionInput, request)

        def decide() -> Reply:
            protocol.device_decide(player, user_code, is_allowed=body["allow"])
            return Reply(201, {"redirect_to": None})

        return self.once(request, decide)
