"""Whether an e-mail is from a player: its From is their confirmed address, and the receiving server vouches for it.

`COMPTOIR_MAIL_AUTHSERV` names the receiving server, whose Authentication-Results (RFC 8601) count, and no other's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.conf import settings

from events.correspondence.messages import Incoming
from events.models import Player

COMMENT = re.compile(r"\([^()]*\)")
RESULT = re.compile(r"\s*(dkim|spf|dmarc)\s*=\s*(\w+)(.*)", re.IGNORECASE | re.DOTALL)
PROPERTY = {
    "dkim": re.compile(r"\bheader\.(?:d|i)\s*=\s*\"?(?:[^\s;\"@]*@)?([\w.-]+)", re.IGNORECASE),
    "spf": re.compile(r"\bsmtp\.mailfrom\s*=\s*\"?(?:[^\s;\"@]*@)?([\w.-]+)", re.IGNORECASE),
    "dmarc": re.compile(r"\bheader\.from\s*=\s*\"?(?:[^\s;\"@]*@)?([\w.-]+)", re.IGNORECASE),
}


class Result(NamedTuple):
    """What a server found. domain: for whom; empty: it does not say."""

    method: str
    outcome: str
    domain: str


def is_from(player: Player, incoming: Incoming) -> bool:
    """Whether a player sent an e-mail, as far as can be known."""
    if not player.is_active or not player.email or not player.is_email_confirmed:
        return False
    return incoming.sender == player.email.lower() and is_vouched_for(incoming)


def is_vouched_for(incoming: Incoming) -> bool:
    """Whether the receiving server found that the domain of the sender sent it; without such a server, yes."""
    server = settings.COMPTOIR_MAIL_AUTHSERV
    if not server:
        return True
    domain = incoming.sender.rpartition("@")[2]
    results = [result for verdict in incoming.verdicts for result in results_of(verdict, server)]
    if any(result.method == "dmarc" and result.outcome == "fail" for result in results):
        return False
    return any(result.outcome == "pass" and _is_aligned(result.domain, domain) for result in results)


def results_of(verdict: str, server: str) -> Iterator[Result]:
    """The results in a header that a server wrote; none if another did."""
    for _ in range(5):  # comments may stand in comments
        verdict = COMMENT.sub(" ", verdict)
    name, *parts = verdict.split(";")
    if name.split()[:1] != [server] and name.strip().lower() != server.lower():
        return
    for part in parts:
        if found := RESULT.match(part):
            method = found[1].lower()
            domain = PROPERTY[method].search(found[3])
            yield Result(method, found[2].lower(), domain[1].lower() if domain else "")


def _is_aligned(vouched: str, domain: str) -> bool:
    """Whether a domain is the one that is vouched for, or below it."""
    return "." in vouched and (domain == vouched or domain.endswith(f".{vouched}"))
