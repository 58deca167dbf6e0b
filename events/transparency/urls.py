"""The routes under /log/."""

from __future__ import annotations

from django.urls import path

from events.transparency import views

urlpatterns = [
    path("checkpoint", views.checkpoint_note),
    path("extension/<int:old>", views.extension),
    path("proof/<int:position>", views.leaf_proof),
    path("vkey", views.verifier_keys),
    path("tile/<path:address>", views.tile_bytes),
]
