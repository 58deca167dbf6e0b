"""The app of `events.timers`."""

from django.apps import AppConfig


class TimersConfig(AppConfig):
    name = "events.timers"
