"""The routes of proofs."""

from __future__ import annotations

from django.urls import path

from events.http.paths import MATCH
from events.proofs import views

urlpatterns = [
    path("global-log", views.GlobalLog.as_view(), name="global-log"),
    path(f"{MATCH}/proof", views.Proof.as_view()),
    path(f"{MATCH}/export", views.MatchExport.as_view()),
]
