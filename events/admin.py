"""The operator's pages: reports, players, words that can be withdrawn, and the log, which is only for reading.

Hidden parts of events, secrets and seeds are on no page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.db.models import QuerySet
from django.http import HttpRequest
from oauth2_provider.models import AccessToken, Application, Grant, IDToken, RefreshToken

from events.accounts.moderation import player_reinstate, player_suspend, report_resolve
from events.base.exceptions import NotFound
from events.base.player_names import name_key
from events.http.throttles import PASSWORD, SIGN_IN, address_of, spend, spend_hash
from events.matches.lobby.seats import message_withdraw
from events.models import ActionEvent, Match, Player, Report, Withdrawable
from events.models.moderation import Reason

Action = Callable[["ReadOnly", HttpRequest, QuerySet[Any]], None]


class SignIn(AdminAuthenticationForm):
    """The form by which an operator signs in; it shares the limits of an address and of attempts at a password."""

    def clean(self) -> dict[str, Any]:
        """Counts the attempt before it compares anything. Raises RateLimited, which becomes the response."""
        spend(self.request, SIGN_IN, address_of(self.request))
        spend_hash(self.request)
        spend(self.request, PASSWORD, name_key(self.cleaned_data.get("username") or ""))
        return super().clean()


admin.site.login_form = SignIn


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows to look at; what can be done with them are actions, and each leaves an entry in the operator's history."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only the actions of a list need it; the form of a row stays without fields to change."""
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def note(self, request: HttpRequest, row: Any, text: str) -> None:
        """Writes who did what into Django's history of the operator's pages."""
        self.log_change(request, row, text)


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
        """The bytes that are hashed, which everybody may read."""
        return bytes(event.core).decode()


def withdrawing(reason: str) -> Action:
    """An action that withdraws words for a reason."""

    @admin.action(description=f"Withdraw: {Reason(reason).label.lower()}", permissions=["change"])
    def withdraw(self: ReadOnly, request: HttpRequest, rows: QuerySet[Any]) -> None:
        for row in list(rows.filter(path="text")):
            try:
                message_withdraw(match_id=row.match_id, seq=row.seq, reason=reason)
            except NotFound:
                continue  # another operator was faster
            self.note(request, row, f"withdrawn: {reason}")

    withdraw.__name__ = f"withdraw_{reason}"
    return withdraw


@admin.register(Withdrawable)
class WordsAdmin(ReadOnly):
    list_display = ("match_id", "seq", "value")
    search_fields = ("match__id",)
    ordering = ("-pk",)
    fields = ("match", "seq", "value")
    actions = tuple(withdrawing(reason) for reason in Reason.values)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Messages; other parts that could be withdrawn are not the operator's to read."""
        return super().get_queryset(request).filter(path="text")


@admin.register(Report)
class ReportAdmin(ReadOnly):
    list_display = ("id", "state", "reason", "reported", "match_id", "seq", "text")
    list_filter = ("state", "reason")
    list_select_related = ("reported",)
    ordering = ("-pk",)
    fields = ("reporter", "reported", "match", "seq", "reason", "text", "state", "created_ms", "resolved_ms")
    actions = ("uphold", "dismiss")

    @admin.action(description="Uphold: withdraw the words", permissions=["change"])
    def uphold(self, request: HttpRequest, reports: QuerySet[Any]) -> None:
        """Ends reports that are right."""
        self._resolve(request, reports, upheld=True)

    @admin.action(description="Dismiss", permissions=["change"])
    def dismiss(self, request: HttpRequest, reports: QuerySet[Any]) -> None:
        """Ends reports that are not."""
        self._resolve(request, reports, upheld=False)

    def _resolve(self, request: HttpRequest, reports: QuerySet[Any], upheld: bool) -> None:
        for report in list(reports):
            report_resolve(report=report, upheld=upheld)
            self.note(request, report, "upheld" if upheld else "dismissed")


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    list_display = ("name", "is_active", "is_staff", "is_auditor", "created_at")
    list_filter = ("is_active", "is_staff")
    search_fields = ("name",)
    fields = ("id", "name", "language", "is_active", "is_staff", "is_auditor", "created_at")
    actions = ("suspend", "reinstate")

    @admin.action(description="Suspend", permissions=["change"])
    def suspend(self, request: HttpRequest, players: QuerySet[Any]) -> None:
        """Ends the tokens of players and keeps them from signing in."""
        for player in list(players):
            player_suspend(player=player)
            self.note(request, player, "suspended")

    @admin.action(description="Reinstate", permissions=["change"])
    def reinstate(self, request: HttpRequest, players: QuerySet[Any]) -> None:
        """Ends suspensions."""
        for player in list(players):
            player_reinstate(player=player)
            self.note(request, player, "reinstated")


# The toolkit's own pages show more than an operator needs; they revoke an app by suspending its author.
for _model in (AccessToken, Application, Grant, IDToken, RefreshToken):
    admin.site.unregister(_model)
