"""`manage.py rotate_keys`: encrypts stored seeds with the first key, so that former keys can be destroyed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from events.services.secrets import secrets_reseal
from events.vault import SecretUnreadable


class Command(BaseCommand):
    help = "Encrypt every stored seed and salt key with the first key of COMPTOIR_SECRET_KEY. May run beside servers."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            resealed = secrets_reseal()
        except SecretUnreadable as error:
            raise CommandError(f"a former key is missing from COMPTOIR_SECRET_KEY: {error}") from error
        self.stdout.write(f"{resealed} secrets encrypted again; only backups still need the former keys")
