"""The app of `events.ratings`."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "events.ratings"
