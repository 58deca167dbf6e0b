"""The app of `events.log`."""

from django.apps import AppConfig


class LogConfig(AppConfig):
    name = "events.log"
    default_auto_field = "django.db.models.BigAutoField"
