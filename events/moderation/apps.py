"""The app of `events.moderation`."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    name = "events.moderation"
