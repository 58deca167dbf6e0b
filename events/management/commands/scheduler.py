"""`manage.py scheduler`: calls the functions of due timers."""

from __future__ import annotations

import signal
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from events.processes import heartbeat
from events.processes.metrics_server import serve_metrics
from events.timers.scheduler import Scheduler


class Command(BaseCommand):
    help = "Answer overdue prompts, wake workers for ready turns of bots, and run all other timers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="run the timers that are due now, then end")

    def handle(self, *args: Any, **options: Any) -> None:
        beating = heartbeat.begin("scheduler", must_work=True)
        serve_metrics()
        scheduler = Scheduler(beating.worked)
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: scheduler.listener.stop())
        try:
            if options["once"]:
                while scheduler.step() <= 0:
                    pass
            else:
                scheduler.run()
        finally:
            beating.end()
