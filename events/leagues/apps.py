"""The app of `events.leagues`."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "events.leagues"

    def ready(self) -> None:
        from events.base.signals import deactivated, tournament_ended

        deactivated.connect(_look_at_organised, dispatch_uid="leagues.organised")
        tournament_ended.connect(_look_at_season, dispatch_uid="leagues.season")


def _look_at_organised(players: Collection[UUID], **_: Any) -> None:
    from events.leagues.models import League
    from events.leagues.services import league_schedule

    for league in League.objects.filter(organiser__in=players, status="open"):
        league_schedule(league.pk)


def _look_at_season(tournament: UUID, **_: Any) -> None:
    from events.leagues.models import Division
    from events.leagues.services import league_schedule

    for league in Division.objects.filter(tournament=tournament).values_list("season__league", flat=True):
        league_schedule(league)
