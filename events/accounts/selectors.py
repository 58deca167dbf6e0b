"""The public page of a player, and the export of everything that the server stores about a player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count

from events.accounts.relations import relations_of
from events.accounts.serializers.exports import PlayerExportOut
from events.accounts.serializers.profiles import PlayerPageOut, Profile
from events.base.clock import rfc3339, utc
from events.clubs.selectors import memberships_of
from events.leagues.selectors import leagues_of
from events.log.delays import with_holder
from events.log.models import ActionEvent, FormerHolder, Match, Seat, Withdrawable
from events.match_history.selectors import participation_lines, reliability_of
from events.matches.lobby.match_lists import in_stage, match_lines
from events.matches.models import WaitingPlayer
from events.matches.record.notes import notes_of
from events.moderation.selectors import sanctions_of
from events.notifications.bodies import notice_json
from events.notifications.models import Notification
from events.notifications.push_lines import subscriptions_of
from events.notifications.selectors import webhooks_of
from events.passkeys.services import passkey_line
from events.ratings.models import RatingChange
from events.ratings.selectors import change_lines, ratings_of
from events.replays.models import Analysis, ReplayLink
from events.tournaments.player_tournaments import tournaments_of
from events.users.bots import bot_line, bot_lines, bots
from events.users.models import Passkey, Player, Token
from events.users.named import player_named

RUNNING_LISTED = 20


def player_page(name: str, caller: Player | None, language: str) -> PlayerPageOut:
    """Returns the public page of a player. Only public matches count. Raises NotFound unless the name is exact."""
    player = player_named(name)
    public = Match.objects.filter(with_holder(caller, pk=player.pk), visibility=Match.Visibility.PUBLIC)
    over = public.filter(in_stage(caller, Match.Status.FINISHED), practice=False)
    played = over.order_by("game").values("game")
    running = public.filter(in_stage(caller, Match.Status.RUNNING)).prefetch_related("seats__player", "seats__invited")
    return {
        "id": str(player.pk),
        "name": player.name,
        "avatar": avatar_of(player),
        "face": player.face or None,
        "created_at": utc(player.created_at),
        "bot": bot_line(bots().get(pk=player.pk)) if player.is_bot else None,
        "games": [{"game": row["game"], "played": row["played"]} for row in played.annotate(played=Count("pk"))],
        "ratings": ratings_of(player),
        "reliability": reliability_of(player, language),
        "running": match_lines(list(running.order_by("-pk")[:RUNNING_LISTED]), caller),
    }


def player_export(player: Player) -> PlayerExportOut:
    """Returns everything that the server stores about a player. The moves are in the exports of the matches."""
    seats = Seat.objects.filter(player=player).select_related("match").order_by("match_id")
    created = Match.objects.filter(creator=player).order_by("pk")
    waiting = WaitingPlayer.objects.filter(player=player).order_by("pk")
    analyses = Analysis.objects.filter(player=player).order_by("match_id")
    return {
        "profile": profile(player),
        "analyses": [str(match) for match in analyses.values_list("match", flat=True)],
        "former_emails": list(player.former_addresses.order_by("pk").values_list("email", flat=True)),
        "bots": bot_lines(bots().filter(owner=player).order_by("pk")),
        "tokens": [_token(token) for token in Token.objects.filter(player=player).order_by("created_at")],
        "passkeys": [passkey_line(passkey) for passkey in player.passkeys.order_by("created_at")],
        "seats": [_seat(seat) for seat in seats],
        "ratings": change_lines(RatingChange.objects.filter(player=player).order_by("pk")),
        "clubs": memberships_of(player),
        "results": participation_lines(player),
        "notes": notes_of(player),
        "relations": relations_of(player),
        "sanctions": sanctions_of(player),
        "invitations": [
            {"match": str(seat.match_id), "seat": seat.number}
            for seat in Seat.objects.filter(invited=player).order_by("match_id")
        ],
        "waiting_for": [str(match) for match in waiting.values_list("match", flat=True)],
        "replay_links": [
            {"match": str(link.match_id), "seat": link.seat, "created_at": utc(link.created_at)}
            for link in ReplayLink.objects.filter(player=player).order_by("pk")
        ],
        "created": [str(match) for match in created.values_list("pk", flat=True)],
        **tournaments_of(player),
        **leagues_of(player),
        "messages": [message for tenure in _tenures(player, seats) for message in _messages(tenure)],
        "webhooks": [dict(webhook) for webhook in webhooks_of(player)],
        "push_subscriptions": [dict(device) for device in subscriptions_of(player)],
        "notices": [notice_json(notice) for notice in Notification.objects.filter(player=player).order_by("number")],
    }


def profile(player: Player) -> Profile:
    """Returns a player's profile, including the members that only the player can see."""
    return {
        "id": str(player.pk),
        "name": player.name,
        "avatar": avatar_of(player),
        "face": player.face or None,
        "email": player.email,
        "email_confirmed": player.is_email_confirmed,
        "language": player.language,
        "guest": not player.has_usable_password(),
        "passkeys": Passkey.objects.filter(player=player).count(),
        "notifications": player.notifications,
        "quiet_hours": player.quiet_hours,
        "play_window": player.play_window,
        "shows_presence": player.shows_presence,
        "shows_results": player.shows_results,
        "created_at": utc(player.created_at),
    }


def avatar_of(player: Player) -> str:
    """Returns the address of a player's avatar (`project.web.avatars`)."""
    return f"/avatars/{player.pk}.svg"


def _token(token: Token) -> dict[str, Any]:
    return {
        "id": str(token.pk),
        "created_at": utc(token.created_at),
        "expires_at": utc(token.expires_at),
        "scopes": token.scopes.split(),
        "label": token.label,
    }


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "match": str(seat.match_id),
        "game": seat.match.game,
        "seat": seat.number,
        "status": seat.match.status,
        "resigned": seat.resigned,
        "standings": seat.match.standings,
    }


class _Tenure(NamedTuple):
    """The time in which a player held a seat, between two events; until: None while the player holds the seat."""

    match: UUID
    number: int
    after: int
    until: int | None


def _tenures(player: Player, seats: Iterable[Seat]) -> Iterator[_Tenure]:
    """Yields the times in which a player held a seat. seats: the seats that the player holds now."""
    left = list(FormerHolder.objects.filter(player=player).order_by("pk").values_list("match", "number", "seq"))
    held: list[tuple[UUID, int, int | None]] = [*((seat.match_id, seat.number, None) for seat in seats), *left]
    ends: dict[tuple[UUID, int], list[int]] = {(match_id, number): [] for match_id, number, _ in held}
    former = FormerHolder.objects.filter(match__in={match_id for match_id, *_ in held})
    for match_id, number, seq in former.values_list("match", "number", "seq"):
        ends.get((match_id, number), []).append(seq)
    for match_id, number, until in held:
        before = (seq for seq in ends[match_id, number] if until is None or seq < until)
        yield _Tenure(match_id, number, max(before, default=-1), until)


def _messages(tenure: _Tenure) -> Iterator[dict[str, Any]]:
    """Yields the messages that the player sent from a seat. Withdrawn messages have no text."""
    said = ActionEvent.objects.filter(match=tenure.match, type="message", seat=tenure.number, seq__gt=tenure.after)
    if tenure.until is not None:
        said = said.filter(seq__lt=tenure.until)
    texts = dict(Withdrawable.objects.filter(match=tenure.match, path="text").values_list("seq", "value"))
    for seq, at_ms in said.order_by("seq").values_list("seq", "at_ms"):
        yield {"match": str(tenure.match), "seq": seq, "at": rfc3339(at_ms), "text": texts.get(seq)}
