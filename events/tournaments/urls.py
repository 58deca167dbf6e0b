"""The routes of tournaments."""

from __future__ import annotations

from django.urls import path

from events.http.paths import NUMBER
from events.tournaments import organiser_views, team_views, views

TOURNAMENT = "tournaments/<uuid:tournament_id>"

urlpatterns = [
    path("tournaments", views.Tournaments.as_view(), name="tournaments"),
    path(TOURNAMENT, views.TournamentDetail.as_view()),
    path(f"{TOURNAMENT}/entries", views.Entries.as_view()),
    path(f"{TOURNAMENT}/entries/{NUMBER}", views.EntryDetail.as_view()),
    path(f"{TOURNAMENT}/entries/{NUMBER}/substitute", views.Substitute.as_view()),
    path(f"{TOURNAMENT}/entries/{NUMBER}/check-in", views.CheckIn.as_view()),
    path(f"{TOURNAMENT}/entries/{NUMBER}/members", team_views.TeamMembers.as_view()),
    path(f"{TOURNAMENT}/entries/{NUMBER}/members/<str:name>", team_views.TeamMemberDetail.as_view()),
    path(f"{TOURNAMENT}/start", views.TournamentStart.as_view()),
    path(f"{TOURNAMENT}/cancel", views.TournamentCancel.as_view()),
    path(f"{TOURNAMENT}/organisers/<str:name>", organiser_views.Organisers.as_view()),
    path(f"{TOURNAMENT}/messages", organiser_views.TournamentMessages.as_view()),
    path(f"{TOURNAMENT}/messages/{NUMBER}", organiser_views.TournamentMessageDetail.as_view()),
    path(f"{TOURNAMENT}/cancel-votes", organiser_views.CancelVotes.as_view()),
    path(f"{TOURNAMENT}/rounds", views.Rounds.as_view()),
    path(f"{TOURNAMENT}/deals", views.Deals.as_view()),
    path(f"{TOURNAMENT}/export", views.TournamentExport.as_view()),
]
