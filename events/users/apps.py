"""The app of `events.users`."""

from django.apps import AppConfig


class UsersConfig(AppConfig):
    name = "events.users"
    default_auto_field = "django.db.models.BigAutoField"
