"""The routes of streams."""

from __future__ import annotations

from django.urls import path

from events.http.paths import MATCH
from events.streams import views

urlpatterns = [
    path("me/stream", views.PlayerStream.as_view()),
    path("stream-tickets", views.StreamTickets.as_view()),
    path(f"{MATCH}/stream", views.MatchStream.as_view()),
]
