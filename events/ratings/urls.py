"""The routes of ratings."""

from __future__ import annotations

from django.urls import path

from events.ratings import views

urlpatterns = [
    path("ratings", views.Ratings.as_view(), name="ratings"),
    path("ratings/<str:game>", views.GameRatings.as_view()),
    path("ratings/<str:game>/<str:name>", views.PlayerRating.as_view()),
]
