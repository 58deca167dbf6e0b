"""The app of matches and their log."""

from __future__ import annotations

from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "events"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from events import sweeper
        from events.api import openapi  # noqa: F401 — registers what the document says of tokens

        sweeper.register("deliveries", _serve_deliveries)


def _serve_deliveries() -> int:
    from events.tasks import serve_deliveries

    return serve_deliveries()
