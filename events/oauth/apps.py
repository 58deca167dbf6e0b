"""The app of `events.oauth`."""

from django.apps import AppConfig


class OAuthConfig(AppConfig):
    name = "events.oauth"

    def ready(self) -> None:
        from events.oauth import origins, services

        services.connect()
        origins.connect()
