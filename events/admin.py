"""The operator's pages: reports, players, their clubs, leagues and tournaments, words that can be withdrawn, the log.

Hidden parts of events, secrets and seeds are on no page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.html import format_html_join
from oauth2_provider.models import AccessToken, Application, Grant, IDToken, RefreshToken

from events.accounts.moderation import report_resolve
from events.base.clock import now_ms
from events.base.exceptions import LeagueOver, NotFound, TournamentOver
from events.base.player_names import name_key
from events.clubs.services import club_dissolve
from events.http.auth import forget_player
from events.http.throttles import PASSWORD, SIGN_IN, address_of, spend, spend_hash
from events.leagues.seasons import league_end
from events.matches.lobby.seats import message_withdraw
from events.models import (
    ActionEvent,
    Club,
    ClubMember,
    League,
    Match,
    Player,
    Report,
    Sanction,
    Tournament,
    Withdrawable,
)
from events.models.moderation import Reason
from events.moderation.evidence import described
from events.moderation.services import appeal_answer, sanction_end, sanction_impose
from events.tournaments.course import tournament_cancel

DAY_MS = 86_400_000
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
    fields = (
        "reporter", "reported", "match", "seq", "reason", "text", "state", "created_ms", "resolved_ms", "logs_show",
    )  # fmt: skip
    actions = ("uphold", "dismiss")

    @admin.display(description="what the logs show of the two")
    def logs_show(self, report: Report) -> str:
        """What the matches of reporter and reported say; `/admin/events/player/<id>/with/<name>/` compares any two."""
        return format_html_join("", "<div>{}</div>", ((line,) for line in described(report.reported, report.reporter)))

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

    def get_urls(self) -> list[Any]:
        """The pages of a player, and the one that compares them with another."""
        own = path("<uuid:player_id>/with/<str:name>/", self.admin_site.admin_view(self.compare), name="player_with")
        return [own, *super().get_urls()]

    def compare(self, request: HttpRequest, player_id: UUID, name: str) -> HttpResponse:
        """What the logs show of two players, as plain text."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        one = get_object_or_404(Player, pk=player_id)
        other = get_object_or_404(Player, name_key=name_key(name))
        return HttpResponse("\n".join(described(one, other)) + "\n", content_type="text/plain; charset=utf-8")


class SanctionForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new sanction: whom, what, why, in words to the player, and for how many days (empty: until it is ended)."""

    name = forms.CharField(max_length=40, label="Name of the player")
    days = forms.IntegerField(min_value=1, max_value=3650, required=False)

    class Meta:
        model = Sanction
        fields = ("kind", "reason", "text")

    def clean_name(self) -> Player:
        """The player of that name."""
        player = Player.objects.filter(name_key=name_key(self.cleaned_data["name"]), closed_ms=None).first()
        if player is None:
            raise forms.ValidationError("Nobody has this name.")
        return player


class AnswerForm(forms.ModelForm):  # type: ignore[type-arg]
    """An answer to an appeal; `upheld` takes the sanction back."""

    upheld = forms.BooleanField(required=False, label="The appeal is right: take the sanction back")

    class Meta:
        model = Sanction
        fields = ("answer",)


@admin.register(Sanction)
class SanctionAdmin(ReadOnly):
    list_display = ("player", "kind", "reason", "created_ms", "until_ms", "ended_ms", "appealed_ms", "answered_ms")
    list_filter = (
        "kind",
        "reason",
        ("appealed_ms", admin.EmptyFieldListFilter),
        ("answered_ms", admin.EmptyFieldListFilter),
    )
    list_select_related = ("player",)
    ordering = ("-pk",)
    actions = ("end",)
    shown = ("player", "kind", "reason", "text", "created_ms", "until_ms", "ended_ms", "appeal", "appealed_ms")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A sanction is imposed here."""
        return admin.ModelAdmin.has_add_permission(self, request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """An open appeal can be answered, once; nothing else of a sanction changes in its form."""
        is_open = obj is None or (obj.appealed_ms is not None and obj.answered_ms is None)
        return is_open and admin.ModelAdmin.has_change_permission(self, request)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        return SanctionForm if obj is None else AnswerForm

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return ("name", "kind", "reason", "text", "days")
        return (*self.shown, "answer", *(("upheld",) if self.has_change_permission(request, obj) else ("answered_ms",)))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return () if obj is None else (*self.shown, "answered_ms")

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Imposes a sanction, or answers an appeal."""
        if change:
            appeal_answer(sanction=obj, text=form.cleaned_data["answer"], upheld=form.cleaned_data["upheld"])
            return
        days = form.cleaned_data["days"]
        until_ms = None if days is None else now_ms() + days * DAY_MS
        wanted = {name: form.cleaned_data[name] for name in ("kind", "reason", "text")}
        made = sanction_impose(player=form.cleaned_data["name"], until_ms=until_ms, **wanted)
        forget_player(made.player_id)
        obj.pk, obj.player, obj.created_ms = made.pk, made.player, made.created_ms

    @admin.action(description="End", permissions=["change"])
    def end(self, request: HttpRequest, sanctions: QuerySet[Any]) -> None:
        """Takes sanctions back."""
        for sanction in list(sanctions):
            sanction_end(sanction=sanction)
            self.note(request, sanction, "ended")


def ending(name: str, end: Callable[[UUID, Player], object]) -> Action:
    """An action that ends what a group of players plays in, with the same effect as by its organiser."""

    @admin.action(description=name, permissions=["change"])
    def end_all(self: ReadOnly, request: HttpRequest, rows: QuerySet[Any]) -> None:
        assert isinstance(request.user, Player)
        for row in list(rows):
            try:
                end(row.pk, request.user)
            except (NotFound, LeagueOver, TournamentOver):
                continue  # it has ended meanwhile
            self.note(request, row, "ended")

    return end_all


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
        """The players of the club with their roles, those who lead it first."""
        members = club.members.select_related("player").order_by("since_ms", "pk")
        order = list(ClubMember.Role.values)
        lines = sorted(members, key=lambda member: order.index(member.role))
        return format_html_join("", "<div>{}: {}</div>", ((member.player.name, member.role) for member in lines))


@admin.register(League)
class LeagueAdmin(ReadOnly):
    list_display = ("title", "game", "status", "visibility", "organiser")
    list_filter = ("game", "status")
    list_select_related = ("organiser",)
    search_fields = ("title",)
    fields = ("title", "game", "status", "visibility", "organiser", "club", "settings", "sizes", "moving", "pause_days")
    actions = (ending("End the league", lambda pk, operator: league_end(league_id=pk, player=operator)),)


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


# The toolkit's own pages show more than an operator needs; they revoke an app by suspending its author.
for _model in (AccessToken, Application, Grant, IDToken, RefreshToken):
    admin.site.unregister(_model)
