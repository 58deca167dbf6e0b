"""The routes of passkeys."""

from __future__ import annotations

from django.urls import path

from events.passkeys import views

urlpatterns = [
    path("me/passkeys", views.Passkeys.as_view()),
    path("me/passkeys/<uuid:passkey_id>", views.PasskeyDetail.as_view()),
    path("me/passkey-options", views.OwnOptions.as_view()),
    path("passkey-options", views.PasskeyOptions.as_view()),
    path("passkey-tokens", views.PasskeyTokens.as_view()),
]
