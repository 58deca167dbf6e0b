"""What is forged plays nothing: addresses that were not signed, and senders for whom nobody vouches."""

from __future__ import annotations

import random
from typing import Any

import pytest

from events.correspondence import addresses, senders
from events.correspondence.addresses import address_of, read_address
from events.correspondence.messages import read_message
from events.correspondence.senders import is_vouched_for
from tests.events.correspondence.clients import plain, sent
from tests.games.harness.time_budget import SEED

DOMAIN = "reply.example.org"
EXPIRES = 1_800_000_060_000
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


@pytest.fixture(autouse=True)
def domain(settings: Any) -> None:
    settings.COMPTOIR_MAIL_DOMAIN = DOMAIN


def test_an_address_says_its_question_in_any_case():
    address = address_of(7, EXPIRES)

    assert read_address(address) == read_address(address.upper()) == (7, EXPIRES)
    assert len(address.partition("@")[0]) <= 64


def forgeries(number: int) -> list[str]:
    """Addresses that look like signed ones: letters changed, taken from others, or drawn."""
    draws, forged = random.Random(SEED), []
    while len(forged) < number:
        token = list(address_of(draws.randrange(1, 2**40), EXPIRES)[5:41])
        other = address_of(draws.randrange(1, 2**40), EXPIRES + 60_000 * draws.randrange(1, 9999))[5:41]
        at = draws.randrange(35)
        kind = draws.randrange(3)
        if kind == 0:
            token[at] = draws.choice([each for each in LETTERS if each != token[at]])
        elif kind == 1:
            token[:16] = other[:16]
        else:
            token = draws.choices(LETTERS, k=36)
        forged.append(f"play-{''.join(token)}@{DOMAIN}")
    return forged


def accepted(number: int) -> int:
    return sum(read_address(forgery) is not None for forgery in forgeries(number))


def test_of_a_thousand_forged_addresses_none_is_accepted():
    assert accepted(1000) == 0, f"seed {SEED}"


def test_a_planted_fault_a_signature_that_is_not_compared_is_caught(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(addresses, "constant_time_compare", lambda *_: True)

    assert accepted(20) > 0


@pytest.mark.parametrize(
    "text", ["", "@", "play-@reply.example.org", "play-" + "é" * 36 + "@reply.example.org", "x" * 9999]
)
def test_what_is_no_address_is_none(text: str):
    assert read_address(text) is None
    assert read_address(address_of(7, EXPIRES).replace(DOMAIN, "example.org")) is None


def test_without_a_domain_no_address_is_anybodys(settings: Any):
    address = address_of(7, EXPIRES)
    settings.COMPTOIR_MAIL_DOMAIN = ""

    assert read_address(address) is None


GOOD = [
    "mx.example.net; dkim=pass header.d=example.org",
    "mx.example.net 1; spf=fail smtp.mailfrom=a@b.example; dkim=pass (2048-bit key; (x)) header.i=@example.org",
    "mx.example.net; spf=pass smtp.mailfrom=ada@example.org",
    "mx.example.net; dmarc=pass (p=NONE) header.from=example.org",
]
BAD = [
    "other.example.net; dkim=pass header.d=example.org",
    "mx.example.net; none",
    "mx.example.net; dkim=fail header.d=example.org",
    "mx.example.net; dkim=pass header.d=evil.example",
    "mx.example.net; dkim=pass header.d=org",
    "mx.example.net; dkim=pass",
    "mx.example.net; spf=pass smtp.mailfrom=eve@evil.example",
    "mx.example.net; spf=pass smtp.mailfrom=example.org@evil.example",
    "mx.example.net; (dkim=pass header.d=example.org) spf=none",
    "mx.example.net; dkim=pass header.d=example.org; dmarc=fail header.from=example.org",
    "mx.example.net.evil.example; dkim=pass header.d=example.org",
]


def vouched(verdict: str) -> bool:
    return is_vouched_for(read_message(sent(plain("1"), "ada@example.org", Authentication_Results=verdict)))


def test_the_receiving_server_vouches_for_the_domain_of_the_sender(settings: Any):
    settings.COMPTOIR_MAIL_AUTHSERV = "mx.example.net"

    assert [verdict for verdict in GOOD if not vouched(verdict)] == []
    assert [verdict for verdict in BAD if vouched(verdict)] == []
    assert not is_vouched_for(read_message(sent(plain("1"), "ada@example.org")))


def test_a_planted_fault_a_domain_that_is_not_compared_is_caught(settings: Any, monkeypatch: pytest.MonkeyPatch):
    settings.COMPTOIR_MAIL_AUTHSERV = "mx.example.net"
    monkeypatch.setattr(senders, "_is_aligned", lambda *_: True)

    assert [verdict for verdict in BAD if vouched(verdict)] != []


def test_without_such_a_server_the_secret_address_is_enough():
    assert is_vouched_for(read_message(sent(plain("1"), "ada@example.org")))
