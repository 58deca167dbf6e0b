"""The project: settings, servers and everything that starts them."""

from project.celery import app as celery_app

__all__ = ["celery_app"]
