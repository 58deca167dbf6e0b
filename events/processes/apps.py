"""The app of `events.processes`."""

from django.apps import AppConfig


class ProcessesConfig(AppConfig):
    name = "events.processes"
