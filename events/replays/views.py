"""The views of replays and of links to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.http.answers import conditional, json_response, no_content
from events.http.resource import WITH_POST, Resource, responses, revalidated, written
from events.log.idempotency import Reply
from events.replays.models import ReplayLink
from events.replays.selectors import (
    replay,
    replay_captions,
    replay_events,
    replay_link_json,
    replay_link_of,
    replay_links_of,
)
from events.replays.serializers import (
    CaptionList,
    ReplayEventsOut,
    ReplayLinkInput,
    ReplayLinkList,
    ReplayLinkOut,
    ReplayOut,
)
from events.replays.services import replay_link_create, replay_link_revoke

FOREVER = "public, max-age=31536000, immutable"
ANYBODY: list[Any] = [{}]


class ReplayLinks(Resource):
    for_spectators = WITH_POST

    @extend_schema(responses=responses(ReplayLinkList), summary="Your links to a replay")
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Lists the links that you have made to the replay of a match."""
        player, match = self.player(request), self.access_to(request, match_id).match
        return json_response({"items": replay_links_of(match, player, _pages(request)), "next": None})

    @extend_schema(
        request=ReplayLinkInput,
        summary="Make a link to a replay",
        responses=written(ReplayLinkOut, "not_seated", "match_not_finished"),
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Makes a link to the replay of a match that is over. Everybody with the link sees it until you revoke it.

        It shows what a spectator saw, or, with `me`, what your seat saw. There is one link for each choice; a repeated
        request returns the link with status 200.
        """
        player, access = self.player(request), self.access_to(request, match_id)
        audience = self.body(ReplayLinkInput, request)["as"]

        def make() -> Reply:
            link, is_new = replay_link_create(access=access, player=player, audience=audience)
            return Reply(201 if is_new else 200, dict(replay_link_json(link, _pages(request))))

        return self.once(request, make)


class ReplayLinkDetail(Resource):
    for_spectators = frozenset({"DELETE"})

    @extend_schema(responses=responses(None, status=204), summary="Revoke a link to a replay")
    def delete(self, request: Request, match_id: UUID, link_id: UUID) -> HttpResponse:
        """Revokes one of your links. Copies of the replay in caches, or kept by people, remain."""
        player, match = self.player(request), self.access_to(request, match_id).match
        replay_link_revoke(match_id=match.pk, player=player, link_id=link_id)
        return no_content()


class Replay(Resource):
    authentication_classes = ()

    @extend_schema(auth=ANYBODY, responses=revalidated(ReplayOut), summary="A replay")
    def get(self, request: Request, token: str) -> HttpResponse:
        """Returns the head of the replay of a link. An unknown or revoked link gets 404."""
        return conditional(request, replay(replay_link_of(token)))


class ReplayEvents(Resource):
    authentication_classes = ()
    limit_scopes = ("general", "replays")

    @extend_schema(auth=ANYBODY, responses=revalidated(ReplayEventsOut), summary="A replay's events")
    def get(self, request: Request, token: str) -> HttpResponse:
        """Returns the first table and all events, as the audience of the link saw them. They never change."""
        return _lasting(request, replay_events, replay_link_of(token))


class ReplayCaptions(Resource):
    authentication_classes = ()
    limit_scopes = ("general", "replays")

    @extend_schema(
        auth=ANYBODY,
        responses=revalidated(CaptionList),
        summary="A replay in sentences",
    )
    def get(self, request: Request, token: str) -> HttpResponse:
        """Returns the events of a replay as sentences in both languages. They never change.

        `/r/{token}/text` shows the same as a page, with the names of the players.
        """
        return _lasting(request, replay_captions, replay_link_of(token))


def _pages(request: Request) -> str:
    return str(request.build_absolute_uri("/r/"))


def _lasting(request: Request, render: Callable[[ReplayLink], Any], link: ReplayLink) -> HttpResponse:
    """Returns a response that caches may store for ever, because it is the same for everybody."""
    response = conditional(request, render(link))
    response["Cache-Control"] = FOREVER
    del response["Vary"]
    return response
