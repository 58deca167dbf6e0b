"""The admin pages of this app."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from events.base.admin import Action, ReadOnly
from events.base.exceptions import NotFound
from events.log.models import Withdrawable
from events.matches.lobby.seats import message_withdraw
from events.users.models import ModerationReason


def withdrawing(reason: str) -> Action:
    """Returns an admin action that withdraws texts for a reason."""

    @admin.action(description=f"Withdraw: {ModerationReason(reason).label.lower()}", permissions=["change"])
    def withdraw(self: ReadOnly, request: HttpRequest, rows: QuerySet[Any]) -> None:
        for row in list(rows.filter(path="text")):
            try:
                message_withdraw(match_id=row.match_id, seq=row.seq, reason=reason)
            except NotFound:
                continue  # another operator has already withdrawn this text
            self.note(request, row, f"withdrawn: {reason}")

    withdraw.__name__ = f"withdraw_{reason}"
    return withdraw


@admin.register(Withdrawable)
class WordsAdmin(ReadOnly):
    list_display = ("match_id", "seq", "value")
    search_fields = ("match__id",)
    ordering = ("-pk",)
    fields = ("match", "seq", "value")
    actions = tuple(withdrawing(reason) for reason in ModerationReason.values)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Returns only messages; operators may not read other withdrawable parts."""
        return super().get_queryset(request).filter(path="text")
