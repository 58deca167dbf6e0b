"""The two ceremonies of WebAuthn, which py_webauthn checks: what a device is asked to sign, and whether it has.

A passkey is bound to the host of `COMPTOIR_URL`, and answers only pages of that origin. A challenge works once, for
five minutes, for what it was made for. Who made the device is not asked (attestation: none).
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

from events.models import Passkey, PasskeyChallenge, Player

LASTS = timedelta(minutes=5)
SERVER = "Comptoir"
FORMATS = ("none", "packed")  # the latter only where a device signs for itself
UNREADABLE = (
    WebAuthnException, InvalidSignature, UnsupportedAlgorithm, binascii.Error, ArithmeticError, AttributeError,
    LookupError, TypeError, ValueError,
)  # fmt: skip
"""What py_webauthn and what it calls raise for bytes that somebody has made up."""

T = TypeVar("T")


class Refused(Exception):
    """What a device has sent proves nothing."""


def origin() -> str:
    """The only origin whose pages may use passkeys."""
    parts = urlsplit(settings.COMPTOIR_URL)
    return f"{parts.scheme}://{parts.netloc}"


def host() -> str:
    """To what passkeys are bound (the id of the relying party)."""
    return urlsplit(settings.COMPTOIR_URL).hostname or ""


def registration_options(player: Player) -> dict[str, Any]:
    """What a device is asked for that is to have a passkey of a player."""
    known = [PublicKeyCredentialDescriptor(id=bytes(each.credential)) for each in player.passkeys.all()]
    options = webauthn.generate_registration_options(
        rp_id=host(), rp_name=SERVER, user_id=player.pk.bytes, user_name=player.name, challenge=_challenge_for(player),
        timeout=int(LASTS.total_seconds() * 1000), exclude_credentials=known,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
    )  # fmt: skip
    return options_to_json_dict(options)


def authentication_options() -> dict[str, Any]:
    """What a device is asked for that may have a passkey of anybody."""
    options = webauthn.generate_authentication_options(
        rp_id=host(), challenge=_challenge_for(None), timeout=int(LASTS.total_seconds() * 1000)
    )
    return options_to_json_dict(options)


def registered(player: Player, answer: Mapping[str, str]) -> VerifiedRegistration:
    """Checks the answer to `registration_options`. Raises Refused."""
    challenge = _used(answer["client_data"], player)
    response = {"clientDataJSON": answer["client_data"], "attestationObject": answer["attestation"]}

    def verified() -> VerifiedRegistration:
        if parse_attestation_object(base64url_to_bytes(answer["attestation"])).fmt not in FORMATS:
            raise Refused
        made = webauthn.verify_registration_response(
            credential=_credential(answer["id"], response), expected_challenge=challenge, expected_rp_id=host(),
            expected_origin=origin(),
        )  # fmt: skip
        if made.credential_id != base64url_to_bytes(answer["id"]):
            raise Refused
        return made

    return _read(verified)


def authenticated(passkey: Passkey, challenge: bytes, answer: Mapping[str, str]) -> VerifiedAuthentication:
    """Checks the answer to `authentication_options`. Raises Refused, also if the device counts backwards."""
    response = {
        "clientDataJSON": answer["client_data"], "authenticatorData": answer["authenticator_data"],
        "signature": answer["signature"], "userHandle": answer["user_handle"],
    }  # fmt: skip
    if _read(lambda: base64url_to_bytes(answer["user_handle"])) != passkey.player_id.bytes:
        raise Refused
    return _read(
        lambda: webauthn.verify_authentication_response(
            credential=_credential(answer["id"], response), expected_challenge=challenge, expected_rp_id=host(),
            expected_origin=origin(), credential_public_key=bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
        )
    )  # fmt: skip


def signed_challenge(answer: Mapping[str, str]) -> bytes:
    """The challenge of a sign-in that an answer has signed, which is used up. Raises Refused."""
    return _used(answer["client_data"], None)


def credential_of(answer: Mapping[str, str]) -> bytes:
    """The id of a credential. Raises Refused."""
    return _read(lambda: base64url_to_bytes(answer["id"]))


def challenges_prune() -> int:
    """Deletes the challenges that have expired; returns how many. For the sweeper."""
    return PasskeyChallenge.objects.filter(expires_at__lte=timezone.now()).delete()[0]


def _challenge_for(player: Player | None) -> bytes:
    challenge = secrets.token_bytes(32)
    PasskeyChallenge.objects.create(challenge=challenge, player=player, expires_at=timezone.now() + LASTS)
    return challenge


def _used(client_data: str, player: Player | None) -> bytes:
    """The challenge that an answer names. Nothing that follows brings it back. Raises Refused."""
    named = _read(lambda: base64url_to_bytes(json.loads(base64url_to_bytes(client_data))["challenge"]))
    mine = PasskeyChallenge.objects.filter(challenge=named, player=player, expires_at__gt=timezone.now())
    if not mine.delete()[0]:
        raise Refused
    return named


def _credential(id: str, response: dict[str, str]) -> dict[str, Any]:
    return {"id": id, "rawId": id, "type": "public-key", "response": response}


def _read(read: Callable[[], T]) -> T:
    """Reads what somebody has sent. Raises Refused."""
    try:
        return read()
    except UNREADABLE as error:
        raise Refused from error
