"""The operator's pages of this app."""

from __future__ import annotations

from django.contrib import admin

from events.base.admin import ReadOnly, ending
from events.tournaments.lifecycle import tournament_cancel
from events.tournaments.models import Tournament


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    list_display = ("title", "game", "format", "status", "visibility", "organiser")
    list_filter = ("game", "format", "status")
    list_select_related = ("organiser",)
    search_fields = ("title",)
    ordering = ("-created_ms",)
    fields = ("title", "game", "format", "status", "visibility", "organiser", "club", "settings", "round", "created_ms")
    actions = (
        ending("Cancel the tournament", lambda pk, operator: tournament_cancel(tournament_id=pk, player=operator)),
    )
