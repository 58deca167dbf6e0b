"""The views to find, create and join clubs, and to manage members, links, defaults and ratings of clubs."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from events.base.exceptions import Forbidden
from events.clubs.defaults import defaults_clear, defaults_set
from events.clubs.invitations import (
    club_invitation_create,
    club_invitation_of,
    club_invitation_use,
    club_invitations_revoke,
    club_invitations_to,
)
from events.clubs.selectors import (
    Standing,
    club_for,
    club_head,
    club_leader_lines,
    club_leaders,
    club_lines,
    clubs_found,
    defaults_line,
    defaults_of,
    invitation_line,
    invitation_page,
    member_line,
    member_lines,
    members_of,
)
from events.clubs.serializers import (
    ClubChanges,
    ClubDefaultsInput,
    ClubDefaultsList,
    ClubDefaultsOut,
    ClubInput,
    ClubInvitationInput,
    ClubInvitationList,
    ClubInvitationOut,
    ClubList,
    ClubOut,
    MemberInput,
    MemberList,
    MemberOut,
    NewClubInvitationOut,
)
from events.clubs.services import (
    club_ask,
    club_create,
    club_dissolve,
    club_update,
    member_change,
    member_remove,
)
from events.http.answers import conditional, json_response, no_content
from events.http.auth import caller
from events.http.fields import EmptyInput
from events.http.openapi.headers import LOCATION
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.pagination import CursorPages
from events.http.paths import require_game
from events.http.query_params import CURSOR, LIMIT, query_choice
from events.http.resource import Resource, answered, idempotency_key, responses, revalidated, sent, written
from events.log.idempotency import Reply, once
from events.ratings.serializers import Leaderboard
from events.ratings.views import LeaderPages
from events.users.services import digest

A_WEEK = 7 * 86_400


class Clubs(Resource):
    known = ("member", "limit", "cursor")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(ClubList),
        summary="Find clubs",
        parameters=[
            OpenApiParameter(
                "member",
                str,
                enum=("me",),
                description="Only clubs of which you are a member or have asked to become one.",
            ),
            LIMIT,
            CURSOR,
        ],
    )
    def get(self, request: Request) -> HttpResponse:
        """Lists public clubs and your own, the newest first."""
        is_mine = query_choice(request, "member", ("me",)) is not None
        player = self.player(request) if is_mine else caller(request)
        pages = CursorPages()
        clubs = pages.rows_of(clubs_found(player, mine=is_mine), request)
        return conditional(request, {"items": club_lines(clubs, player), "next": pages.get_next_link()})

    @extend_schema(
        request=ClubInput,
        responses=written(ClubOut, "too_many_clubs"),
        summary="Found a club",
        parameters=[LOCATION],
    )
    def post(self, request: Request) -> HttpResponse:
        """Creates a club that you own. Only its members can see a private club and its matches.

        `too_many_clubs`: you own the maximum number of clubs.
        """
        player, body = self.player(request), self.body(ClubInput, request)

        def found() -> Reply:
            is_private = body["visibility"] == "private"
            club = club_create(player=player, name=body["name"], about=body.get("about") or "", is_private=is_private)
            return Reply(201, club_head(club_for(str(club.pk), player)))

        return self.once(request, found, address=lambda club: f"/api/v1/clubs/{club['id']}")


class ClubResource(Resource):
    def standing(self, request: Request, club: str) -> Standing:
        """Returns a club that the caller may see. Raises NotFound."""
        return club_for(club, caller(request))


class ClubDetail(ClubResource):
    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(ClubOut),
        summary="A club",
    )
    def get(self, request: Request, club: str) -> HttpResponse:
        """Returns a club by its id. A public club can also be found by its name."""
        standing = self.standing(request, club)
        return conditional(request, club_head(standing))

    @extend_schema(request=ClubChanges, responses=sent(ClubOut, status=200), summary="Change a club")
    def patch(self, request: Request, club: str) -> HttpResponse:
        """Changes the name or the description of a club that you lead."""
        player, changes = self.player(request), self.body(ClubChanges, request)
        standing = self.standing(request, club)
        club_update(club_id=standing.club.pk, player=player, changes=changes)
        return json_response(club_head(club_for(str(standing.club.pk), player)))

    @extend_schema(responses=responses(None, status=204), summary="Delete a club")
    def delete(self, request: Request, club: str) -> HttpResponse:
        """Deletes a club that you own. Its matches remain; only the players with a seat can see a private match."""
        player, standing = self.player(request), self.standing(request, club)
        club_dissolve(club_id=standing.club.pk, player=player)
        return no_content()


class MemberPages(CursorPages):
    ordering = "pk"


class ClubMembers(ClubResource):
    known = ("asking", "limit", "cursor")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=responses(MemberList, "forbidden"),
        summary="The members of a club",
        parameters=[
            OpenApiParameter("asking", str, enum=("true",), description="Lists players who ask to join; for leaders."),
            LIMIT,
            CURSOR,
        ],
    )
    def get(self, request: Request, club: str) -> HttpResponse:
        """Lists the members of a club in the order of joining. Everybody can list the members of a public club."""
        standing, is_asking = self.standing(request, club), query_choice(request, "asking", ("true",)) is not None
        if is_asking and not standing.is_leader:
            raise Forbidden()
        return MemberPages().response(members_of(standing, asking=is_asking), request, member_lines)

    @extend_schema(
        request=EmptyInput,
        responses=written(MemberOut, "already_member", "club_full"),
        summary="Ask to join a club",
    )
    def post(self, request: Request, club: str) -> HttpResponse:
        """Requests to join a public club. A leader accepts or refuses the request. A repeated call changes nothing.

        `forbidden`: the club is private and requires a link, or you were removed and only a leader can readmit you.
        """
        player, _ = self.player(request), self.body(EmptyInput, request)
        standing = self.standing(request, club)
        return self.once(request, lambda: Reply(201, member_line(club_ask(club_id=standing.club.pk, player=player))))


class ClubMemberDetail(ClubResource):
    @extend_schema(
        request=MemberInput,
        summary="Give a member another role",
        responses=sent(MemberOut, "club_full", "already_member", "owner_stays", status=200),
    )
    def patch(self, request: Request, club: str, name: str) -> HttpResponse:
        """Changes the role of a player. Leaders may admit a player; the owner may name organisers or another owner.

        `owner_stays`: to change the role of the owner, make another member the owner; the former owner becomes an
        organiser. `club_full`: the club has 500 members.
        """
        player, role = self.player(request), self.body(MemberInput, request)["role"]
        standing = self.standing(request, club)
        return json_response(member_line(member_change(club_id=standing.club.pk, player=player, name=name, role=role)))

    @extend_schema(
        summary="Leave a club, or remove a member",
        responses=responses(None, "owner_stays", status=204),
    )
    def delete(self, request: Request, club: str, name: str) -> HttpResponse:
        """Removes a member or refuses a request. With your own name, leaves the club or withdraws your request.

        Removed players keep their running matches. Only a leader can readmit them; links cannot. `owner_stays`: make
        another member the owner first.
        """
        player, standing = self.player(request), self.standing(request, club)
        member_remove(club_id=standing.club.pk, player=player, name=name)
        return no_content()


class ClubInvitations(ClubResource):
    @extend_schema(
        responses=responses(ClubInvitationList, "forbidden"),
        summary="The links to a club",
    )
    def get(self, request: Request, club: str) -> HttpResponse:
        """Lists the links to a club that you lead, without their tokens."""
        player, standing = self.player(request), self.standing(request, club)
        links = club_invitations_to(standing.club.pk, player)
        return json_response({"items": [invitation_line(link) for link in links], "next": None})

    @extend_schema(
        request=ClubInvitationInput,
        summary="Invite to a club by a link",
        responses=sent(NewClubInvitationOut),
    )
    def post(self, request: Request, club: str) -> HttpResponse:
        """Creates a link to a club that you lead, valid for `seconds` (default: a week) and at most `uses` players.

        The link ends when you revoke it or leave the club. Only the hash of the token is stored, so an Idempotency-Key
        has no effect here. A club has at most 20 links; a further link replaces the oldest.
        """
        player, body = self.player(request), self.body(ClubInvitationInput, request)
        standing = self.standing(request, club)
        text, invitation = club_invitation_create(
            club_id=standing.club.pk, player=player, seconds=body.get("seconds", A_WEEK), uses=body.get("uses")
        )
        url = request.build_absolute_uri(reverse("club_invitation", args=[text]))
        return json_response({**invitation_line(invitation), "token": text, "url": url}, 201)

    @extend_schema(
        responses=responses(None, status=204),
        summary="Revoke all links to a club",
    )
    def delete(self, request: Request, club: str) -> HttpResponse:
        """Revokes all links to a club that you lead."""
        player, standing = self.player(request), self.standing(request, club)
        club_invitations_revoke(club_id=standing.club.pk, player=player)
        return no_content()


class ClubInvitationDetail(ClubResource):
    @extend_schema(responses=responses(None, status=204), summary="Revoke a link to a club")
    def delete(self, request: Request, club: str, invitation_id: UUID) -> HttpResponse:
        """Revokes one link to a club that you lead."""
        player, standing = self.player(request), self.standing(request, club)
        club_invitations_revoke(club_id=standing.club.pk, player=player, invitation_id=invitation_id)
        return no_content()


class ClubInvitationPage(Resource):
    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=responses(ClubInvitationOut),
        summary="The club of an invitation link",
    )
    def get(self, request: Request, token: str) -> HttpResponse:
        """Returns the club of a link. `not_found`: the link is unknown, expired, used up or revoked."""
        return json_response(invitation_page(club_invitation_of(digest(token)), caller(request)))

    @extend_schema(
        operation_id="club_invitations_accept",
        request=EmptyInput,
        summary="Join a club by a link",
        responses=written(ClubOut, "already_member", "club_full"),
    )
    def post(self, request: Request, token: str) -> HttpResponse:
        """Makes you a member of the club of a link."""
        player = self.player(request)
        self.body(EmptyInput, request)

        def join() -> Reply:
            member = club_invitation_use(text=token, player=player)
            return Reply(201, club_head(club_for(str(member.club_id), player)))

        # The stored scope of the key contains only the hash of the token, like the table of links.
        scope = f"{player.pk} POST club-invitations {digest(token).hex()}"
        return answered(once(scope, idempotency_key(request), request.data or {}, join))


class Defaults(ClubResource):
    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=responses(ClubDefaultsList),
        summary="Defaults for tables of a club",
    )
    def get(self, request: Request, club: str) -> HttpResponse:
        """Lists the club's own default options and clocks for new tables, by game."""
        return json_response({"items": defaults_of(self.standing(request, club).club), "next": None})


class DefaultsDetail(ClubResource):
    @extend_schema(
        request=ClubDefaultsInput,
        responses=sent(ClubDefaultsOut, status=200),
        summary="Set the defaults for tables of a club",
    )
    def put(self, request: Request, club: str, game: str) -> HttpResponse:
        """Sets the default options and clock for new tables of a game, in a club that you lead.

        `POST /matches` with `club` uses these defaults for omitted members.
        """
        player, body = self.player(request), self.body(ClubDefaultsInput, request)
        standing = self.standing(request, club)
        require_game(game)
        chosen = {"options": body.get("options", {}), "clock": body.get("clock")}
        return json_response(defaults_line(defaults_set(club_id=standing.club.pk, player=player, game=game, **chosen)))

    @extend_schema(
        responses=responses(None, status=204),
        summary="Remove the defaults for tables of a club",
    )
    def delete(self, request: Request, club: str, game: str) -> HttpResponse:
        """Removes the defaults of the club for a game. A repeated call changes nothing."""
        player, standing = self.player(request), self.standing(request, club)
        require_game(game)
        defaults_clear(club_id=standing.club.pk, player=player, game=game)
        return no_content()


class ClubRatings(ClubResource):
    known = ("limit", "cursor")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        parameters=[LIMIT, CURSOR],
        responses=responses(Leaderboard),
        summary="The ratings within a club",
    )
    def get(self, request: Request, club: str, game: str) -> HttpResponse:
        """Lists the members with a rating in a game, the best first. Only the rated matches of the club count.

        A public match of a public club also counts in `GET /ratings/{game}`; every other match counts only here.
        """
        standing = self.standing(request, club)
        require_game(game)
        return LeaderPages().response(club_leaders(standing.club, game), request, club_leader_lines)
