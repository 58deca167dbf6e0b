"""Replies as mail programs write them: different quoting, additions and encodings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from email.message import EmailMessage
from email.policy import SMTP
from itertools import count
from typing import Any

Client = Callable[[str, str], EmailMessage]
"""Creates a message from the written and the quoted text."""

_numbers = count(1)


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())


def plain(text: str, **how: Any) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    message.set_content(text, **how)
    return message


def with_page(text: str, page: str, **how: Any) -> EmailMessage:
    message = plain(text, **how)
    message.add_alternative(page, "html")
    return message


def page_of(text: str) -> str:
    return "<br>".join(text.replace("&", "&amp;").replace("<", "&lt;").splitlines())


def gmail_above(written: str, of: str) -> EmailMessage:
    line = "On Fri, Nov 27, 2026 at 9:00 AM Comptoir <play-abc@reply.example.org>\nwrote:"
    page = (
        f'<div dir="ltr">{page_of(written)}</div><div class="gmail_quote"><blockquote>{page_of(of)}</blockquote></div>'
    )
    return with_page(f"{written}\n\n{line}\n\n{quoted(of)}\n", page)


def gmail_french_below(written: str, of: str) -> EmailMessage:
    return plain(f"Le ven. 27 nov. 2026 à 09:00, Comptoir <c@example.org> a\nécrit :\n\n{quoted(of)}\n\n{written}\n")


def thunderbird_french_below(written: str, of: str) -> EmailMessage:
    text = (
        f"Le 27/11/2026 à 09:00, Comptoir a écrit\u00a0:\n{quoted(of)}\n\n{written}\n\n-- \nAda Lettre\n06 12 34 56\n"
    )
    return plain(text, cte="quoted-printable")


def apple_french_above(written: str, of: str) -> EmailMessage:
    return plain(
        f"Bonjour,\n\n{written}\n\nEnvoyé de mon iPhone\n\n> Le 27 nov. 2026 à 09:00, C a écrit :\n{quoted(of)}\n"
    )


def outlook_french_above(written: str, of: str) -> EmailMessage:
    head = "De : Comptoir <c@example.org>\nEnvoyé : vendredi 27 novembre 2026 09:00\nÀ : Ada\nObjet : À vous"
    text = f"{written}\n\n________________________________\n{head}\n\n{of}\n"
    return plain(text.encode("cp1252", "replace").decode("cp1252"), charset="cp1252")


def outlook_english_above(written: str, of: str) -> EmailMessage:
    return plain(
        f"{written}\n\n-----Original Message-----\nFrom: Comptoir\nSent: Friday\nTo: Ada\n\n{of}\n", cte="base64"
    )


def page_alone(written: str, of: str) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    hidden = "<head><style>p {color: red}</style></head>"
    page = f"<html>{hidden}<body><blockquote>{page_of(of)}</blockquote><p>{page_of(written)}</p></body></html>"
    message.set_content(page, "html", cte="base64")
    return message


def mutt_below(written: str, of: str) -> EmailMessage:
    return plain(f"On Fri, Nov 27, 2026 at 09:00:00AM +0000, Comptoir wrote:\n{quoted(of)}\n\n{written}\n")


def below(attribution: str) -> Client:
    """Returns a program that quotes first, after an attribution line in its language."""
    return lambda written, of: plain(f"{attribution}\n{quoted(of)}\n\n{written}\n")


def outlook_german_above(written: str, of: str) -> EmailMessage:
    head = "Von: Comptoir <c@example.org>\nGesendet: Freitag, 27. November 2026 09:00\nAn: Ada\nBetreff: Ihr Zug"
    return plain(f"{written}\n\n{head}\n\n{of}\n")


def original_message_in_german(written: str, of: str) -> EmailMessage:
    return plain(f"{written}\n\n-----Ursprüngliche Nachricht-----\nVon: Comptoir\n\n{of}\n")


def page_with_unclosed_tags(written: str, of: str) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    page = f"<blockquote><p>{page_of(of)}<ul><li>one<li>two<td>cell</blockquote></p><p>{page_of(written)}"
    message.set_content(page, "html")
    return message


ATTRIBUTIONS = {
    "german_below": "Am Fr., 27. Nov. 2026 um 09:00 Uhr schrieb Comptoir <\nplay-abc@reply.example.org>:",
    "spanish_below": "El vie, 27 nov 2026 a las 9:00, Comptoir (<c@example.org>) escribió:",
    "japanese_below": "2026年11月27日(金) 9:00 Comptoir <c@example.org>:",
    "japanese_wide_below": "Comptoir さんは書きました：",
    "hebrew_below": "\u200fבתאריך יום ו׳, 27 בנוב׳ 2026 ב-9:00 מאת Comptoir\u200f <c@example.org>:",
    "italian_below": "Il giorno ven 27 nov 2026 alle ore 09:00 Comptoir\n<c@example.org> ha scritto:\n",
    "polish_below": "pt., 27 lis 2026 o 09:00 Comptoir <c@example.org> napisał(a):",
    "korean_below": "2026년 11월 27일 (금) 오전 9:00, Comptoir <c@example.org>님이 작성:",
}

CLIENTS: Mapping[str, Client] = {
    each.__name__: each
    for each in (
        gmail_above,
        gmail_french_below,
        thunderbird_french_below,
        apple_french_above,
        outlook_french_above,
        outlook_english_above,
        page_alone,
        mutt_below,
        outlook_german_above,
        original_message_in_german,
        page_with_unclosed_tags,
    )
} | {name: below(attribution) for name, attribution in ATTRIBUTIONS.items()}


def sent(message: EmailMessage, sender: str, **headers: str) -> bytes:
    """Returns the bytes of a message as received; names of headers have underscores."""
    own = {"From": sender, "To": "play", "Subject": "Re: Comptoir", "Message-ID": f"<{next(_numbers)}.a@example.org>"}
    for name, value in {**own, **{name.replace("_", "-"): value for name, value in headers.items()}}.items():
        message[name] = value
    return message.as_bytes()
