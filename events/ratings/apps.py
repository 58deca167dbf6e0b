"""The app of `events.ratings`."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "events.ratings"
    default_auto_field = "django.db.models.BigAutoField"
