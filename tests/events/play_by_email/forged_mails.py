"""Draws forged e-mails in the name of a player, with the findings that a receiving server adds to them.

The forger chooses the envelope, the From and their text. The server writes the header by RFC 8601, so text of the
forger appears only in quoted strings, comments and properties that authenticate nobody.
"""

from __future__ import annotations

import random

from tests.events.play_by_email.clients import plain, sent

EVIL = "evil.example"
METHODS = {"spf": "smtp.mailfrom", "dkim": "header.d", "dmarc": "header.from"}
FAILURES = ("fail", "softfail", "neutral", "none", "temperror", "permerror", "policy", "passed", "bypass")


def forged_mail(draws: random.Random, victim: str, server: str) -> bytes:
    """Returns an e-mail that the player with the address `victim` did not send."""
    domain = victim.partition("@")[2]
    if draws.random() < 0.15:  # the server's finding is true of the forger, whose name resembles the player's
        sender = draws.choice(
            [
                f'"{victim}" <eve@{EVIL}>',
                f"{victim} <eve@{EVIL}>",
                f"eve@{EVIL} ({victim})",
                f"eve@{EVIL}, {victim}",
                f'"{victim}"@{EVIL}',
                f"{victim}.{EVIL}",
            ]
        )
        return sent(plain("1"), sender, Authentication_Results=f"{server}; {_truth(draws, EVIL)}")
    parts = [_about_the_forger(draws, domain) for _ in range(draws.randrange(1, 4))]
    header = f"{_server(draws, server)};{_blank(draws)}" + f";{_blank(draws)}".join(parts)
    if draws.random() < 0.1:  # from another server, which may write anything
        header = (
            f"{draws.choice([EVIL, f'{server}.{EVIL}', f'x{server}', f'({server}) {EVIL}'])}; {_truth(draws, domain)}"
        )
    return sent(plain("1"), victim, Authentication_Results=header)


def genuine_verdict(draws: random.Random, domain: str, server: str) -> str:
    """Returns a header in which a server authenticates a domain, among other findings and text of strangers."""
    parts = [_truth(draws, domain), *(_about_the_forger(draws, domain, sound=True) for _ in range(draws.randrange(3)))]
    draws.shuffle(parts)
    return f"{_server(draws, server)};{_blank(draws)}" + f";{_blank(draws)}".join(parts)


def _truth(draws: random.Random, domain: str) -> str:
    method = draws.choice(list(METHODS))
    values = [domain, domain.upper()]
    if method == "spf":
        values += [f"a.b+c@{domain}", f'"a;\\" b"@{domain}', f"@{domain}"]
    return f"{method}=pass{_comment(draws)} {METHODS[method]}={draws.choice(values)}{_comment(draws)}"


def _server(draws: random.Random, server: str) -> str:
    return draws.choice([server, server.upper(), f"{server} 1", f"(x) {server} (y; z) 1"])


def _blank(draws: random.Random) -> str:
    return draws.choice([" ", "", "\t", " (a comment) "])


def _comment(draws: random.Random) -> str:
    return draws.choice(["", "", " (p=NONE)", " (a (nested; \\) one))"])


def _words(draws: random.Random, domain: str) -> str:
    """Returns text of a forger that resembles a finding."""
    method = draws.choice(list(METHODS))
    finding = f"{method}=pass {METHODS[method]}={domain}"
    return draws.choice(
        [f"x; {finding}", finding, f"; {finding};", domain, f"x@{domain}", f") {finding} (", f"{finding} x="]
    )


def _about_the_forger(draws: random.Random, domain: str, *, sound: bool = False) -> str:
    """Returns a finding that authenticates only the forger. sound: whether all signatures of the domain pass."""
    words = _words(draws, domain)
    quoted = '"' + words.replace("\\", "\\\\").replace('"', '\\"') + draws.choice(["", '\\"', "\\\\"]) + '"'
    said = "(" + words.replace("(", "\\(").replace(")", "\\)") + ")"
    method = draws.choice(["spf", "dkim", "dmarc", "x-spf", "arc", "iprev"])
    name = METHODS.get(method, "smtp.mailfrom")
    evil = draws.choice([EVIL, f"{domain}.{EVIL}", f"x{domain}", f"{domain}x", f"x-{domain}", f"{domain}@{EVIL}"])
    if method == "dmarc" and sound:
        return f"dmarc=none {said}"
    return draws.choice(
        [
            f"{method}=pass {name}={quoted}@{EVIL}",
            f"dkim=pass header.i={quoted}@{EVIL} header.d={EVIL}",
            f"{method}=pass reason={quoted} {name}={EVIL}",
            f"{method}=pass {said} {name}={EVIL}",
            f"{method}=pass {name}={EVIL} {said}",
            f"{method}=pass x-{name}={domain}",
            f"spf=pass smtp.helo={domain} smtp.mailfrom={EVIL}",
            f"{method}=pass policy.from={domain} body.d={domain} {name}={EVIL}",
            f"{method}=pass header.x={quoted} {name}={evil}",
            f"{draws.choice(['spf', 'dkim'])}={draws.choice(FAILURES)} {said}",
            f"x-{method}=pass {name}={domain}",
            *(
                ()
                if sound
                else (
                    f"{method}=pass policy.{name}={domain}",
                    f"{method}={draws.choice(FAILURES)} {name}={domain}",
                    f"{method}=pass {name}={draws.choice(['', domain.partition('.')[2]])}",
                    f"{method}=pass {name}={quoted} x@{EVIL} {name}={domain}",
                    f"{method}=pass policy {name}={domain}",
                    f"{method}=pass {name}={EVIL} {name}={domain}",
                    f"{method}=pass {name}={quoted}{domain}",
                    f"{method}/2=pass {name}={domain}",
                    f"{method}=pass {name}=eve@{EVIL}@{domain}",
                    f"{method}=pass {name}=<eve@{EVIL}> {name}={domain}",
                )
            ),
        ]
    )
