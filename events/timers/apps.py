"""The app of `events.timers`."""

from django.apps import AppConfig


class TimersConfig(AppConfig):
    name = "events.timers"
    default_auto_field = "django.db.models.BigAutoField"
