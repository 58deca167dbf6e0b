"""The parts that the operator's pages share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from events.base.exceptions import Problem

Action = Callable[["ReadOnly", HttpRequest, QuerySet[Any]], None]


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """A read-only table; every change is an action, which leaves an entry in the operator's history."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Allows the actions of a list; the form of a row has no fields to change."""
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def note(self, request: HttpRequest, row: Any, text: str) -> None:
        """Writes who did what into Django's history of the operator's pages."""
        self.log_change(request, row, text)


def ending(name: str, end: Callable[[UUID, Any], object]) -> Action:
    """Returns an action that ends the selected rows, as their organiser would."""

    @admin.action(description=name, permissions=["change"])
    def end_all(self: ReadOnly, request: HttpRequest, rows: QuerySet[Any]) -> None:
        for row in list(rows):
            try:
                end(row.pk, request.user)
            except Problem:
                continue  # it has ended meanwhile
            self.note(request, row, "ended")

    return end_all
