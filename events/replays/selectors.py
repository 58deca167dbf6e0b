"""Replays, which are the same for everybody with a link."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from events.base.clock import utc
from events.base.exceptions import NotFound
from events.log.access import Viewer
from events.log.delays import match_known
from events.log.match_state.rules import game_of
from events.log.models import Match
from events.matches.lobby.match_detail import match_detail
from events.matches.record.table_views import table_view
from events.matches.record.visible_events import events_for
from events.matches.table.sentences import seat_names
from events.narration.captions import captions
from events.replays.models import Analysis, ReplayLink
from events.replays.serializers import CaptionList, ReplayEventsOut, ReplayHead, ReplayLinkOut, ReplayOut
from events.users.models import Player
from games.kernel.words.texts import texts


def analysis_stage(match: Match, player: Player) -> str | None:
    """Returns the stage of a player's analysis of a match; None if they have not asked for one."""
    analyses = Analysis.objects.filter(match=match, player=player, is_of_deal=False)
    return analyses.values_list("status", flat=True).first()


def replay_link_of(token: str) -> ReplayLink:
    """Returns the link with this token.

    Raises NotFound if it is unknown or revoked, or while spectators do not see the end yet.
    """
    link = ReplayLink.objects.select_related("match").filter(token=token).first()
    if link is None or match_known(link.match, None, None).head_seq < link.seq:
        raise NotFound()
    return link


def replay_links_of(match: Match, player: Player, pages: str) -> list[ReplayLinkOut]:
    """Returns the player's links to the replay of a match, the oldest first."""
    return [
        replay_link_json(link, pages) for link in ReplayLink.objects.filter(match=match, player=player).order_by("pk")
    ]


def replay_link_json(link: ReplayLink, pages: str) -> ReplayLinkOut:
    """Returns a link for its maker. pages: the address of the replay pages at the host that the maker used."""
    return {
        "id": str(link.pk),
        "token": link.token,
        "url": f"{pages}{link.token}",
        "as": "spectator" if link.seat is None else "me",
        "seat": link.seat,
        "created_at": utc(link.created_at),
    }


def replay(link: ReplayLink) -> ReplayOut:
    """Returns the head of a replay. It can change, because players may change their names or delete their accounts."""
    detail = cast(dict[str, Any], match_detail(link.match))
    head = {name: detail[name] for name in ReplayHead.__annotations__}
    return {
        "match": str(link.match_id),
        "seat": link.seat,
        "seq": link.seq,
        "created_at": utc(link.created_at),
        "head": cast(ReplayHead, head),
    }


def replay_events(link: ReplayLink) -> ReplayEventsOut:
    """Returns the table after event 0 and the events up to the end of the match; they never change."""
    view = table_view(link.match, Viewer(link.seat), 0)
    return cast(
        ReplayEventsOut,
        {"match": str(link.match_id), "viewer": link.seat, "view": view, "items": list(_events(link))},
    )


def _events(link: ReplayLink) -> Iterator[dict[str, Any]]:
    """Yields the events as the audience saw them.

    The texts of messages are left out, because withdrawable texts must not be cached.
    """
    for event in events_for(link.match, Viewer(link.seat), upto=link.seq):
        if event["type"] == "message":
            event = {**event, "cells": []}
            event.pop("text", None)
        yield event


def replay_sentences(link: ReplayLink, language: str) -> dict[str, Any]:
    """Returns the events in sentences of one language, with the title of the game and the names of the players."""
    names = seat_names(link.match, language)
    sentences = captions(link.match, Viewer(link.seat), _events(link), {language: names})
    return {
        "title": texts(game_of(link.match).package, language)["title"],
        "names": names,
        "captions": [{"seq": caption["seq"], "text": caption[language]} for caption in sentences],  # type: ignore[literal-required]
    }


def replay_captions(link: ReplayLink) -> CaptionList:
    """Returns the events in sentences of both languages, which name seats by their numbers; they never change."""
    return {"items": list(captions(link.match, Viewer(link.seat), _events(link)))}
