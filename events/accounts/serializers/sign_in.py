"""The types of requests and responses about signing up, signing in, and links in e-mails."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.base.response_types import Field, Id, component
from events.base.scopes import SCOPES
from events.http.fields import (
    A_PASSWORD,
    AN_EMAIL,
    NEW_NAME,
    NEW_PASSWORD,
    CharField,
    ChoiceField,
    LineField,
    Serializer,
    UniqueListField,
)
from events.users.serializers import TokenText

LINK_TOKEN = "The last part of the link that was sent by e-mail."


class PlayerOut(TypedDict):
    """A new player, with a token."""

    id: Id
    name: Annotated[str, Field("The name of the player.", example="Ada")]
    token: TokenText


@component("PasswordResetCreate")
class AddressInput(Serializer):
    """An e-mail address."""

    email = CharField("The address that the account has confirmed.", AN_EMAIL, min_length=3, max_length=254)


@component("EmailConfirmation")
class LinkInput(Serializer):
    """The token of a link that was sent by e-mail."""

    token = CharField(LINK_TOKEN, "c0ffee" * 7, min_length=1, max_length=1000)


@component("PasswordReset")
class RecoveryInput(Serializer):
    """A new password, and the token of a link that was sent by e-mail."""

    token = CharField(LINK_TOKEN, "c0ffee" * 7, min_length=1, max_length=1000)
    password = CharField(NEW_PASSWORD, A_PASSWORD, min_length=8, max_length=128)


class PlayerInput(Serializer):
    """A new player. A player without a password is a guest."""

    name = CharField(NEW_NAME, "Ada", min_length=2, max_length=40)
    password = CharField(
        "The password; null: no password.", A_PASSWORD, min_length=8, max_length=128, required=False, allow_null=True
    )
    email = CharField(
        "The e-mail address; null: no address.", AN_EMAIL, max_length=254, required=False, allow_null=True
    )


@component("TokenCreate")
class SignInInput(Serializer):
    """A name and its password."""

    name = CharField("The name of the player.", "Ada", max_length=40)
    password = CharField("The password of the player.", A_PASSWORD, max_length=128)
    label = LineField("Your name for the token, in the list of your tokens.", "Laptop", max_length=40, required=False)  # type: ignore[assignment]
    scopes = UniqueListField(
        "What the token permits. `read`: to read; `play`: also to change anything; `bot`: to play as a bot account. "
        "Left out: all scopes that the account can have.",
        ["read"],
        child=ChoiceField("A scope.", "read", choices=SCOPES),
        min_length=1,
        max_length=3,
        required=False,
    )
