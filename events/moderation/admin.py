"""The operator's pages of this app."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path

from events.base.admin import ReadOnly
from events.base.clock import now_ms
from events.base.player_names import name_key
from events.moderation.evidence import described
from events.moderation.services import appeal_answer, sanction_end, sanction_impose
from events.timers.registry import DAY_MS
from events.users.models import Player, Sanction


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    list_display = ("name", "is_active", "is_staff", "is_auditor", "created_at")
    list_filter = ("is_active", "is_staff")
    search_fields = ("name",)
    fields = ("id", "name", "language", "is_active", "is_staff", "is_auditor", "created_at")

    def get_urls(self) -> list[Any]:
        """Returns the URLs of the pages of a player, and of the page that compares the player with another player."""
        own = path("<uuid:player_id>/with/<str:name>/", self.admin_site.admin_view(self.compare), name="player_with")
        return [own, *super().get_urls()]

    def compare(self, request: HttpRequest, player_id: UUID, name: str) -> HttpResponse:
        """Shows the evidence about two players from their logs, as plain text."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        one = get_object_or_404(Player, pk=player_id)
        other = get_object_or_404(Player, name_key=name_key(name))
        return HttpResponse("\n".join(described(one, other)) + "\n", content_type="text/plain; charset=utf-8")


class SanctionForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form for a new sanction. days: the duration; empty: until the operator ends the sanction."""

    name = forms.CharField(max_length=40, label="Name of the player")
    days = forms.IntegerField(min_value=1, max_value=3650, required=False)

    class Meta:
        model = Sanction
        fields = ("kind", "reason", "text")

    def clean_name(self) -> Player:
        """Returns the player with the entered name."""
        player = Player.objects.filter(name_key=name_key(self.cleaned_data["name"]), closed_ms=None).first()
        if player is None:
            raise forms.ValidationError("Nobody has this name.")
        return player


class AnswerForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form for the answer to an appeal. `upheld` ends the sanction."""

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
        """Allows imposing a sanction."""
        return admin.ModelAdmin.has_add_permission(self, request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Allows answering an open appeal once. The form changes nothing else."""
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
        obj.pk, obj.player, obj.created_ms = made.pk, made.player, made.created_ms

    @admin.action(description="End", permissions=["change"])
    def end(self, request: HttpRequest, sanctions: QuerySet[Any]) -> None:
        """Ends sanctions."""
        for sanction in list(sanctions):
            sanction_end(sanction=sanction)
            self.note(request, sanction, "ended")
