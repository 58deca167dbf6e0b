"""The routes of bot accounts."""

from __future__ import annotations

from django.urls import path

from events.bot_accounts import views

urlpatterns = [
    path("bots", views.Bots.as_view(), name="bots"),
    path("bots/decisions", views.BotDecisions.as_view()),
    path("bots/decisions/stream", views.BotDecisionStream.as_view()),
    path("bots/<str:name>", views.BotDetail.as_view()),
    path("bots/<str:name>/tokens", views.BotTokens.as_view()),
]
