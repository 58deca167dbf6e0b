"""The routes of sanctions."""

from __future__ import annotations

from django.urls import path

from events.moderation import views

urlpatterns = [
    path("me/sanctions", views.Sanctions.as_view()),
    path("me/sanctions/<uuid:sanction_id>/appeal", views.Appeal.as_view()),
]
