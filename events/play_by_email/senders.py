"""The check that a player sent an e-mail: From is their confirmed address, and the receiving mail server confirms its
domain.

`COMPTOIR_MAIL_AUTHSERV` names the receiving server; only its Authentication-Results (RFC 8601) count.
"""

from __future__ import annotations

from django.conf import settings

from events.play_by_email.authentication_results import MethodResult, Unparsable, domain_of, parse, server_of
from events.play_by_email.messages import Incoming
from events.users.models import Player


def is_from(player: Player, incoming: Incoming) -> bool:
    """Returns whether a player sent an e-mail, as far as this can be verified."""
    if not player.is_active or not player.email or not player.is_email_confirmed:
        return False
    return incoming.sender == player.email.lower() and is_vouched_for(incoming)


def is_vouched_for(incoming: Incoming) -> bool:
    """Returns whether the receiving server confirms the domain of the sender. If no such server is set, returns
    True.
    """
    server = settings.COMPTOIR_MAIL_AUTHSERV
    if not server:
        return True
    domain = incoming.sender.rpartition("@")[2]
    try:
        verdicts = [parse(header) for header in incoming.verdicts if server_of(header) == server.lower()]
    except Unparsable:
        return False
    results = [result for verdict in verdicts for result in verdict.results]
    if any(result.method == "dmarc" and result.outcome == "fail" for result in results):
        return False
    return any(result.outcome == "pass" and _vouches_for(result, domain) for result in results)


def _vouches_for(result: MethodResult, domain: str) -> bool:
    """Returns whether a result confirms a domain or one of its parent domains."""
    of = {name: domain_of(value) for name, value in result.properties.items()}
    if result.method == "spf":
        return _is_aligned(of.get("smtp.mailfrom", ""), domain)
    if result.method == "dmarc":
        return _is_aligned(of.get("header.from", ""), domain)
    if result.method != "dkim":
        return False
    user = of.get("header.i", "")
    signer = of.get("header.d", user)
    return _is_aligned(signer, domain) and ("header.i" not in of or _is_aligned(signer, user))


def _is_aligned(vouched: str, domain: str) -> bool:
    """Returns whether `domain` is the domain `vouched` or a subdomain of it."""
    return "." in vouched and (domain == vouched or domain.endswith(f".{vouched}"))
