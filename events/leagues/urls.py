"""The routes of leagues."""

from __future__ import annotations

from django.urls import path

from events.http.paths import COUNT
from events.leagues import views

LEAGUE = "leagues/<uuid:league_id>"

urlpatterns = [
    path("leagues", views.Leagues.as_view(), name="leagues"),
    path(LEAGUE, views.LeagueDetail.as_view()),
    path(f"{LEAGUE}/members", views.LeagueMembers.as_view()),
    path(f"{LEAGUE}/members/<str:name>", views.LeagueMemberDetail.as_view()),
    path(f"{LEAGUE}/organisers/<str:name>", views.LeagueOrganisers.as_view()),
    path(f"{LEAGUE}/seasons", views.Seasons.as_view()),
    path(f"{LEAGUE}/seasons/{COUNT}", views.SeasonDetail.as_view()),
    path(f"{LEAGUE}/start", views.SeasonStart.as_view()),
    path(f"{LEAGUE}/cancel", views.LeagueCancel.as_view()),
]
