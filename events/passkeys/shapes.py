"""Passkeys: what a device is asked for, what it answers, and lists of them. Bytes are base64url without padding."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from events.base.scopes import SCOPES
from events.base.shapes import Field, Id, Moment, NextPage
from events.http.fields import Choice, Several, Shape, Word

LONGEST = 8_000  # letters of one part of an answer
BYTES = "dGhlIGJ5dGVz"

Name = Annotated[str, Field("What its owner calls it.", example="Phone")]


class PasskeyOptionsOut(TypedDict):
    """What a device is asked for."""

    public_key: Annotated[
        dict[str, Any],
        Field("As `PublicKeyCredential.parseCreationOptionsFromJSON`, or `parseRequestOptionsFromJSON`, reads it. Its "
              "challenge works once, for five minutes.", example={"challenge": BYTES, "rpId": "comptoir.example"}),
    ]  # fmt: skip


class PasskeyOut(TypedDict):
    """A passkey of the caller."""

    id: Id
    name: Name
    created_at: Moment
    used_at: Annotated[Moment | None, Field("When it last signed its owner in; null: never.")]


class PasskeyList(TypedDict):
    """The passkeys of the caller."""

    items: Annotated[list[PasskeyOut], Field("The passkeys, the newest first.")]
    next: NextPage


class PasskeyNameInput(Shape):
    """Another name of a passkey."""

    name = Word("What you call it.", "Phone", min_length=1, max_length=40)


class PasskeyInput(PasskeyNameInput):
    """A new passkey, as a device has made it."""

    id = Word("The `id` of the credential.", BYTES, max_length=LONGEST)
    client_data = Word("`response.clientDataJSON`.", BYTES, max_length=LONGEST)
    attestation = Word("`response.attestationObject`.", BYTES, max_length=LONGEST)


class PasskeySignInInput(Shape):
    """What a device has signed."""

    id = Word("The `id` of the credential.", BYTES, max_length=LONGEST)
    client_data = Word("`response.clientDataJSON`.", BYTES, max_length=LONGEST)
    authenticator_data = Word("`response.authenticatorData`.", BYTES, max_length=LONGEST)
    signature = Word("`response.signature`.", BYTES, max_length=LONGEST)
    user_handle = Word("`response.userHandle`.", BYTES, max_length=LONGEST)
    label = Word("What you call the token, in the list of your tokens.", "Laptop", max_length=40, required=False)
    scopes = Several(
        "What the token permits, as in `POST /tokens`.", ["read"], child=Choice("A scope.", "read", choices=SCOPES),
        min_length=1, max_length=3, required=False,
    )  # fmt: skip
