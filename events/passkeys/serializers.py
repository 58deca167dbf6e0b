"""The types of requests and responses about passkeys. Bytes are base64url without padding."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from events.base.response_types import Field, Id, Moment, NextPage, component
from events.base.scopes import SCOPES
from events.http.fields import CharField, ChoiceField, LineField, Serializer, UniqueListField

LONGEST = 8_000  # the most characters of one part of an answer
BYTES = "dGhlIGJ5dGVz"

Name = Annotated[str, Field("The owner's name for the passkey.", example="Phone")]


class PasskeyOptionsOut(TypedDict):
    """The options for a device."""

    public_key: Annotated[
        dict[str, Any],
        Field(
            "The options, as `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` "
            "reads them. Their challenge works once, for five minutes.",
            example={"challenge": BYTES, "rpId": "comptoir.example"},
        ),
    ]


class PasskeyOut(TypedDict):
    """A passkey of the caller."""

    id: Id
    name: Name
    created_at: Moment
    used_at: Annotated[Moment | None, Field("When the passkey last signed its owner in; null: never.")]


class PasskeyList(TypedDict):
    """The passkeys of the caller."""

    items: Annotated[list[PasskeyOut], Field("The passkeys, the newest first.")]
    next: NextPage


@component("PasskeyUpdate")
class PasskeyNameInput(Serializer):
    """A new name for a passkey."""

    name = LineField("Your name for the passkey.", "Phone", min_length=1, max_length=40)


class PasskeyInput(PasskeyNameInput):
    """A new passkey, as a device has created it."""

    id = CharField("The `id` of the credential.", BYTES, max_length=LONGEST)
    client_data = CharField("`response.clientDataJSON`.", BYTES, max_length=LONGEST)
    attestation = CharField("`response.attestationObject`.", BYTES, max_length=LONGEST)


@component("PasskeyTokenCreate")
class PasskeySignInInput(Serializer):
    """The signed answer of a device."""

    id = CharField("The `id` of the credential.", BYTES, max_length=LONGEST)
    client_data = CharField("`response.clientDataJSON`.", BYTES, max_length=LONGEST)
    authenticator_data = CharField("`response.authenticatorData`.", BYTES, max_length=LONGEST)
    signature = CharField("`response.signature`.", BYTES, max_length=LONGEST)
    user_handle = CharField("`response.userHandle`.", BYTES, max_length=LONGEST)
    label = CharField("Your name for the token, in the list of your tokens.", "Laptop", max_length=40, required=False)  # type: ignore[assignment]
    scopes = UniqueListField(
        "What the token permits, as in `POST /tokens`.",
        ["read"],
        child=ChoiceField("A scope.", "read", choices=SCOPES),
        min_length=1,
        max_length=3,
        required=False,
    )
