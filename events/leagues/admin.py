"""The operator's pages of this app."""

from __future__ import annotations

from django.contrib import admin

from events.base.admin import ReadOnly, ending
from events.leagues.models import League
from events.leagues.seasons import league_cancel


@admin.register(League)
class LeagueAdmin(ReadOnly):
    list_display = ("title", "game", "status", "visibility", "organiser")
    list_filter = ("game", "status")
    list_select_related = ("organiser",)
    search_fields = ("title",)
    fields = ("title", "game", "status", "visibility", "organiser", "club", "settings", "sizes", "moving", "pause_days")
    actions = (ending("End the league", lambda pk, operator: league_cancel(league_id=pk, player=operator)),)
