"""The app of `events.matches`."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "events.matches"
