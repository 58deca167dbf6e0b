"""`manage.py rotate_keys`: encrypts stored seeds with the first key, so that former keys can be destroyed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from events.base.encryption import SecretUnreadable
from events.log.secrets import secrets_reseal
from events.processes.models import Process
from events.processes.selectors import live_processes
from events.processes.services import key_ids
from events.tournaments.secrets import tournament_secrets_reseal

SETTING = "COMPTOIR_SECRET_KEY"


class Command(BaseCommand):
    help = "Encrypt stored seeds and salt keys with the first key of COMPTOIR_SECRET_KEY. Servers may run."

    def handle(self, *args: Any, **options: Any) -> None:
        current = key_ids()[SETTING][0]
        behind = [process for process in live_processes() if process.keys[SETTING][0] != current]
        if behind:
            named = "; ".join(f"{one.name} {_knows(one, current)}" for one in behind)
            raise CommandError(
                f"nothing was encrypted: not every process encrypts with the first key, {current}: {named}. "
                "Restart them with the new environment (`docker compose up --detach`)"
            )
        try:
            resealed = secrets_reseal() + tournament_secrets_reseal()
        except SecretUnreadable as error:
            raise CommandError(f"a former key is missing from COMPTOIR_SECRET_KEY: {error}") from error
        self.stdout.write(f"{resealed} secrets encrypted again; only backups still need the former keys")


def _knows(process: Process, key: str) -> str:
    return "knows it, but encrypts with another" if key in process.keys[SETTING] else "does not know it"
