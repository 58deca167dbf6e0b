"""The API routes of apps. The routes of the protocol are in `project.urls`."""

from __future__ import annotations

from django.urls import path

from events.oauth import views

urlpatterns = [
    path("apps", views.Apps.as_view()),
    path("apps/<str:client_id>", views.AppDetail.as_view()),
    path("me/apps", views.SignedInApps.as_view()),
    path("me/apps/<str:client_id>", views.SignedInAppDetail.as_view()),
    path("authorizations", views.Authorizations.as_view()),
    path("devices/<str:user_code>", views.Devices.as_view()),
]
