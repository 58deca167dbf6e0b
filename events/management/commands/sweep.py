"""`manage.py sweep`: handles pending work when it is due, even if every message to the workers is lost."""

from __future__ import annotations

import signal
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import close_old_connections

from events.processes import heartbeat
from events.rounds import QUIET_SECONDS, Rounds
from events.sweeper import Witness, clock_is_right, sweep


class Command(BaseCommand):
    help = "Answer overdue prompts, wake workers for ready turns of bots, and sign the global log once a day."

    def add_arguments(self, parser: ArgumentParser) -> None:
        text = "seconds between two rounds while nothing is due and nothing happens"
        parser.add_argument("--every", type=float, default=QUIET_SECONDS, help=text)
        parser.add_argument("--once", action="store_true", help="one round, then end")

    def handle(self, *args: Any, **options: Any) -> None:
        witness, beating = Witness(), heartbeat.begin("sweeper")

        def make_round() -> bool:
            close_old_connections()
            if not clock_is_right():
                return True
            handled = sweep()
            if handled is not None:
                beating.worked()
            witness.look()
            return handled != 0

        rounds = Rounds(make_round, options["every"])
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: rounds.listener.stop())
        try:
            make_round() if options["once"] else rounds.run()
        finally:
            beating.end()
