"""The strength and the hashes of passwords."""

from __future__ import annotations

from threading import BoundedSemaphore

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from events.base.exceptions import Busy, FieldError, Malformed
from events.users.models import Player

_hashing, _waiting = BoundedSemaphore(1), BoundedSemaphore(3)


class PasswordHasher(PBKDF2PasswordHasher):
    """Django's default hasher, which computes one hash at a time in a process, because a hash occupies a core."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Returns the hash. Raises Busy if as many others wait as may occupy threads."""
        if not _waiting.acquire(blocking=False):
            raise Busy(retry_after=1)
        try:
            with _hashing:
                return super().encode(password, salt, iterations)
        finally:
            _waiting.release()


def check_password(password: str, player: Player) -> None:
    """Raises Malformed if a password is too weak for a player."""
    try:
        validate_password(password, player)
    except ValidationError as error:
        raise Malformed(FieldError("/password", "bad_password", " ".join(error.messages))) from None
