"""The admin pages of this app."""

from __future__ import annotations

from django.contrib import admin

from events.base.admin import ReadOnly
from events.log.models import ActionEvent, Match


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("id", "game", "status", "visibility", "head_seq")
    list_filter = ("game", "status")
    search_fields = ("id",)
    fields = ("id", "game", "rules_version", "options", "status", "visibility", "clock", "head_seq", "standings")


@admin.register(ActionEvent)
class EventAdmin(ReadOnly):
    list_display = ("match_id", "seq", "type", "seat", "at_ms")
    list_filter = ("type",)
    search_fields = ("match__id",)
    ordering = ("-pk",)
    fields = ("match", "seq", "type", "seat", "at_ms", "public_part")

    @admin.display(description="public part")
    def public_part(self, event: ActionEvent) -> str:
        """Returns the hashed bytes of the event, which are public."""
        return bytes(event.core).decode()
