"""The operator's pages of this app."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join

from events.accounts.moderation import report_resolve
from events.base.admin import ReadOnly
from events.moderation.evidence import described
from events.moderation.models import Report


@admin.register(Report)
class ReportAdmin(ReadOnly):
    list_display = ("id", "state", "reason", "reported", "match_id", "seq", "text")
    list_filter = ("state", "reason")
    list_select_related = ("reported",)
    ordering = ("-pk",)
    fields = (
        "reporter",
        "reported",
        "match",
        "seq",
        "reason",
        "text",
        "state",
        "created_ms",
        "resolved_ms",
        "logs_show",
    )
    actions = ("uphold", "dismiss")

    @admin.display(description="what the logs show of the two")
    def logs_show(self, report: Report) -> str:
        """Returns the evidence of the matches between the reporter and the reported player.

        `/admin/users/player/<id>/with/<name>/` shows the evidence for any two players.
        """
        return format_html_join("", "<div>{}</div>", ((line,) for line in described(report.reported, report.reporter)))

    @admin.action(description="Uphold: withdraw the words", permissions=["change"])
    def uphold(self, request: HttpRequest, reports: QuerySet[Any]) -> None:
        """Ends reports as justified."""
        self._resolve(request, reports, upheld=True)

    @admin.action(description="Dismiss", permissions=["change"])
    def dismiss(self, request: HttpRequest, reports: QuerySet[Any]) -> None:
        """Ends reports as unjustified."""
        self._resolve(request, reports, upheld=False)

    def _resolve(self, request: HttpRequest, reports: QuerySet[Any], upheld: bool) -> None:
        for report in list(reports):
            report_resolve(report=report, upheld=upheld)
            self.note(request, report, "upheld" if upheld else "dismissed")
