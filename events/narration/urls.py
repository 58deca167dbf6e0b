"""The routes of matches in words."""

from __future__ import annotations

from django.urls import path

from events.http.paths import MATCH
from events.narration import views

urlpatterns = [path(f"{MATCH}/text", views.MatchText.as_view())]
