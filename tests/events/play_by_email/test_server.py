"""The SMTP receiver: it accepts mails to signed addresses, with one recipient at a time."""

from __future__ import annotations

import asyncio
import smtplib
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP
from django.core.management import CommandError, call_command
from django.db import InterfaceError

from events.base.exceptions import Busy
from events.play_by_email import server
from events.play_by_email.addresses import address_of
from events.play_by_email.server import MailHandler
from tests.events.play_by_email.clients import plain, sent

ADA, EXPIRES = "ada@example.org", 1_800_000_000_000


@pytest.fixture(autouse=True)
def taken(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Returns the mails that the receiver passes on."""
    settings.COMPTOIR_MAIL_DOMAIN = "reply.example.org"
    taken: list[dict[str, Any]] = []
    monkeypatch.setattr(server, "mail_receive", lambda **what: taken.append(what))
    monkeypatch.setattr(server, "close_old_connections", lambda: None)
    return taken


@pytest.fixture(params=["smtp", "lmtp"])
def client(request: pytest.FixtureRequest) -> Iterator[smtplib.SMTP]:
    loop, handler, protocol = asyncio.new_event_loop(), MailHandler(), {"smtp": SMTP, "lmtp": LMTP}[request.param]
    made = loop.create_server(lambda: protocol(handler, loop=loop), "127.0.0.1", 0)
    listening = loop.run_until_complete(made)
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    program = smtplib.SMTP if request.param == "smtp" else smtplib.LMTP
    with program("127.0.0.1", listening.sockets[0].getsockname()[1]) as client:
        yield client
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    listening.close()
    loop.close()
    handler.close()


def test_a_mail_to_a_signed_address_is_received(client: smtplib.SMTP, taken: list[dict[str, Any]]):
    address, content = address_of(7, EXPIRES), sent(plain("2"), ADA)

    assert client.sendmail(ADA, [address], content) == {}

    assert [(each["recipient"], each["envelope_sender"]) for each in taken] == [(address, ADA)]
    assert b"\r\n2\r\n" in taken[0]["content"]


def test_an_unsigned_address_and_a_second_recipient_are_refused(client: smtplib.SMTP, taken: list[dict[str, Any]]):
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        client.sendmail(ADA, ["root@localhost"], b"hello")

    refused = client.sendmail(ADA, [address_of(7, EXPIRES), address_of(8, EXPIRES)], b"hello")

    assert [code for code, _ in refused.values()] == [452]
    assert len(taken) == 1


@pytest.mark.parametrize("error", [Busy(), InterfaceError("the connection is closed")])
def test_a_reply_to_a_busy_match_or_without_a_database_is_refused_temporarily(
    client: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch, error: Exception
):
    def failing(**_: Any) -> None:
        raise error

    monkeypatch.setattr(server, "mail_receive", failing)

    with pytest.raises(smtplib.SMTPDataError, match="451"):
        client.sendmail(ADA, [address_of(7, EXPIRES)], b"hello")


def test_the_smtp_server_refuses_to_listen_beyond_its_own_machine(settings: Any):
    with pytest.raises(CommandError, match="this machine"):
        call_command("serve_mail", "--smtp", "--host", "0.0.0.0")
    settings.COMPTOIR_MAIL_DOMAIN = ""
    with pytest.raises(CommandError, match="COMPTOIR_MAIL_DOMAIN"):
        call_command("serve_mail")
