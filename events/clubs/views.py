"""Clubs: finding, founding and joining them, and what they have of their own."""

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
from events.clubs.services import (
    club_ask,
    club_create,
    club_dissolve,
    club_update,
    member_change,
    member_remove,
)
from events.clubs.shapes import (
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
from events.http.answers import conditional, json_response, no_content
from events.http.auth import caller
from events.http.fields import EmptyInput
from events.http.pagination import CursorPages
from events.http.paths import require_game
from events.http.query_params import CURSOR, LIMIT, query_choice
from events.http.resource import Resource, answered, idempotency_key, responses, revalidated, sent, written
from events.log.idempotency import Reply, once
from events.people.services import digest
from events.ratings.shapes import Leaderboard
from events.ratings.views import LeaderPages

A_WEEK = 7 * 86_400


class Clubs(Resource):
    known = ("member", "limit", "cursor")

    @extend_schema(
        operation_id="club_list", auth=[{}, {"bearer": []}], responses=revalidated(ClubList), summary="Find clubs",
        parameters=[
            OpenApiParameter("member", str, enum=("me",), description="Only clubs in which you are, or ask to be."),
            LIMIT, CURSOR,
        ],
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse:
        """Lists public clubs and your own, the newest first."""
        is_mine = query_choice(request, "member", ("me",)) is not None
        player = self.player(request) if is_mine else caller(request)
        pages = CursorPages()

        def page() -> dict[str, object]:
            clubs = pages.paginate_queryset(clubs_found(player, mine=is_mine), request)
            return {"items": club_lines(clubs, player), "next": pages.get_next_link()}

        return conditional(request, 0, page)

    @extend_schema(
        operation_id="club_create", request=ClubInput, responses=written(ClubOut, "too_many_clubs"),
        summary="Found a club",
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        """Founds a club, which is yours. Nobody but its members learns of a private one, nor of what is played there.

        `too_many_clubs`: you own as many as you may.
        """
        player, body = self.player(request), self.body(ClubInput, request)

        def found() -> Reply:
            is_private = body["visibility"] == "private"
            club = club_create(player=player, name=body["name"], about=body.get("about") or "", is_private=is_private)
            return Reply(201, club_head(club_for(str(club.pk), player)))

        return self.once(request, found, address=lambda club: f"/api/v1/clubs/{club['id']}")


class ClubResource(Resource):
    def standing(self, request: Request, club: str) -> Standing:
        """Returns a club that the caller may know of. Raises NotFound."""
        return club_for(club, caller(request))


class ClubDetail(ClubResource):
    @extend_schema(
        operation_id="club", auth=[{}, {"bearer": []}], responses=revalidated(ClubOut), summary="A club",
    )  # fmt: skip
    def get(self, request: Request, club: str) -> HttpResponse:
        """Returns a club by its id, or a public one also by its name."""
        standing = self.standing(request, club)
        return conditional(request, 0, lambda: club_head(standing))

    @extend_schema(
        operation_id="club_update", request=ClubChanges, responses=sent(ClubOut, status=200), summary="Change a club"
    )
    def patch(self, request: Request, club: str) -> HttpResponse:
        """Changes the name or the description of a club that you lead."""
        player, changes = self.player(request), self.body(ClubChanges, request)
        standing = self.standing(request, club)
        club_update(club_id=standing.club.pk, player=player, changes=changes)
        return json_response(club_head(club_for(str(standing.club.pk), player)))

    @extend_schema(operation_id="club_dissolve", responses=responses(None, status=204), summary="Dissolve a club")
    def delete(self, request: Request, club: str) -> HttpResponse:
        """Ends a club that you own. Its matches stay; private ones are known to those who have a seat."""
        player, standing = self.player(request), self.standing(request, club)
        club_dissolve(club_id=standing.club.pk, player=player)
        return no_content()


class MemberPages(CursorPages):
    ordering = "pk"


class Members(ClubResource):
    known = ("asking", "limit", "cursor")

    @extend_schema(
        operation_id="club_members", auth=[{}, {"bearer": []}], responses=responses(MemberList, "forbidden"),
        summary="The members of a club",
        parameters=[
            OpenApiParameter(
                "asking", str, enum=("true",), description="Those who ask to join instead, for who leads the club."
            ),
            LIMIT, CURSOR,
        ],
    )  # fmt: skip
    def get(self, request: Request, club: str) -> HttpResponse:
        """Lists the members of a club, in the order in which they came; a public club shows them to everybody."""
        standing, is_asking = self.standing(request, club), query_choice(request, "asking", ("true",)) is not None
        if is_asking and not standing.is_leader:
            raise Forbidden()
        return MemberPages().response(members_of(standing, asking=is_asking), request, member_lines)

    @extend_schema(
        operation_id="club_ask", request=EmptyInput, responses=written(MemberOut, "already_member", "club_full"),
        summary="Ask to join a club",
    )  # fmt: skip
    def post(self, request: Request, club: str) -> HttpResponse:
        """Asks to join a public club; who leads it answers. Asking twice changes nothing.

        `already_member`: you are. `forbidden`: a link alone leads into a private club, and who was sent away has to be
        taken back.
        """
        player, _ = self.player(request), self.body(EmptyInput, request)
        standing = self.standing(request, club)
        return self.once(request, lambda: Reply(201, member_line(club_ask(club_id=standing.club.pk, player=player))))


class MemberDetail(ClubResource):
    @extend_schema(
        operation_id="club_member_change", request=MemberInput, summary="Give a member another role",
        responses=sent(MemberOut, "club_full", "already_member", "owner_stays", status=200),
    )  # fmt: skip
    def patch(self, request: Request, club: str, name: str) -> HttpResponse:
        """Takes in who asks, for those who lead the club; makes organisers or another owner, for the owner.

        `owner_stays`: make somebody else the owner, and you become an organiser. `club_full`: it has 500 members.
        """
        player, role = self.player(request), self.body(MemberInput, request)["role"]
        standing = self.standing(request, club)
        return json_response(member_line(member_change(club_id=standing.club.pk, player=player, name=name, role=role)))

    @extend_schema(
        operation_id="club_member_remove", summary="Leave a club, or send a member away",
        responses=responses(None, "owner_stays", status=204),
    )  # fmt: skip
    def delete(self, request: Request, club: str, name: str) -> HttpResponse:
        """Under your own name, leaves the club or takes back that you ask; else refuses or sends away somebody.

        Who is sent away keeps their matches that have begun; links do not take them in again, who leads the club does.
        `owner_stays`: the owner hands the club on first.
        """
        player, standing = self.player(request), self.standing(request, club)
        member_remove(club_id=standing.club.pk, player=player, name=name)
        return no_content()


class ClubInvitations(ClubResource):
    @extend_schema(
        operation_id="club_invitation_list", responses=responses(ClubInvitationList, "forbidden"),
        summary="The links to a club",
    )  # fmt: skip
    def get(self, request: Request, club: str) -> HttpResponse:
        """Lists the links to a club that you lead, without their tokens."""
        player, standing = self.player(request), self.standing(request, club)
        links = club_invitations_to(standing.club.pk, player)
        return json_response({"items": [invitation_line(link) for link in links], "next": None})

    @extend_schema(
        operation_id="club_invitation_create", request=ClubInvitationInput, summary="Invite to a club by a link",
        responses=sent(NewClubInvitationOut),
    )  # fmt: skip
    def post(self, request: Request, club: str) -> HttpResponse:
        """Creates a link that takes players into a club that you lead, for `seconds`, by default a week, and for at
        most `uses` players, or until it is revoked or you are no member any more.

        Only the hash of the token is stored, so an Idempotency-Key has no effect here. A club has at most 20 links; a
        further one replaces the oldest.
        """
        player, body = self.player(request), self.body(ClubInvitationInput, request)
        standing = self.standing(request, club)
        text, invitation = club_invitation_create(
            club_id=standing.club.pk, player=player, seconds=body.get("seconds", A_WEEK), uses=body.get("uses")
        )
        url = request.build_absolute_uri(reverse("club_invitation", args=[text]))
        return json_response({**invitation_line(invitation), "token": text, "url": url}, 201)

    @extend_schema(
        operation_id="club_invitations_revoke", responses=responses(None, status=204),
        summary="Revoke all links to a club",
    )  # fmt: skip
    def delete(self, request: Request, club: str) -> HttpResponse:
        """Revokes all links to a club that you lead."""
        player, standing = self.player(request), self.standing(request, club)
        club_invitations_revoke(club_id=standing.club.pk, player=player)
        return no_content()


class ClubInvitationDetail(ClubResource):
    @extend_schema(
        operation_id="club_invitation_revoke", responses=responses(None, status=204), summary="Revoke a link to a club"
    )
    def delete(self, request: Request, club: str, invitation_id: UUID) -> HttpResponse:
        """Revokes one link to a club that you lead."""
        player, standing = self.player(request), self.standing(request, club)
        club_invitations_revoke(club_id=standing.club.pk, player=player, invitation_id=invitation_id)
        return no_content()


class ClubInvitationPage(Resource):
    @extend_schema(
        operation_id="club_invitation", auth=[{}, {"bearer": []}], responses=responses(ClubInvitationOut),
        summary="The club that a link invites to",
    )  # fmt: skip
    def get(self, request: Request, token: str) -> HttpResponse:
        """Returns the club that a link invites to. A link that is unknown, expired, used up or revoked is not found."""
        return json_response(invitation_page(club_invitation_of(digest(token)), caller(request)))

    @extend_schema(
        operation_id="club_invitation_accept", request=EmptyInput, summary="Join a club by a link",
        responses=written(ClubOut, "already_member", "club_full"),
    )  # fmt: skip
    def post(self, request: Request, token: str) -> HttpResponse:
        """Makes you a member of the club that a link invites to."""
        player = self.player(request)
        self.body(EmptyInput, request)

        def join() -> Reply:
            member = club_invitation_use(text=token, player=player)
            return Reply(201, club_head(club_for(str(member.club_id), player)))

        # The stored scope of the key holds the hash of the token, as the table of links does.
        scope = f"{player.pk} POST club-invitations {digest(token).hex()}"
        return answered(once(scope, idempotency_key(request), request.data or {}, join))


class Defaults(ClubResource):
    @extend_schema(
        operation_id="club_defaults", auth=[{}, {"bearer": []}], responses=responses(ClubDefaultsList),
        summary="What tables of a club begin with",
    )  # fmt: skip
    def get(self, request: Request, club: str) -> HttpResponse:
        """Lists the options and clocks with which new tables of the club begin, where the club has its own."""
        return json_response({"items": defaults_of(self.standing(request, club).club), "next": None})


class DefaultsDetail(ClubResource):
    @extend_schema(
        operation_id="club_defaults_set", request=ClubDefaultsInput, responses=sent(ClubDefaultsOut, status=200),
        summary="Set what tables of a club begin with",
    )  # fmt: skip
    def put(self, request: Request, club: str, game: str) -> HttpResponse:
        """Sets the options and the clock with which new tables of a game begin, in a club that you lead.

        `POST /matches` with `club` takes from them what it leaves out.
        """
        player, body = self.player(request), self.body(ClubDefaultsInput, request)
        standing = self.standing(request, club)
        require_game(game)
        chosen = {"options": body.get("options", {}), "clock": body.get("clock")}
        return json_response(defaults_line(defaults_set(club_id=standing.club.pk, player=player, game=game, **chosen)))

    @extend_schema(
        operation_id="club_defaults_clear", responses=responses(None, status=204),
        summary="Let tables of a club begin as the game has it",
    )  # fmt: skip
    def delete(self, request: Request, club: str, game: str) -> HttpResponse:
        """Removes what the club had of its own for a game; nothing changes if there is nothing."""
        player, standing = self.player(request), self.standing(request, club)
        require_game(game)
        defaults_clear(club_id=standing.club.pk, player=player, game=game)
        return no_content()


class ClubRatings(ClubResource):
    known = ("limit", "cursor")

    @extend_schema(
        operation_id="club_ratings", auth=[{}, {"bearer": []}], parameters=[LIMIT, CURSOR],
        responses=responses(Leaderboard), summary="The ratings within a club",
    )  # fmt: skip
    def get(self, request: Request, club: str, game: str) -> HttpResponse:
        """Lists the members with a rating in a game, the best first; it rests on the rated matches of the club alone.

        A public match of a public club counts here and for everybody (`GET /ratings/{game}`), any other here alone.
        """
        standing = self.standing(request, club)
        require_game(game)
        return LeaderPages().response(club_leaders(standing.club, game), request, club_leader_lines)
