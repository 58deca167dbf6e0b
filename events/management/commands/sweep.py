"""`manage.py sweep`: the loop that handles pending work even if every message to the workers is lost."""

from __future__ import annotations

import signal
import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import close_old_connections

from events.processes import heartbeat
from events.sweeper import Witness, clock_is_right, sweep


class Command(BaseCommand):
    help = "Answer overdue prompts, wake workers for ready turns of bots, and sign the global log once a day."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--every", type=float, default=1.0, help="seconds between two rounds")
        parser.add_argument("--once", action="store_true", help="one round, then end")

    def handle(self, *args: Any, **options: Any) -> None:
        stop, witness = threading.Event(), Witness()
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: stop.set())
        beating = heartbeat.begin("sweeper")
        try:
            while not stop.is_set():
                close_old_connections()
                if clock_is_right():
                    if sweep() is not None:
                        beating.worked()
                    witness.look()
                if options["once"]:
                    return
                stop.wait(options["every"])
        finally:
            beating.end()
