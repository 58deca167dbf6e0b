"""The app of `events.projections`."""

from django.apps import AppConfig


class ProjectionsConfig(AppConfig):
    name = "events.projections"
