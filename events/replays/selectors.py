"""Replays as everybody who has a link sees them. Nothing in them depends on who looks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from events.base.clock import utc
from events.base.exceptions import NotFound
from events.log.access import Viewer
from events.log.delays import match_known
from events.log.states import game_of
from events.matches.lobby.match_detail import match_detail
from events.matches.record.table_views import table_view
from events.matches.record.visible_events import events_for
from events.matches.table.sentences import seat_names
from events.models import Match, Player, ReplayLink
from events.narration.captions import captions
from events.replays.shapes import CaptionList, ReplayEventsOut, ReplayHead, ReplayLinkOut, ReplayOut
from games.kernel.words.texts import texts


def replay_link_of(token: str) -> ReplayLink:
    """The link with this token; raises NotFound if it is unknown or revoked, or while spectators see no end yet."""
    link = ReplayLink.objects.select_related("match").filter(token=token).first()
    if link is None or match_known(link.match, None, None).head_seq < link.seq:
        raise NotFound()
    return link


def replay_links_of(match: Match, player: Player, pages: str) -> list[ReplayLinkOut]:
    """The player's links to the replay of a match, the oldest first."""
    return [
        replay_link_json(link, pages) for link in ReplayLink.objects.filter(match=match, player=player).order_by("pk")
    ]


def replay_link_json(link: ReplayLink, pages: str) -> ReplayLinkOut:
    """A link as its maker sees it. pages: where the pages of replays are, as the maker reaches this server."""
    return {
        "id": str(link.pk), "token": link.token, "url": f"{pages}{link.token}",
        "as": "spectator" if link.seat is None else "me", "seat": link.seat, "created_at": utc(link.created_at),
    }  # fmt: skip


def replay(link: ReplayLink) -> ReplayOut:
    """What a replay is about. It names players, who may change their names or leave, so it can change."""
    detail = cast(dict[str, Any], match_detail(link.match))
    head = {name: detail[name] for name in ReplayHead.__annotations__}
    return {
        "match": str(link.match_id), "seat": link.seat, "seq": link.seq, "created_at": utc(link.created_at),
        "head": cast(ReplayHead, head),
    }  # fmt: skip


def replay_events(link: ReplayLink) -> ReplayEventsOut:
    """The table after event 0 and the events up to the end of the match; they never change."""
    view = table_view(link.match, Viewer(link.seat), 0)
    return cast(
        ReplayEventsOut,
        {"match": str(link.match_id), "viewer": link.seat, "view": view, "items": list(_events(link))},
    )


def _events(link: ReplayLink) -> Iterator[dict[str, Any]]:
    """The events as the audience saw them, without words at the table: what can be withdrawn must not be cached."""
    for event in events_for(link.match, Viewer(link.seat), upto=link.seq):
        if event["type"] == "message":
            event = {**event, "cells": []}
            event.pop("text", None)
        yield event


def replay_sentences(link: ReplayLink, language: str) -> dict[str, Any]:
    """The events in sentences of one language, with the title of the game and the names of the players."""
    names = seat_names(link.match, language)
    sentences = captions(link.match, Viewer(link.seat), _events(link), {language: names})
    return {
        "title": texts(game_of(link.match).package, language)["title"], "names": names,
        "captions": [{"seq": caption["seq"], "text": caption[language]} for caption in sentences],  # type: ignore[literal-required]
    }  # fmt: skip


def replay_captions(link: ReplayLink) -> CaptionList:
    """The events in sentences of both languages, which call seats by their number; they never change."""
    return {"items": list(captions(link.match, Viewer(link.seat), _events(link)))}
