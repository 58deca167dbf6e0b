"""Parsing of e-mails: finds the line that the person wrote among a program's additions; other input is harmless."""

from __future__ import annotations

import random
from email.message import EmailMessage

import pytest

from events.play_by_email import quoting
from events.play_by_email.messages import Unreadable, read_message
from events.play_by_email.quoting import first_line
from tests.events.play_by_email.clients import CLIENTS, plain, sent
from tests.games.harness.time_budget import SEED

ADA = "ada@example.org"
QUOTED = "What is asked\nWhat do you play?\n\n 1  You end your turn\n 2  You bank 1M\n\n-- \nhttp://localhost/mail"


@pytest.mark.parametrize("written", ["2", "Je joue « Élan »", "2.1+3"])
@pytest.mark.parametrize("client", CLIENTS)
def test_the_answer_is_found_in_replies_of_each_mail_program(client: str, written: str):
    assert read_message(sent(CLIENTS[client](written, QUOTED), ADA)).answer == written


@pytest.mark.parametrize("client", CLIENTS)
def test_a_reply_that_only_quotes_has_no_answer(client: str):
    assert read_message(sent(CLIENTS[client]("", QUOTED), ADA)).answer == ""


def test_a_planted_reader_that_takes_quotes_for_the_answer_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(quoting, "_attribution", lambda *_: 0)

    assert read_message(sent(CLIENTS["mutt_below"]("2", QUOTED), ADA)).answer != "2"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("2.", "2."),
        ("  [3]  ", "[3]"),
        ("Hello,\n\n1", "1"),
        ("Bonjour Comptoir,\n4", "4"),
        ("On joue\n5", "On joue"),
        ("Le roi\n\nle reste", "Le roi"),
        ("\0\u200b7", "7"),
        ("> 1\n-- \n9", ""),
        ("", ""),
        ("x" * 9000, "x" * 500),
        ("Sent from my iPhone\n2", "2"),
        ("| 1\n8", "8"),
        ("Hallo Comptoir,\n4", "4"),
        ("3\nAm 27.11.2026 um 09:00 schrieb Comptoir:\n> 1", "3"),
        ("Gesendet von meinem iPhone\n2", "2"),
        ("iPhoneから送信\n2", "2"),
        ("Comptoir <c@example.org> kirjoitti 27.11.2026\n1", ""),
        ("Viesti kirjoitettu:\n1", ""),
        ("Von: Comptoir\nAn: Ada\nBetreff: Zug\n2", ""),
    ],
)
def test_lines_that_are_not_an_answer_are_skipped(text: str, line: str):
    assert first_line(text) == line


AUTOMATIC = [
    {"Auto_Submitted": "auto-replied"},
    {"Auto_Submitted": "auto-generated (rejected)"},
    {"Precedence": "bulk"},
    {"Precedence": "list"},
    {"List_Id": "<a.example.org>"},
    {"Return_Path": "<>"},
    {"Subject": "Out of office: Re: x"},
    {"Subject": "Réponse automatique : Re: x"},
    {"Subject": "Automatic reply: x"},
    {"Subject": "Absence du bureau"},
    {"X_Autoreply": "yes"},
    {"From": "MAILER-DAEMON@example.org"},
    {"From": "postmaster@example.org"},
]


@pytest.mark.parametrize("headers", AUTOMATIC, ids=str)
def test_a_mail_sent_by_a_program_is_automatic(headers: dict[str, str]):
    headers = dict(headers)
    content = sent(plain("1"), headers.pop("From", ADA), **{k: v for k, v in headers.items() if k != "Subject"})
    content = content.replace(b"Subject: Re: Comptoir", EmailHeader("Subject", headers.get("Subject", "Re: Comptoir")))

    assert read_message(content).is_automatic


def EmailHeader(name: str, value: str) -> bytes:
    message = EmailMessage()
    message[name] = value
    return message.as_bytes().strip()


def test_a_mail_sent_by_a_person_is_not_automatic():
    assert not read_message(sent(plain("1"), ADA, Auto_Submitted="no"), ADA).is_automatic
    assert read_message(sent(plain("1"), ADA), "").is_automatic, "an empty envelope"
    assert read_message(sent(plain("1"), ADA), "MAILER-DAEMON").is_automatic, "an empty one, as Postfix writes it"


@pytest.mark.parametrize(
    "content",
    [b"x" * 300_000, b"Content-Type: multipart/mixed; boundary=a\r\n\r\n" * 40],
    ids=["huge", "nested"],
)
def test_a_mail_beyond_the_limits_is_unreadable(content: bytes):
    with pytest.raises(Unreadable):
        read_message(content)


def test_a_randomly_damaged_mail_is_read_or_unreadable():
    draws = random.Random(SEED)
    whole = [sent(client("2", QUOTED), ADA) for client in CLIENTS.values()]
    for number in range(400):
        content = bytearray(draws.choice(whole))
        for _ in range(draws.randrange(1, 30)):
            at = draws.randrange(len(content))
            content[at : at + draws.randrange(4)] = draws.randbytes(draws.randrange(4))
        try:
            read_message(bytes(content))
        except Unreadable:
            pass
        except Exception as error:
            raise AssertionError(f"seed {SEED}, message {number}: {bytes(content)!r}") from error


@pytest.mark.parametrize("charset", ["no-such", "utf-8", "utf-16", "\udcff"])
def test_a_mail_in_an_unknown_charset_causes_no_error(charset: str):
    head = f"From: {ADA}\r\nContent-Type: text/plain; charset={charset}\r\n\r\n".encode("utf-8", "surrogateescape")

    read_message(head + b"\xff\xfe2\0")
