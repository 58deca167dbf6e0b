"""The strength of passwords."""

from __future__ import annotations

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from events.base.exceptions import FieldError, Malformed
from events.users.models import Player


def check_password(password: str, player: Player) -> None:
    """Raises Malformed if a password is too weak for a player."""
    try:
        validate_password(password, player)
    except ValidationError as error:
        raise Malformed(FieldError("/password", "bad_password", " ".join(error.messages))) from None
