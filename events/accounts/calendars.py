"""A player's calendar as iCalendar (RFC 5545): deadlines at tables, and the starts of tournaments and seasons.

Calendar programs send no token, so the address is the secret. The address is signed and contains the number of the
player's former addresses, so a new address invalidates all former addresses. The calendar contains no cards and no
names of other players.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import urlsplit
from uuid import UUID

from django.core import signing
from django.db.models import F
from icalendar import Calendar, Event

from events.accounts.serializers.profiles import CalendarOut
from events.base.exceptions import NotFound
from events.base.texts import texts_of
from events.leagues.selectors import seasons_ahead
from events.matches.table.open_decisions import open_decisions
from events.tournaments.models import Tournament
from events.tournaments.selectors import entries_held
from events.users.models import Player
from games import registry
from games.kernel.words.texts import texts

MOST = 200
SIGNER = signing.Signer(salt="events.accounts:calendar")
PRODUCT = "-//Comptoir//Calendar 1//EN"


def calendar_link(player: Player, site: str) -> CalendarOut:
    """Returns the address of a player's calendar. site: the address of the server, with a trailing slash."""
    token = SIGNER.sign_object([player.pk.hex, player.calendars_ended])
    return {"url": f"{site}api/v1/calendars/{token}"}


def calendar_renew(player: Player, site: str) -> CalendarOut:
    """Revokes the address of a player's calendar and returns the new address."""
    Player.objects.filter(pk=player.pk).update(calendars_ended=F("calendars_ended") + 1)
    return calendar_link(Player.objects.get(pk=player.pk), site)


def calendar_of(token: str, site: str) -> bytes:
    """Returns the calendar at an address, with links to the site. Raises NotFound for unknown or revoked addresses."""
    try:
        id, ended = SIGNER.unsign_object(token)
    except (signing.BadSignature, ValueError):
        raise NotFound() from None
    player = Player.objects.filter(pk=UUID(id), is_active=True, calendars_ended=ended).first()
    if player is None:
        raise NotFound()
    words = texts_of("calendar")[player.language]
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", words["name"].format(name=player.name))
    for event in (*_deadlines(player, site), *_tournaments(player, site), *_seasons(player, site)):
        calendar.add_component(event)
    content: bytes = calendar.to_ical()
    return content


def _deadlines(player: Player, site: str) -> Iterator[Event]:
    """Yields the deadline of each table that waits for the player."""
    words = texts_of("calendar")[player.language]
    for line in open_decisions(player, MOST):
        if line["deadline"] is None:
            continue
        title = texts(registry.get(line["game"]).package, player.language)["title"]
        since = _moment(line["since"])
        yield _event(
            f"{line['match']}-{line['prompt']}",
            _moment(line["deadline"]),
            since,
            words["turn"].format(game=title),
            words["turn_text"].format(since=f"{since:%Y-%m-%d %H:%M} UTC"),
            f"{site}m/{line['match']}",
        )


def _tournaments(player: Player, site: str) -> Iterator[Event]:
    """Yields the starts of the tournaments that the player has entered."""
    words = texts_of("calendar")[player.language]
    mine = entries_held(player).values("tournament")
    waiting = Tournament.objects.filter(pk__in=mine, status=Tournament.Status.OPEN, starts_ms__isnull=False)
    for tournament in waiting.order_by("starts_ms", "pk")[:MOST]:
        starts = _at(tournament.starts_ms or 0)
        text = words["evening_check_in" if tournament.settings.get("check_in") else "evening_text"]
        yield _event(
            str(tournament.pk),
            starts,
            _at(tournament.created_ms),
            words["evening"].format(name=tournament.title),
            text,
            f"{site}tournaments/{tournament.pk}",
        )


def _seasons(player: Player, site: str) -> Iterator[Event]:
    """Yields the starts of the seasons of the player's leagues."""
    words = texts_of("calendar")[player.language]
    for season in seasons_ahead(player)[:MOST]:
        league = season.league
        yield _event(
            f"{league.pk}-{season.number}",
            _at(season.starts_ms or 0),
            _at(league.created_ms),
            words["season"].format(name=league.title, number=season.number),
            words["season_text"],
            f"{site}leagues/{league.pk}",
        )


def _event(uid: str, at: datetime, written: datetime, title: str, text: str, url: str) -> Event:
    event = Event()
    event.add("uid", f"{uid}@{urlsplit(url).netloc}")
    event.add("dtstamp", written)
    event.add("dtstart", at)
    event.add("summary", title)
    event.add("description", text)
    event.add("url", url)
    return event


def _at(ms: int) -> datetime:
    return datetime.fromtimestamp(ms // 1000, UTC)


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at.replace("Z", "+00:00")).replace(microsecond=0)
