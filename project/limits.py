"""The rate limits: their defaults, and the environment variables that change them.

`COMPTOIR_LIMIT_<SCOPE>=requests/seconds` sets one limit, and the value `off` removes it. `COMPTOIR_LIMITS=off` removes
all limits; only test harnesses use it.
"""

from collections.abc import Mapping

from django.core.exceptions import ImproperlyConfigured

RateLimits = dict[str, tuple[int, int]]

DEFAULTS: RateLimits = {  # requests, seconds
    "general": (300, 10),  # any request; per player, or per address without a sign-in
    "moves": (40, 10),  # per player and match, like the next two limits
    "legal_moves": (100, 10),
    "messages": (10, 10),
    "lists": (100, 10),  # pages of a player, lists of matches and calendar files, per player or address
    "forks": (20, 60),  # forks of a player
    "analyses": (20, 86_400),  # requests for an analysis of a finished match, per player
    "exports": (20, 10),  # exports of matches and of tournaments
    "own_matches": (6, 3600),  # exports of all stored data of a player, and of all their matches
    "proofs": (20, 10),
    "past": (30, 10),  # tables after a past event
    "replays": (30, 10),  # events, captions and pages of replays, per address
    "anonymous": (100, 10),  # exports, proofs, past and replays of all callers without a sign-in, together
    "sign_up": (120, 60),  # per address
    "sign_up_password": (30, 600),  # sign-ups with a password, per address
    "sign_in": (20, 60),  # per address
    "apps": (120, 60),  # requests of apps for tokens and codes, per address
    "device_codes": (20, 60),  # codes of devices that a player types
    "letters": (5, 3600),  # e-mails about accounts that one address receives
    "replies": (120, 3600),  # answers by e-mail of a player
    "renames": (3, 86_400),  # new names of a player
    "reports": (10, 3600),  # reports of a player
    "hashing": (10, 10),  # hashed passwords, per address: sign-ups, sign-ins, changes, the operator's pages
    "password": (10, 300),  # attempts at the password of one account, in sign-ins and changes
}
PREFIX = "COMPTOIR_LIMIT_"
LARGEST = 2**31 - 1


def limits_from(environment: Mapping[str, str]) -> RateLimits:
    """Returns the limits. Raises ImproperlyConfigured with the name of the invalid variable."""
    switch = environment.get("COMPTOIR_LIMITS", "on")
    if switch not in ("on", "off"):
        raise ImproperlyConfigured(f"expected COMPTOIR_LIMITS to be on or off, got {switch!r}")
    texts = {name.removeprefix(PREFIX): text for name, text in environment.items() if name.startswith(PREFIX)}
    unknown = sorted(set(texts) - {scope.upper() for scope in DEFAULTS})
    if unknown:
        known = ", ".join(scope.upper() for scope in DEFAULTS)
        raise ImproperlyConfigured(f"expected {PREFIX} with one of {known}, got {PREFIX}{unknown[0]}")
    limits = {
        scope: _read(scope.upper(), texts[scope.upper()]) if scope.upper() in texts else default
        for scope, default in DEFAULTS.items()
    }
    return {scope: limit for scope, limit in limits.items() if limit is not None} if switch == "on" else {}


def _read(scope: str, text: str) -> tuple[int, int] | None:
    if text == "off":
        return None
    parts = text.split("/")
    if len(parts) == 2 and all(part.isascii() and part.isdigit() and len(part) <= 10 for part in parts):
        requests, seconds = int(parts[0]), int(parts[1])
        if 0 < requests <= LARGEST and 0 < seconds <= LARGEST // 1000:
            return requests, seconds
    raise ImproperlyConfigured(f"expected {PREFIX}{scope} as requests/seconds, such as 40/10, or off, got {text!r}")
