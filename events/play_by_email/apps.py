"""The app of `events.play_by_email`."""

from django.apps import AppConfig


class PlayByEmailConfig(AppConfig):
    name = "events.play_by_email"

    def ready(self) -> None:
        from events.play_by_email import tables
        from events.users import mail

        mail.tell_tables(tables.table_for)
