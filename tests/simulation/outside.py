"""The external network: webhook receivers and a mail server that fail, respond slowly, or fail after acceptance."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage

from events.base import outbound
from tests.simulation.scheduler import Scheduler, here


class Posted(NamedTuple):
    """A POST request that a webhook received."""

    id: str
    body: dict[str, Any]


class Outside:
    """Received posts by host, and received e-mails by address."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self.posted: defaultdict[str, list[Posted]] = defaultdict(list)
        self.mails: defaultdict[str, list[EmailMessage]] = defaultdict(list)
        _now[0] = self

    def post(
        self, target: outbound.Target, body: bytes, headers: Mapping[str, str], seconds: float = outbound.SECONDS
    ) -> int:
        """Posts to a receiver, like `outbound.post`."""
        faults, activity = self._scheduler.faults, here.activity
        assert activity is not None
        way = "arrives"
        if faults.happens("receiver"):
            way = faults.choice("receiver", "refuses", "timeout", "connection", "unconfirmed", "slow")
        ms = faults.below("receiver", 300)
        if way in ("timeout", "slow"):
            ms = int(1000 * seconds) if way == "timeout" else faults.below("receiver", int(1000 * seconds))
        activity.suspend(ms)
        if way in ("arrives", "unconfirmed", "slow"):
            self._scheduler.trace(f"{target.host} receives {headers['webhook-id']} {body.decode()}")
            self.posted[target.host].append(Posted(headers["webhook-id"], json.loads(body)))
        if way in ("timeout", "connection", "unconfirmed"):
            raise outbound.RequestFailed("timeout" if way == "timeout" else "connection")
        return 500 if way == "refuses" else 204

    def send_mail(self, message: EmailMessage) -> None:
        """Accepts an e-mail; raises OSError if the sender receives no confirmation."""
        faults, activity = self._scheduler.faults, here.activity
        assert activity is not None
        way = faults.choice("mail", "refuses", "unconfirmed") if faults.happens("mail") else "arrives"
        activity.suspend(faults.below("mail", 500))
        if way != "refuses":
            headers = message.extra_headers
            self._scheduler.trace(f"mail {headers.get('Message-ID')} {message.subject} to {message.to}")
            self.mails[message.to[0]].append(message)
        if way != "arrives":
            raise ConnectionResetError("the mail server does not confirm")


_now: list[Outside] = []
_now.append(None)  # type: ignore[arg-type]


class Mailbox(BaseEmailBackend):
    """The mail server as a Django e-mail backend."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        """Sends e-mails."""
        for message in messages:
            _now[0].send_mail(message)
        return len(messages)
