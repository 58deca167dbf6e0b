"""The routes of clubs."""

from __future__ import annotations

from django.urls import path

from events.clubs import views

CLUB = "clubs/<str:club>"

urlpatterns = [
    path("clubs", views.Clubs.as_view(), name="clubs"),
    path(CLUB, views.ClubDetail.as_view()),
    path(f"{CLUB}/members", views.ClubMembers.as_view()),
    path(f"{CLUB}/members/<str:name>", views.ClubMemberDetail.as_view()),
    path(f"{CLUB}/invitations", views.ClubInvitations.as_view()),
    path(f"{CLUB}/invitations/<uuid:invitation_id>", views.ClubInvitationDetail.as_view()),
    path(f"{CLUB}/defaults", views.Defaults.as_view()),
    path(f"{CLUB}/defaults/<str:game>", views.DefaultsDetail.as_view()),
    path(f"{CLUB}/ratings/<str:game>", views.ClubRatings.as_view()),
    path("club-invitations/<str:token>", views.ClubInvitationPage.as_view(), name="club_invitation"),
]
