"""The routes of players' results."""

from __future__ import annotations

from django.urls import path

from events.match_history import views

urlpatterns = [path("players/<str:name>/results/<str:game>", views.PlayerResults.as_view())]
