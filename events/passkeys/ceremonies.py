"""The two ceremonies of WebAuthn, registration and authentication, checked by py_webauthn.

A passkey is bound to the host of `COMPTOIR_URL`, and works only on pages of that origin. A challenge works once, within
five minutes, for one purpose. The maker of the device is not requested (attestation: none).
"""

from __future__ import annotations

import binascii
import json
import secrets
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, TypeVar
from urllib.parse import urlsplit

import webauthn
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from django.conf import settings
from django.utils import timezone
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import base64url_to_bytes, options_to_json_dict, parse_attestation_object
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from events.users.models import Passkey, PasskeyChallenge, Player

LASTS = timedelta(minutes=5)
SERVER = "Comptoir"
FORMATS = ("none", "packed")  # "packed" only as self-attestation
UNREADABLE = (
    WebAuthnException,
    InvalidSignature,
    UnsupportedAlgorithm,
    binascii.Error,
    ArithmeticError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""The exceptions that py_webauthn and its dependencies raise for invalid bytes."""

T = TypeVar("T")


class CeremonyRefused(Exception):
    """The answer of a device is not a valid proof."""


def origin() -> str:
    """Returns the only origin whose pages may use passkeys."""
    parts = urlsplit(settings.COMPTOIR_URL)
    return f"{parts.scheme}://{parts.netloc}"


def host() -> str:
    """Returns the host that passkeys are bound to (the id of the relying party)."""
    return urlsplit(settings.COMPTOIR_URL).hostname or ""


def registration_options(player: Player) -> dict[str, Any]:
    """Returns the options for a device that registers a passkey of a player."""
    known = [PublicKeyCredentialDescriptor(id=bytes(each.credential)) for each in player.passkeys.all()]
    options = webauthn.generate_registration_options(
        rp_id=host(),
        rp_name=SERVER,
        user_id=player.pk.bytes,
        user_name=player.name,
        challenge=_challenge_for(player),
        timeout=int(LASTS.total_seconds() * 1000),
        exclude_credentials=known,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
    )
    return options_to_json_dict(options)


def authentication_options() -> dict[str, Any]:
    """Returns the options for a sign-in with any passkey."""
    options = webauthn.generate_authentication_options(
        rp_id=host(), challenge=_challenge_for(None), timeout=int(LASTS.total_seconds() * 1000)
    )
    return options_to_json_dict(options)


def registered(player: Player, answer: Mapping[str, str]) -> VerifiedRegistration:
    """Checks the answer to `registration_options`. Raises CeremonyRefused."""
    challenge = _used(answer["client_data"], player)
    response = {"clientDataJSON": answer["client_data"], "attestationObject": answer["attestation"]}

    def verified() -> VerifiedRegistration:
        if parse_attestation_object(base64url_to_bytes(answer["attestation"])).fmt not in FORMATS:
            raise CeremonyRefused
        made = webauthn.verify_registration_response(
            credential=_credential(answer["id"], response),
            expected_challenge=challenge,
            expected_rp_id=host(),
            expected_origin=origin(),
        )
        if made.credential_id != base64url_to_bytes(answer["id"]):
            raise CeremonyRefused
        return made

    return _read(verified)


def authenticated(passkey: Passkey, challenge: bytes, answer: Mapping[str, str]) -> VerifiedAuthentication:
    """Checks the answer to `authentication_options`. Raises CeremonyRefused, also if the counter has not increased."""
    response = {
        "clientDataJSON": answer["client_data"],
        "authenticatorData": answer["authenticator_data"],
        "signature": answer["signature"],
        "userHandle": answer["user_handle"],
    }
    if _read(lambda: base64url_to_bytes(answer["user_handle"])) != passkey.player_id.bytes:
        raise CeremonyRefused
    return _read(
        lambda: webauthn.verify_authentication_response(
            credential=_credential(answer["id"], response),
            expected_challenge=challenge,
            expected_rp_id=host(),
            expected_origin=origin(),
            credential_public_key=bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
        )
    )


def signed_challenge(answer: Mapping[str, str]) -> bytes:
    """Deletes and returns the challenge that a sign-in has signed. Raises CeremonyRefused."""
    return _used(answer["client_data"], None)


def credential_of(answer: Mapping[str, str]) -> bytes:
    """Returns the id of a credential. Raises CeremonyRefused."""
    return _read(lambda: base64url_to_bytes(answer["id"]))


def challenges_prune() -> int:
    """Deletes the expired challenges. Returns the number of deleted challenges."""
    return PasskeyChallenge.objects.filter(expires_at__lte=timezone.now()).delete()[0]


def _challenge_for(player: Player | None) -> bytes:
    challenge = secrets.token_bytes(32)
    PasskeyChallenge.objects.create(challenge=challenge, player=player, expires_at=timezone.now() + LASTS)
    return challenge


def _used(client_data: str, player: Player | None) -> bytes:
    """Deletes and returns the challenge of an answer. The challenge stays deleted if a later check fails.

    Raises CeremonyRefused.
    """
    named = _read(lambda: base64url_to_bytes(json.loads(base64url_to_bytes(client_data))["challenge"]))
    mine = PasskeyChallenge.objects.filter(challenge=named, player=player, expires_at__gt=timezone.now())
    if not mine.delete()[0]:
        raise CeremonyRefused
    return named


def _credential(id: str, response: dict[str, str]) -> dict[str, Any]:
    return {"id": id, "rawId": id, "type": "public-key", "response": response}


def _read(read: Callable[[], T]) -> T:
    """Returns the result of a function that parses received data. Raises CeremonyRefused if parsing fails."""
    try:
        return read()
    except UNREADABLE as error:
        raise CeremonyRefused from error
