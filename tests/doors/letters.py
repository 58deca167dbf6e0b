"""The door by e-mail: what the server sends is in files, answers go to its SMTP port as any program sends them."""

from __future__ import annotations

import re
import smtplib
import threading
import time
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path

from tests.doors.decisions import Shown, Stuck

SECONDS = 120.0
BORED_SECONDS = 5.0  # after which an old e-mail is answered once more: the table comes back as it is now
CHOICE = re.compile(r"^ ?(\d+)  (.+)$")
CONFIRMS = re.compile(r"/confirm\S*?[=/#]([\w.:~-]{20,})")
ENDS = re.compile(rb"^-{79}\n", re.MULTILINE)


class MailBox:
    """All e-mails that a server has sent, by recipient."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._read, self._lock = folder, dict[Path, int](), threading.Lock()
        self._mails: dict[str, list[EmailMessage]] = {}

    def of(self, address: str) -> list[EmailMessage]:
        """The e-mails to an address, in order."""
        with self._lock:
            for path in sorted(self._folder.glob("*.log"), key=lambda path: path.stat().st_mtime_ns):
                self._open(path)
            return list(self._mails.get(address, ()))

    def _open(self, path: Path) -> None:
        content = path.read_bytes()
        *whole, _ = ENDS.split(content)
        for one in whole[self._read.get(path, 0) :]:
            mail = message_from_bytes(one, policy=policy.default)
            self._mails.setdefault(str(mail["To"]), []).append(mail)  # type: ignore[arg-type]
        self._read[path] = len(whole)

    def wait(self, address: str, fits: Callable[[EmailMessage], bool]) -> EmailMessage:
        """The first e-mail that fits. Raises Stuck."""
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            if found := next((mail for mail in self.of(address) if fits(mail)), None):
                return found
            time.sleep(0.2)
        raise Stuck(f"no e-mail to {address}, of {len(self.of(address))}")


class Letters:
    """Replies to e-mails. port: where the server takes them."""

    name = "e-mail"

    def __init__(self, box: MailBox, address: str, port: int) -> None:
        self._box, self._address, self._port = box, address, port
        self._match, self._newest, self._number, self._since = "", EmailMessage(), 0, 0.0

    def enter(self, match: str) -> None:
        self._match, self._number, self._since = match, 0, time.monotonic()
        self._newest = EmailMessage()

    def look(self) -> Shown | None:
        mails = self._box.of(self._address)
        fresh = [mail for mail in mails[self._number :] if self._asks(mail)]
        self._number = len(mails)
        if fresh:
            self._newest, self._since = fresh[-1], time.monotonic()
            return self._shown(self._newest)
        if time.monotonic() - self._since > BORED_SECONDS and "Reply-To" in self._newest:
            self._since = time.monotonic()
            return self.give("?")
        return None

    def give(self, answer: str) -> Shown | None:
        asked, reply = self._newest, EmailMessage()
        reply["From"], reply["To"], reply["Subject"] = self._address, asked["Reply-To"], f"Re: {asked['Subject']}"
        reply["Message-ID"] = identity = make_msgid(domain="example.org")
        reply.set_content(f"{answer}\n\nOn Fri, Comptoir wrote:\n> {self._body(asked)[:200]}\n")
        with smtplib.SMTP("127.0.0.1", self._port, timeout=SECONDS) as door:
            door.send_message(reply)
        answered = self._box.wait(self._address, lambda mail: mail["In-Reply-To"] == identity)
        self._number, self._since = len(self._box.of(self._address)), time.monotonic()
        if "Reply-To" in answered:
            self._newest = answered
        return self._shown(answered)

    def _asks(self, mail: EmailMessage) -> bool:
        return "Reply-To" in mail and self._match in self._body(mail)

    @staticmethod
    def _body(mail: EmailMessage) -> str:
        return str(mail.get_content())

    def _shown(self, mail: EmailMessage) -> Shown:
        lines = tuple(line for line in self._body(mail).splitlines() if line.strip())
        choices = tuple((found[1], found[2]) for line in lines if (found := CHOICE.match(line)))
        return Shown(lines, choices if "Reply-To" in mail else ())
