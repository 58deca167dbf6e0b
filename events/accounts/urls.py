"""The routes of accounts."""

from __future__ import annotations

from django.urls import path

from events.accounts import calendar_views, mail_views, moderation_views, relation_views, views

urlpatterns = [
    path("players", views.Players.as_view()),
    path("players/<str:name>", views.PlayerDetail.as_view()),
    path("tokens", views.OwnTokens.as_view()),
    path("tokens/<uuid:token_id>", views.TokenDetail.as_view()),
    path("me", views.Me.as_view(), name="me"),
    path("me/decisions", views.Decisions.as_view()),
    path("email-confirmations", mail_views.EmailConfirmations.as_view()),
    path("email-confirmations/confirm", mail_views.EmailConfirm.as_view()),
    path("password-resets", mail_views.PasswordResets.as_view()),
    path("password-resets/confirm", mail_views.PasswordResetConfirm.as_view()),
    path("me/reports", moderation_views.Reports.as_view()),
    path("me/relations", relation_views.Relations.as_view()),
    path("me/relations/<str:name>", relation_views.RelationDetail.as_view()),
    path("me/calendar", calendar_views.OwnCalendar.as_view()),
    path("calendars/<str:token>", calendar_views.CalendarFile.as_view()),
    path("me/export", views.AccountExport.as_view()),
    path("me/export/matches", views.MatchesExport.as_view()),
]
