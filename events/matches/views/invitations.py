"""The views of links that invite to a match."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.base.scopes import SEATED
from events.http.answers import json_response, no_content
from events.http.auth import caller
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.resource import WITH_POST, Resource, answered, idempotency_key, responses, sent, written
from events.log.idempotency import Reply, once
from events.matches.lobby.invitation_pages import invitation_line, invitation_page, invitations_to
from events.matches.lobby.invitations import invitation_create, invitation_use, invitations_revoke
from events.matches.lobby.match_detail import seats_of
from events.matches.serializers.seats import (
    InvitationInput,
    InvitationList,
    InvitationOut,
    InvitedSeatOut,
    NewInvitationOut,
    SitInput,
)
from events.users.services import digest

A_WEEK = 7 * 86_400


class Invitations(Resource):
    for_spectators = WITH_POST | {"DELETE"}

    @extend_schema(
        responses=responses(InvitationList, "forbidden"),
        summary="The links to a match",
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Lists the links to a match that you created, without their tokens."""
        self.player(request)
        return json_response({"items": invitations_to(self.access_to(request, match_id)), "next": None})

    @extend_schema(
        request=InvitationInput,
        summary="Invite by a link",
        responses=sent(NewInvitationOut, "match_not_open", "match_not_running", "match_over", "match_sealing"),
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Creates a link to an open match that you created, even a private match. It works for `seconds` (default: a
        week).

        You can revoke it. A link to a `seat` does not reserve the seat: others may take it. Only the hash of the token
        is stored, so an Idempotency-Key has no effect here. A match has at most 50 links; a further link replaces the
        oldest.
        """
        player, match = self.player(request), self.access_to(request, match_id).match
        body = self.body(InvitationInput, request)
        text, invitation = invitation_create(
            match_id=match.pk, player=player, number=body.get("seat"), seconds=body.get("seconds", A_WEEK)
        )
        url = request.build_absolute_uri(reverse("invitation", args=[text]))
        return json_response({**invitation_line(invitation), "token": text, "url": url}, 201)

    @extend_schema(
        responses=responses(None, "forbidden", status=204),
        summary="Revoke all links",
    )
    def delete(self, request: Request, match_id: UUID) -> HttpResponse:
        """Revokes all links to a match that you created."""
        player, match = self.player(request), self.access_to(request, match_id).match
        invitations_revoke(match_id=match.pk, player=player)
        return no_content()


class InvitationDetail(Resource):
    for_spectators = frozenset({"DELETE"})

    @extend_schema(responses=responses(None, "forbidden", status=204), summary="Revoke a link")
    def delete(self, request: Request, match_id: UUID, invitation_id: UUID) -> HttpResponse:
        """Revokes one link to a match that you created."""
        player, match = self.player(request), self.access_to(request, match_id).match
        invitations_revoke(match_id=match.pk, player=player, invitation_id=invitation_id)
        return no_content()


class InvitationPage(Resource):
    scopes = {"POST": SEATED}

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=responses(InvitationOut),
        summary="The match of a link",
    )
    def get(self, request: Request, token: str) -> HttpResponse:
        """Returns the match that a link invites to. Responds with `not_found` if the link is unknown, expired or
        revoked.
        """
        return json_response(invitation_page(digest(token), caller(request)))

    @extend_schema(
        operation_id="invitations_accept",
        request=SitInput,
        summary="Accept a link",
        responses=written(
            InvitedSeatOut, "seat_taken", "match_not_open", "match_sealing", "match_over", "match_not_running"
        ),
    )
    def post(self, request: Request, token: str) -> HttpResponse:
        """Takes the seat of the link. If the link has none, takes the seat that you name; by default the first free
        seat.
        """
        player, body = self.player(request), self.body(SitInput, request)
        choice: dict[str, Any] = {name: body.get(name) for name in ("nonce", "commit")}

        def accept() -> Reply:
            seat = invitation_use(text=token, player=player, number=body.get("seat"), **choice)
            return Reply(201, {"match": str(seat.match_id), "seat": seats_of(seat.match)[seat.number]})

        # The stored scope of the key holds the hash of the token, as the table of links does.
        scope = f"{player.pk} POST invitations {digest(token).hex()}"
        return answered(once(scope, idempotency_key(request), request.data or {}, accept))
