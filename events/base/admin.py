"""The shared parts of the admin pages."""

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
    """An admin page of a read-only table. Changes are made by actions, which add entries to Django's admin history."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Returns True, which enables the actions of a list. The form of a row has no editable fields."""
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def note(self, request: HttpRequest, row: Any, text: str) -> None:
        """Writes an action of the operator to Django's admin history."""
        self.log_change(request, row, text)


def ending(name: str, end: Callable[[UUID, Any], object]) -> Action:
    """Returns an admin action that ends the selected rows, as their organiser can."""

    @admin.action(description=name, permissions=["change"])
    def end_all(self: ReadOnly, request: HttpRequest, rows: QuerySet[Any]) -> None:
        for row in list(rows):
            try:
                end(row.pk, request.user)
            except Problem:
                continue  # the row has ended meanwhile
            self.note(request, row, "ended")

    return end_all
