"""The app of `events.streams`."""

from django.apps import AppConfig


class StreamsConfig(AppConfig):
    name = "events.streams"

    def ready(self) -> None:
        from events.streams import openapi  # noqa: F401 — drf-spectacular registers its extension
