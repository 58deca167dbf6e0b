"""`manage.py receive_mail ADDRESS < message`: a pipe for mail servers without LMTP."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import Error

from events.base.exceptions import Busy
from events.play_by_email.messages import MOST_BYTES
from events.play_by_email.services import mail_receive


class Command(BaseCommand):
    help = (
        "Play the answer in an e-mail from standard input; exit with 75 (try again later) while that is not possible."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("recipient", help="the address to which the e-mail was sent (Postfix: ${recipient})")
        parser.add_argument("--sender", help="the sender in the envelope (Postfix: ${sender}); may be empty")

    def handle(self, *args: Any, **options: Any) -> None:
        content = sys.stdin.buffer.read(MOST_BYTES + 1)
        try:
            received = mail_receive(content=content, recipient=options["recipient"], envelope_sender=options["sender"])
        except (Busy, Error, OSError) as error:
            self.stderr.write(f"try again later: {type(error).__name__}")
            sys.exit(os.EX_TEMPFAIL)
        self.stdout.write(received.outcome)
