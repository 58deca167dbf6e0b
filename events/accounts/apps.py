"""The app of `events.accounts`; no tables."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "events.accounts"

    def ready(self) -> None:
        from events.accounts.remaining import remaining_lines
        from events.users import account_mail

        account_mail.tell_remaining(remaining_lines)
