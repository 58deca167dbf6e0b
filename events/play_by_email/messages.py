"""A parser for e-mails with limits, so that hostile e-mails cost little. It raises only `Unreadable`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from email.utils import getaddresses
from typing import NamedTuple

from events.play_by_email.quoting import first_line, text_of_html

MOST_BYTES = 262_144
MOST_MULTIPARTS = 20
MOST_PARTS = 50
LONGEST_HEADER = 2000
MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")
BROKEN = (ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError, MessageError)

AUTOMATIC_HEADERS = ("List-Id", "List-Unsubscribe", "X-Autoreply", "X-Autorespond", "X-Failed-Recipients")
AUTOMATIC_PRECEDENCE = frozenset({"bulk", "list", "junk", "auto_reply"})
AUTOMATIC_SENDERS = re.compile(r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)([+@-]|$)", re.IGNORECASE)
AUTOMATIC_SUBJECTS = re.compile(
    r"\s*(out of (the )?office|auto(matic)?[- ]?(reply|response)|autoreply|away from|on vacation|undeliver"
    r"|delivery status|r[ée]ponse automatique|absen(t|ce)|message d['’]absence|en congé|je suis absent|non remis"
    r"|mail delivery)",
    re.IGNORECASE,
)


class Unreadable(Exception):
    """An e-mail that cannot be read within the limits."""


class Incoming(NamedTuple):
    """An e-mail that has arrived.

    sender: the address in its From, in lower case; empty unless there is exactly one address. answer: the first line
    that its sender wrote. digest: the SHA-256 hash of its Message-ID, or of the whole e-mail if it has none. verdicts:
    its Authentication-Results headers.
    """

    sender: str
    message_id: str
    digest: bytes
    is_automatic: bool
    verdicts: tuple[str, ...]
    answer: str


def read_message(content: bytes, envelope_sender: str | None = None) -> Incoming:
    """Returns a parsed e-mail. envelope_sender: the sender in the envelope; empty: no sender; None: unknown.

    Raises Unreadable.
    """
    if len(content) > MOST_BYTES or content.lower().count(b"multipart/") > MOST_MULTIPARTS:
        raise Unreadable("too large")
    try:
        message = BytesParser(policy=compat32).parsebytes(content.replace(b"\0", b""))
        return _read(message, content, envelope_sender)
    except BROKEN as error:
        raise Unreadable(type(error).__name__) from None


def _read(message: Message, content: bytes, envelope_sender: str | None) -> Incoming:
    found = MESSAGE_ID.search(_header(message, "Message-ID"))
    message_id = found[0] if found else ""
    sender = _sender(message)
    return Incoming(
        sender,
        message_id,
        hashlib.sha256(message_id.encode() or content).digest(),
        _is_automatic(message, sender, envelope_sender),
        tuple(map(str, message.get_all("Authentication-Results", ()))),
        first_line(_text(message)),
    )


def _sender(message: Message) -> str:
    headers = [str(value) for value in message.get_all("From", ())]
    addresses = [address for _, address in getaddresses(headers) if "@" in address]
    return addresses[0].lower() if len(headers) == len(addresses) == 1 else ""


def _is_automatic(message: Message, sender: str, envelope_sender: str | None) -> bool:
    """Returns whether a program wrote an e-mail. Such an e-mail plays no move and receives no reply."""
    return (
        _is_from_nobody(message, sender, envelope_sender)
        or _header(message, "Auto-Submitted", "no").split(";")[0].strip().lower() != "no"
        or _header(message, "Precedence").strip().lower() in AUTOMATIC_PRECEDENCE
        or any(message.get(name) is not None for name in AUTOMATIC_HEADERS)
        or message.get_content_type() in ("multipart/report", "message/delivery-status")
        or AUTOMATIC_SENDERS.match(sender) is not None
        or AUTOMATIC_SUBJECTS.match(_header(message, "Subject")) is not None
    )


def _is_from_nobody(message: Message, sender: str, envelope_sender: str | None) -> bool:
    """Returns whether a reply to the e-mail would reach no person."""
    if not sender or _header(message, "Return-Path").strip() == "<>" or envelope_sender == "":
        return True
    return envelope_sender is not None and AUTOMATIC_SENDERS.match(envelope_sender) is not None


def _header(message: Message, name: str, default: str = "") -> str:
    """Returns a header with its encoded words decoded."""
    value = str(message.get(name, default))[:LONGEST_HEADER]
    try:
        return str(make_header(decode_header(value)))
    except BROKEN:
        return value


def _text(message: Message) -> str:
    """Returns the text of an e-mail: its first non-empty plain text, or else its first HTML page as text."""
    parts = list(_texts(message))
    for kind, part in parts:
        if kind == "text/plain" and (text := _decoded(part)).strip():
            return text
    for kind, part in parts:
        if kind == "text/html":
            return text_of_html(_decoded(part))
    return ""


def _texts(message: Message) -> Iterator[tuple[str, Message]]:
    for count, part in enumerate(message.walk()):
        if count >= MOST_PARTS:
            raise Unreadable("too many parts")
        kind = part.get_content_type()
        if kind in ("text/plain", "text/html") and part.get_content_disposition() != "attachment":
            yield kind, part


def _decoded(part: Message) -> str:
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    try:
        return content.decode(part.get_content_charset() or "utf-8", "replace").replace("\0", "")
    except LookupError:
        return content.decode("utf-8", "replace").replace("\0", "")
