"""The routes of the API, version 1; middleware strips trailing slashes before Django resolves a path."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [
    path("", include("events.matches.urls")),
    path("", include("events.accounts.urls")),
    path("", include("events.clubs.urls")),
    path("", include("events.leagues.urls")),
    path("", include("events.streams.urls")),
    path("", include("events.moderation.urls")),
    path("", include("events.narration.urls")),
    path("", include("events.notifications.urls")),
    path("", include("events.oauth.urls")),
    path("", include("events.match_history.urls")),
    path("", include("events.passkeys.urls")),
    path("", include("events.bot_accounts.urls")),
    path("", include("events.proofs.urls")),
    path("", include("events.ratings.urls")),
    path("", include("events.replays.urls")),
    path("", include("events.tournaments.urls")),
]
