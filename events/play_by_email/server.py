"""The server that receives e-mails: LMTP behind a mail server, or SMTP on this machine for tests (aiosmtpd)."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import Error, close_old_connections

from events.base.exceptions import Busy
from events.play_by_email.addresses import read_address
from events.play_by_email.messages import MOST_BYTES
from events.play_by_email.services import mail_receive

THREADS = 2
SECONDS = 60  # the time after which a silent client is disconnected

LATER = "451 4.3.0 try again later"

log = structlog.get_logger()
logging.getLogger("mail.log").setLevel(logging.WARNING)  # at lower levels aiosmtpd logs addresses, which are secrets


class MailHandler:
    """A handler that accepts e-mails only to signed addresses. Each e-mail has one recipient, so that each gets its own
    response.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "mail")

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Any) -> str:
        """Refuses addresses that this server has not signed."""
        if read_address(address) is None:
            return "550 5.1.1 no such address"
        if envelope.rcpt_tos:
            return "452 4.5.3 one recipient at a time"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Plays the answer in an e-mail. The response never reveals the outcome."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, _receive, envelope)

    def close(self) -> None:
        """Stops the threads after they have handled the received e-mails."""
        self._threads.shutdown()


def _receive(envelope: Envelope) -> str:
    close_old_connections()
    try:
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        mail_receive(content=content, recipient=envelope.rcpt_tos[0], envelope_sender=envelope.mail_from or "")
    except (Busy, Error, OSError) as error:
        log.warning("mail_postponed", error=type(error).__name__)
        return LATER
    finally:
        close_old_connections()
    return "250 2.0.0 OK"


async def serve(listening: socket.socket, protocol: type[SMTP]) -> None:
    """Serves until SIGTERM or SIGINT. protocol: the class SMTP or LMTP."""
    loop, handler, ended = asyncio.get_running_loop(), MailHandler(), asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, ended.set)
    new = partial(protocol, handler, data_size_limit=MOST_BYTES, ident="Comptoir", timeout=SECONDS, loop=loop)
    server = await loop.create_server(new, sock=listening)
    async with server:
        await ended.wait()
    handler.close()


PROTOCOLS: dict[str, type[SMTP]] = {"smtp": SMTP, "lmtp": LMTP}
