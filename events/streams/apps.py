"""The app of `events.streams`."""

from django.apps import AppConfig


class StreamsConfig(AppConfig):
    name = "events.streams"
    default_auto_field = "django.db.models.BigAutoField"
