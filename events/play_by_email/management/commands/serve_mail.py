"""`manage.py serve_mail`: receives e-mails from a mail server by LMTP, or by SMTP on this machine for tests."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from events.play_by_email.server import PROTOCOLS, serve


class Command(BaseCommand):
    help = "Receive answers by e-mail from a mail server by LMTP, or with --smtp from programs on this machine."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address on which to listen")
        parser.add_argument("--port", type=int, default=settings.COMPTOIR_MAIL_PORT or 8024)
        parser.add_argument("--smtp", action="store_true", help="SMTP in place of LMTP")

    def handle(self, *args: Any, **options: Any) -> None:
        host = options["host"]
        if not settings.COMPTOIR_MAIL_DOMAIN:
            raise CommandError("expected COMPTOIR_MAIL_DOMAIN, the domain of the addresses for answers")
        if options["smtp"] and not ipaddress.ip_address(host).is_loopback:
            raise CommandError(f"expected an address of this machine for --smtp, got {host!r}; others use LMTP")
        with socket.create_server((host, options["port"])) as listening:
            asyncio.run(serve(listening, PROTOCOLS["smtp" if options["smtp"] else "lmtp"]))
