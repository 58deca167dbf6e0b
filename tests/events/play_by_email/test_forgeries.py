"""Forged mails play nothing: mails to unsigned addresses, and mails of unauthenticated senders."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest

from events.play_by_email import addresses, authentication_results, senders
from events.play_by_email.addresses import address_of, read_address
from events.play_by_email.messages import read_message
from events.play_by_email.senders import is_from, is_vouched_for
from events.users.models import Player
from tests.events.play_by_email.clients import plain, sent
from tests.events.play_by_email.forged_mails import forged_mail, genuine_verdict
from tests.games.harness.time_budget import SEED

DOMAIN = "reply.example.org"
EXPIRES = 1_800_000_060_000
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


@pytest.fixture(autouse=True)
def domain(settings: Any) -> None:
    settings.COMPTOIR_MAIL_DOMAIN = DOMAIN


def test_an_address_is_read_regardless_of_letter_case():
    address = address_of(7, EXPIRES)

    assert read_address(address) == read_address(address.upper()) == (7, EXPIRES)
    assert len(address.partition("@")[0]) <= 64


def forgeries(number: int) -> list[str]:
    """Returns addresses that resemble signed ones: letters changed, taken from other addresses, or drawn."""
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


def test_a_thousand_forged_addresses_are_refused():
    assert accepted(1000) == 0, f"seed {SEED}"


def test_a_planted_reader_that_does_not_compare_signatures_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(addresses, "constant_time_compare", lambda *_: True)

    assert accepted(20) > 0


@pytest.mark.parametrize(
    "text", ["", "@", "play-@reply.example.org", "play-" + "é" * 36 + "@reply.example.org", "x" * 9999]
)
def test_an_invalid_address_has_no_question(text: str):
    assert read_address(text) is None
    assert read_address(address_of(7, EXPIRES).replace(DOMAIN, "example.org")) is None


def test_without_a_mail_domain_no_address_is_accepted(settings: Any):
    address = address_of(7, EXPIRES)
    settings.COMPTOIR_MAIL_DOMAIN = ""

    assert read_address(address) is None


GOOD = [
    "mx.example.net; dkim=pass header.d=example.org",
    "mx.example.net 1; spf=fail smtp.mailfrom=a@b.example; dkim=pass (2048-bit key; (x)) header.i=@example.org",
    "mx.example.net; spf=pass smtp.mailfrom=ada@example.org",
    "mx.example.net; dmarc=pass (p=NONE) header.from=example.org",
    'mx.example.net; dkim=pass header.i=@news.example.org header.s=a header.b="x/y=" header.d=example.org; spf=none',
    'mx.example.net (a; \\) b) ; spf=softfail smtp.mailfrom="a; \\" b"@evil.example; dkim=pass header.d=EXAMPLE.org',
    'mx.example.net; auth=pass smtp.auth="x" reason="; ;"; dkim=pass (good)header.d=example.org(really)',
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
    'mx.example.net; spf=pass smtp.mailfrom="example.org"@evil.example',
    'mx.example.net; spf=pass smtp.mailfrom="x; dkim=pass header.d=example.org"@evil.example',
    'mx.example.net; dkim=pass header.i="example.org"@evil.example header.d=evil.example',
    'mx.example.net; spf=pass reason="; dkim=pass header.d=example.org" smtp.mailfrom=evil.example',
    "mx.example.net; spf=pass x-smtp.mailfrom=example.org",
    "mx.example.net; dmarc=pass policy.header.from=example.org",
    "mx.example.net; spf=pass policy smtp.mailfrom=example.org",
    'mx.example.net; spf=pass smtp.mailfrom="x" y@evil.example smtp.mailfrom=example.org',
    "mx.example.net; dkim=pass header.d=evil.example header.d=example.org",
    "mx.example.net; dkim=pass header.d=example.org header.i=@evil.example",
    "mx.example.net; spf=pass smtp.mailfrom=<eve@evil.example> smtp.mailfrom=example.org",
    "mx.example.net; spf=pass smtp.mailfrom=eve@evil.example@example.org",
    "mx.example.net; spf=pass smtp.helo=example.org smtp.mailfrom=",
    "mx.example.net 2; dkim=pass header.d=example.org",
    "mx.example.net; dkim/2=pass header.d=example.org",
]


def vouched(verdict: str) -> bool:
    return is_vouched_for(read_message(sent(plain("1"), "ada@example.org", Authentication_Results=verdict)))


def test_the_receiving_server_vouches_for_the_domain_of_the_sender(settings: Any):
    settings.COMPTOIR_MAIL_AUTHSERV = "mx.example.net"

    assert [verdict for verdict in GOOD if not vouched(verdict)] == []
    assert [verdict for verdict in BAD if vouched(verdict)] == []
    assert not is_vouched_for(read_message(sent(plain("1"), "ada@example.org")))


def test_a_planted_check_that_does_not_compare_domains_is_found(settings: Any, monkeypatch: pytest.MonkeyPatch):
    settings.COMPTOIR_MAIL_AUTHSERV = "mx.example.net"
    monkeypatch.setattr(senders, "_is_aligned", lambda *_: True)

    assert [verdict for verdict in BAD if vouched(verdict)] != []


def test_a_header_may_be_folded_anywhere_between_its_words():
    folded = 'mx.example.net;\r\n\tspf=pass\n smtp.mailfrom="a\n b"@example.org'

    (result,) = authentication_results.parse(folded).results
    assert authentication_results.domain_of(result.properties["smtp.mailfrom"]) == "example.org"


@pytest.fixture
def ada(settings: Any) -> Player:
    settings.COMPTOIR_MAIL_AUTHSERV = "mx.example.net"
    return Player(name="Ada", email="ada@example.org", is_email_confirmed=True)


def taken_for(player: Player, number: int) -> list[bytes]:
    """Returns the forged e-mails, of `number`, that are accepted as a player's."""
    draws = random.Random(SEED)
    mails = [forged_mail(draws, player.email or "", "mx.example.net") for _ in range(number)]
    return [mail for mail in mails if is_from(player, read_message(mail))]


def test_five_hundred_forged_mails_are_refused(ada: Player):
    assert taken_for(ada, 500) == [], f"seed {SEED}"


def test_two_hundred_genuine_verdicts_are_accepted(ada: Player):
    draws = random.Random(SEED)
    verdicts = [genuine_verdict(draws, "example.org", "mx.example.net") for _ in range(200)]

    assert [verdict for verdict in verdicts if not vouched(verdict)] == [], f"seed {SEED}"


def test_a_planted_parser_that_reads_a_quoted_local_part_as_a_domain_is_found(
    ada: Player, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(senders, "domain_of", lambda value: value.text.rpartition("@")[2].lower())

    assert taken_for(ada, 500) != []


def test_a_planted_parser_that_skips_unreadable_parts_is_found(ada: Player, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(senders, "parse", _parse_leniently)

    assert taken_for(ada, 500) != []


def _parse_leniently(header: str) -> authentication_results.Verdict:
    """Parses the parts between semicolons, and skips invalid ones."""
    server, *parts = header.split(";")
    results = []
    for part in parts:
        with suppress(authentication_results.Unparsable):
            results += authentication_results.parse(f"{server};{part.partition('@')[0]}").results
    return authentication_results.Verdict(server, tuple(results))


def test_without_a_receiving_server_that_vouches_the_secret_address_is_enough():
    assert is_vouched_for(read_message(sent(plain("1"), "ada@example.org")))
