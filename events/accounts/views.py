"""The views to sign up and sign in, of the caller's profile and inbox, and of the public pages of players."""

from __future__ import annotations

from urllib.parse import quote
from uuid import UUID

from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from events.accounts.match_exports import own_matches
from events.accounts.selectors import player_export, player_page, profile
from events.accounts.serializers.exports import OwnMatchOut, PlayerExportOut
from events.accounts.serializers.profiles import PlayerPageOut, Profile, ProfileInput
from events.accounts.serializers.sign_in import PlayerInput, PlayerOut, SignInInput
from events.accounts.services import account_close
from events.base.clock import utc
from events.base.player_names import name_key
from events.base.scopes import READING
from events.http import auth
from events.http.answers import NDJSONRenderer, conditional, json_response, lines_response, no_content
from events.http.auth import caller, language_for, token_of
from events.http.openapi.headers import LOCATION
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.pagination import LARGEST_PAGE
from events.http.query_params import LIMIT, query_int
from events.http.resource import Resource, responses, revalidated, sent
from events.http.throttles import (
    LETTERS,
    PASSWORD,
    RENAMES,
    SIGN_UP_PASSWORD,
    address_of,
    network_of,
    spend,
    spend_hash,
)
from events.http.translations import language_of
from events.matches.serializers.lobby import DecisionList
from events.matches.table.open_decisions import open_decisions
from events.notifications.needs import held_review
from events.oauth.services import codes_end
from events.users.models import Player, Token
from events.users.serializers import TokenList, TokenOut
from events.users.services import player_create, profile_update, sign_in, token_json, token_revoke


class Players(Resource):
    scopes = {"POST": READING}
    limit_scopes = ("sign_up",)

    @extend_schema(
        auth=[],
        request=PlayerInput,
        responses=sent(PlayerOut),
        summary="Sign up, with a password or as a guest",
        parameters=[LOCATION],
    )
    def post(self, request: Request) -> HttpResponse:
        """Creates a player and a token. Without a password, the player is a guest, and the token is the only access."""
        body = self.body(PlayerInput, request)
        if body.get("password") is not None:
            spend(request, SIGN_UP_PASSWORD, address_of(request))
            spend_hash(request)
        player, token = player_create(
            name=body["name"],
            password=body.get("password"),
            email=body.get("email"),
            language=language_of(request.headers.get("Accept-Language", "")),
            network=network_of(request),
        )
        response = json_response({"id": str(player.pk), "name": player.name, "token": token}, 201)
        response["Location"] = f"/api/v1/players/{quote(player.name)}"
        return response


class OwnTokens(Resource):
    for_persons = frozenset({"GET", "POST"})
    scopes = {"POST": READING, "DELETE": READING}

    @property
    def limit_scopes(self) -> tuple[str, ...]:
        """Returns a stricter limit for signing in."""
        return ("sign_in",) if self.request.method == "POST" else ("general",)

    @extend_schema(responses=responses(TokenList, "forbidden"), summary="Your tokens")
    def get(self, request: Request) -> HttpResponse:
        """Lists your tokens without their text. Only the response that creates a token contains its text."""
        player = self.player(request)
        tokens = Token.objects.filter(player=player).order_by("-created_at")
        items = [
            {
                "id": str(token.pk),
                "created_at": utc(token.created_at),
                "expires_at": utc(token.expires_at),
                "scopes": token.scopes.split(),
                "label": token.label,
                "current": request.auth is not None and token.pk == request.auth.pk,
            }
            for token in tokens
        ]
        return json_response({"items": items, "next": None})

    @extend_schema(
        auth=[],
        request=SignInInput,
        responses=sent(TokenOut),
        summary="Sign in",
        parameters=[LOCATION],
    )
    def post(self, request: Request) -> HttpResponse:
        """Creates a token for a name and its password. A token with fewer scopes permits less."""
        body = self.body(SignInInput, request)
        spend_hash(request)
        spend(request, PASSWORD, name_key(body["name"]))
        choice = {"scopes": body.get("scopes"), "label": body.get("label", ""), "network": network_of(request)}
        text, token = sign_in(name=body["name"], password=body["password"], **choice)
        response = json_response(token_json(text, token), 201)
        response["Location"] = f"/api/v1/tokens/{token.pk}"
        return response

    @extend_schema(operation_id="tokens_destroy_current", responses=responses(None, status=204), summary="Sign out")
    def delete(self, request: Request) -> HttpResponse:
        """Revokes the token of this request."""
        player = self.player(request)
        if (token := token_of(request)) is not None:
            auth.forget(bytes(token.digest))
            token_revoke(player=player, token_id=token.pk)
        return no_content()


class TokenDetail(Resource):
    open_to_suspended = True
    for_persons = True

    @extend_schema(responses=responses(None, status=204), summary="Revoke a token")
    def delete(self, request: Request, token_id: UUID) -> HttpResponse:
        """Revokes one of your own tokens."""
        player = self.player(request)
        token = Token.objects.filter(player=player, pk=token_id).first()
        if token is not None:
            auth.forget(bytes(token.digest))
        token_revoke(player=player, token_id=token_id)
        return no_content()


class Me(Resource):
    for_persons = frozenset({"PATCH", "DELETE"})

    @extend_schema(responses=responses(Profile), summary="Your profile")
    def get(self, request: Request) -> HttpResponse:
        """Returns your profile, including the members that only you can see."""
        return json_response(profile(Player.objects.get(pk=self.player(request).pk)))

    @extend_schema(
        request=ProfileInput,
        responses=sent(Profile, status=200),
        summary="Change your profile",
    )
    def patch(self, request: Request) -> HttpResponse:
        """Changes your profile. Omitted members keep their values.

        A new `password` requires the current password in `current_password`, and revokes all your other tokens. A new
        `name` or `email` requires the current password or a sign-in at most ten minutes before; a guest needs neither.
        Your old `name` becomes free at once. A confirmed address that you give up receives a link that takes the
        account back, valid for a week.
        """
        player, changes = self.player(request), self.body(ProfileInput, request)
        if "name" in changes:
            spend(request, RENAMES, str(player.pk))
        if changes.keys() & {"password", "current_password"}:
            spend_hash(request)
            spend(request, PASSWORD, player.name_key)
        if changes.get("email"):
            spend(request, LETTERS, changes["email"].lower())
        player = profile_update(player=player, token=token_of(request), changes=changes)
        auth.forget_player(player.pk)
        if changes.keys() & {"notifications", "quiet_hours"}:
            held_review(player.pk)
        if "password" in changes:
            codes_end(player)
            if request.auth is None:  # the request has a session, which must remain valid
                update_session_auth_hash(request, player)
        return json_response(profile(player))

    @extend_schema(responses=responses(None, "forbidden", status=204), summary="Close your account")
    def delete(self, request: Request) -> HttpResponse:
        """Removes your name, your address, your notifications and all other data about you. This cannot be undone.

        The logs of your matches remain, because they contain only seat numbers. Your seats in running matches receive
        substitutes if the match allows them; otherwise the clock plays default moves. Your open matches end. If you
        have a password, sign in at most ten minutes before.
        """
        player = self.player(request)
        account_close(player=player, token=token_of(request))
        auth.forget_player(player.pk)
        return no_content()


class Decisions(Resource):
    known = ("limit",)

    @extend_schema(
        responses=revalidated(DecisionList),
        parameters=[LIMIT],
        summary="Your open decisions",
    )
    def get(self, request: Request) -> HttpResponse:
        """Lists the prompts that wait for you in all matches, the soonest deadline first, at most 200."""
        player = self.player(request)
        limit = query_int(request, "limit", LARGEST_PAGE, 1, LARGEST_PAGE) or LARGEST_PAGE
        return conditional(request, {"items": open_decisions(player, limit), "next": None})


class AccountExport(Resource):
    open_to_suspended = True
    for_persons = True
    limit_scopes = ("general", "own_matches")

    @extend_schema(responses=responses(PlayerExportOut, "forbidden"), summary="All data about you")
    def get(self, request: Request) -> HttpResponse:
        """Returns everything that the server stores about you."""
        return json_response(player_export(Player.objects.get(pk=self.player(request).pk)))


class MatchesExport(Resource):
    renderer_classes = (NDJSONRenderer,)
    open_to_suspended = True
    for_persons = True
    limit_scopes = ("general", "own_matches")

    @extend_schema(responses=responses(OwnMatchOut, "forbidden"), summary="All your matches")
    def get(self, request: Request) -> StreamingHttpResponse:
        """Returns every match in which you hold a seat, one per line, the oldest first, with its bundle.

        The bundle equals the response of `GET /matches/{id}/export`. While the match runs, it contains what your seat
        may see; once the match is over and open, it is complete. It is null for a match whose log is damaged.
        """
        return lines_response(request, own_matches(self.player(request)))


class PlayerDetail(Resource):
    limit_scopes = ("general", "lists")

    @extend_schema(auth=WITH_OR_WITHOUT_TOKEN, responses=revalidated(PlayerPageOut), summary="A player")
    def get(self, request: Request, name: str) -> HttpResponse:
        """Returns the public page of a player, with the number of games played and the running public matches."""
        return conditional(request, player_page(name, caller(request), language_for(request)))
