"""The app of `events.moderation`."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    name = "events.moderation"
    default_auto_field = "django.db.models.BigAutoField"
