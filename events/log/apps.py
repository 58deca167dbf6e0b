"""The app of `events.log`."""

from django.apps import AppConfig


class LogConfig(AppConfig):
    name = "events.log"
