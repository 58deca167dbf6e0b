"""The app of `events.users`."""

from django.apps import AppConfig


class UsersConfig(AppConfig):
    name = "events.users"
