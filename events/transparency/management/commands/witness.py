"""`manage.py witness`: signs the heads of all matches into the global log and appends its head to the witness file."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from events.log.global_log import global_log_witness


class Command(BaseCommand):
    help = "Add every grown match's head to the global log and append its signed head to the witness file; run daily."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"witnessed in {global_log_witness()}")
