"""The operator's pages of this app."""

from __future__ import annotations

from django.contrib import admin
from django.utils.html import format_html_join

from events.base.admin import ReadOnly, ending
from events.clubs.models import Club, ClubMember
from events.clubs.services import club_dissolve


@admin.register(Club)
class ClubAdmin(ReadOnly):
    list_display = ("name", "is_private", "created_ms")
    list_filter = ("is_private",)
    search_fields = ("name",)
    ordering = ("-created_ms",)
    fields = ("name", "about", "is_private", "created_ms", "who_is_there")
    actions = (ending("End the club", lambda pk, operator: club_dissolve(club_id=pk, player=operator)),)

    @admin.display(description="who is there")
    def who_is_there(self, club: Club) -> str:
        """Returns the players of the club with their roles, the leaders first."""
        members = club.members.select_related("player").order_by("since_ms", "pk")
        order = list(ClubMember.Role.values)
        lines = sorted(members, key=lambda member: order.index(member.role))
        return format_html_join("", "<div>{}: {}</div>", ((member.player.name, member.role) for member in lines))
