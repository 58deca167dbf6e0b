"""`manage.py doctor`: checks a deployment and prints advice. The exit status is 1 if there is a fault."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from project.doctor import CHECKS, examine

MARKS = {"ok": "ok     ", "warning": "WARNING", "fault": "FAULT  "}


class Command(BaseCommand):
    help = "Examine settings, database, broker, keys and disks of this deployment. Run it with a server's environment."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object for each finding")
        parser.add_argument("checks", nargs="*", metavar="CHECK", help=f"only these: {', '.join(CHECKS)}")

    def handle(self, *args: Any, **options: Any) -> None:
        unknown = set(options["checks"]) - CHECKS.keys()
        if unknown:
            self.stderr.write(f"expected checks among {', '.join(CHECKS)}, got {', '.join(sorted(unknown))}")
            sys.exit(2)
        faults = 0
        for name, finding in examine(options["checks"]):
            faults += finding.state == "fault"
            if options["json"]:
                self.stdout.write(json.dumps({"check": name, **finding._asdict()}))
                continue
            self.stdout.write(f"{MARKS[finding.state]}  {name}: {finding.fact}")
            if finding.advice:
                self.stdout.write(f"         -> {finding.advice}")
        if faults:
            sys.exit(1)
