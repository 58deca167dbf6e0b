"""The routes of replays, forks, analyses and luck."""

from __future__ import annotations

from django.urls import path

from events.http.paths import MATCH
from events.replays import coach_views, fork_views, views

urlpatterns = [
    path("replays/<str:token>", views.Replay.as_view()),
    path("replays/<str:token>/events", views.ReplayEvents.as_view()),
    path("replays/<str:token>/captions", views.ReplayCaptions.as_view()),
    path(f"{MATCH}/forks", fork_views.Forks.as_view()),
    path(f"{MATCH}/replay-links", views.ReplayLinks.as_view()),
    path(f"{MATCH}/replay-links/<uuid:link_id>", views.ReplayLinkDetail.as_view()),
    path(f"{MATCH}/analysis", coach_views.Analyses.as_view()),
    path("players/<str:name>/luck/<str:game>", coach_views.PlayerLuck.as_view()),
]
