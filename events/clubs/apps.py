"""The app of `events.clubs`."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "events.clubs"
