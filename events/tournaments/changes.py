"""Changes of a tournament that has not begun. The settings in `AGREED` can change only before anybody else enters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from events.base.exceptions import FieldError, Malformed
from events.base.policies import policies_of
from events.tournaments.creation import TournamentRequest, checked_options, deal_commits, wakes_ms
from events.tournaments.errors import EntrantsHaveAgreed
from events.tournaments.lifecycle import append, lock, require_open, require_organiser, start_if_full
from events.tournaments.models import Entry, Tournament
from events.tournaments.notifications import news_notify
from events.tournaments.pairing import has_fixed_rounds
from events.tournaments.rules import AGREED
from events.tournaments.selectors import state_of
from events.tournaments.state import TournamentState
from events.users.models import Player

COLUMNS = ("title", "starts_at")
"""The members of a change that are columns of the tournament instead of settings."""


def tournament_change(*, tournament_id: UUID, player: Player, changes: Mapping[str, Any]) -> Tournament:
    """Changes some settings of a tournament and notifies the entrants. changes: members of `POST /tournaments`.

    Raises TournamentNotOpen, EntrantsHaveAgreed, Malformed with the pointers of all errors.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        require_organiser(tournament, player)
        require_open(tournament)
        before = _settings(tournament)
        request = _request(tournament, before, changes)
        after = {**_settings_of(request), "options": checked_options(request)}
        changed = sorted(name for name in after if after[name] != before[name])
        if changed:
            state = state_of(tournament)
            others = Entry.objects.filter(tournament=tournament, withdrawn=False).exclude(player=player)
            if AGREED & {*changed} and others.exists():
                raise EntrantsHaveAgreed(params={"names": ", ".join(sorted(AGREED & {*changed}))})
            if errors := list(_errors(request, state, others)):
                raise Malformed(*errors)
            _write(tournament, request, after, changed, _commits(tournament, request, state))
            news_notify(tournament, "changed", excluded=[player.pk])
    return tournament


def _settings(tournament: Tournament) -> dict[str, Any]:
    """Returns the settings that may change, by their names in the request."""
    usual = _settings_of(TournamentRequest("", "", 2, "", 2))
    columns = {"title": tournament.title, "starts_at": tournament.starts_ms}
    return {**usual, **{name: tournament.settings[name] for name in usual if name in tournament.settings}, **columns}


def _settings_of(request: TournamentRequest) -> dict[str, Any]:
    """Returns the settings of a request, by their names in the request."""
    left_out = ("visibility", "invited")
    settings = {name: value for name, value in request._asdict().items() if name not in left_out}
    return {
        **settings,
        "scoring": request.scoring or "places",
        "clock": dict(request.clock),
        "tie_breaks": list(request.tie_breaks or ()),
    }


def _request(tournament: Tournament, before: Mapping[str, Any], changes: Mapping[str, Any]) -> TournamentRequest:
    """Returns the request for the changed tournament. Omits the number of rounds if it follows from the entries."""
    wanted = {**before, **changes}
    if "rounds" not in changes and has_fixed_rounds(wanted["format"], wanted["seats"]):
        wanted["rounds"] = None
    if {"starts_at", "weekly_in"} & {*changes}:  # the weekly series continues from the new starting time
        wanted["weekly_from"] = wanted["starts_at"] if wanted["weekly_in"] else None
    if "game" in changes and "options" not in changes and changes["game"] != before["game"]:
        wanted["options"] = {}
    return TournamentRequest(**wanted, visibility=tournament.visibility)


def _errors(request: TournamentRequest, state: TournamentState, others: Any) -> Iterator[FieldError]:
    if request.max_players < len(state.entered):
        yield FieldError("/max_players", "out_of_range")
    committed = len(state.settings["deal_commits"])
    if request.duplicate and state.entered and request.most_deals > committed:
        yield FieldError(
            "/max_players" if has_fixed_rounds(request.format, request.seats) else "/rounds", "out_of_range"
        )
    bots = others.exclude(policy="").values_list("policy", flat=True)
    if not {*bots} <= {*policies_of(request.game)}:
        yield FieldError("/game", "not_an_option")


def _commits(tournament: Tournament, request: TournamentRequest, state: TournamentState) -> dict[str, Any]:
    """Returns the new commitments if more deals have become possible. This happens only before anybody enters."""
    commits = deal_commits(tournament, request)
    return {"deal_commits": commits} if len(commits) > len(state.settings["deal_commits"]) else {}


def _write(
    tournament: Tournament,
    request: TournamentRequest,
    after: Mapping[str, Any],
    changed: list[str],
    commits: Mapping[str, Any],
) -> None:
    chosen = {name: after[name] for name in changed if name not in COLUMNS}
    tournament.title, tournament.game, tournament.format = request.title, request.game, request.format
    tournament.starts_ms, tournament.settings = request.starts_at, {**tournament.settings, **chosen}
    if {"starts_at", "check_in"} & {*changed}:
        tournament.wakes_ms = wakes_ms(request)
    tournament.save(update_fields=["title", "game", "format", "starts_ms", "settings", "wakes_ms"])
    starts = {"starts_ms": request.starts_at} if "starts_at" in changed else {}
    append(tournament, "tournament.changed", by="organiser", changed=changed, settings={**chosen, **starts, **commits})
    start_if_full(tournament)
