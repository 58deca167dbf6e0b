"""The types of requests and responses about apps, their requests for consent, and the decisions of players."""

from __future__ import annotations

from typing import Annotated, TypedDict

from events.base.response_types import Field, Moment, NextPage, Schema, component
from events.http.fields import BooleanField, CharField, ChoiceField, LineField, Serializer, UniqueListField
from events.oauth.services import DEVICE, PAGE
from events.users.serializers import Scopes

A_CLIENT = "k3J0mWmC3T5vVtq1bq8gkq7cQ3Zq2n9xwQd5YtXb"
A_URI = "https://scores.example/back"

ClientId = Annotated[str, Field("The id of the app, which it sends as `client_id`.", example=A_CLIENT)]
AppName = Annotated[str, Field("The name of the app, as its author wrote it.", example="Score sheet")]
Owner = Annotated[str, Field("The name of the player who registered the app.", example="Ada")]
RedirectUris = Annotated[list[str], Field("The addresses at which the app may receive its codes.", example=[A_URI])]
Kind = Annotated[
    str,
    Schema(enum=[PAGE, DEVICE]),
    Field(
        "`page`: the app signs players in by a redirect and PKCE; `device`: by a code that the player types.",
        example=PAGE,
    ),
]


class AppOut(TypedDict):
    """An app that a player has registered."""

    client_id: ClientId
    name: AppName
    kind: Kind
    redirect_uris: RedirectUris
    created_at: Moment


class AppList(TypedDict):
    """The apps of the caller."""

    items: Annotated[list[AppOut], Field("The apps, the newest first.")]
    next: NextPage


class SignedInAppOut(TypedDict):
    """An app that may act for the caller."""

    client_id: ClientId
    name: AppName
    owner: Owner
    scopes: Scopes
    since: Moment


class SignedInAppList(TypedDict):
    """The apps that may act for the caller."""

    items: Annotated[list[SignedInAppOut], Field("The apps, the newest first.")]
    next: NextPage


class ConsentOut(TypedDict):
    """The request of an app to a player."""

    client_id: ClientId
    name: AppName
    owner: Owner
    scopes: Scopes
    host: Annotated[
        str | None,
        Field("The host that receives the code; null: the device that shows the code.", example="scores.example"),
    ]


@component("ConsentResult")
class DecidedOut(TypedDict):
    """The decision of a player about an app."""

    redirect_to: Annotated[
        str | None,
        Field(
            "The address for the browser, with the code or the refusal; null: the browser is not redirected, and the "
            "device waits.",
            example=f"{A_URI}?code=6xI&state=af0",
        ),
    ]


class AppInput(Serializer):
    """A new app."""

    name = LineField(
        "The name of the app, which players read when the app requests access.",
        "Score sheet",
        min_length=2,
        max_length=40,
    )
    kind = ChoiceField(
        "`page`: the app signs players in by a redirect and PKCE; `device`: by a code that the player types.",
        PAGE,
        choices=(PAGE, DEVICE),
    )
    redirect_uris = UniqueListField(
        "The addresses at which the app may receive its codes, compared letter by letter: HTTPS, or HTTP on the "
        "player's own machine.",
        [A_URI],
        child=CharField("An address.", A_URI, max_length=300),
        max_length=10,
        required=False,
    )


@component("DeviceAnswer")
class DecisionInput(Serializer):
    """The decision whether an app may act for the player."""

    allow = BooleanField("Whether the app may act for the player.", True)


@component("AuthorizationCreate")
class ConsentInput(DecisionInput):
    """The request of an app, with the query parameters of its address, and the decision."""

    client_id = CharField("The id of the app.", A_CLIENT, max_length=255)
    redirect_uri = CharField("The address at which the app receives the code.", A_URI, max_length=300, required=False)
    response_type = CharField("`code`.", "code", max_length=20)
    scope = CharField("The requested scopes, separated by spaces.", "read play", max_length=60, required=False)
    state = CharField("A value that is returned to the app.", "af0", max_length=1000, required=False)
    code_challenge = CharField(
        "The hash of the app's one-time secret (PKCE).", "x" * 43, max_length=128, required=False
    )
    code_challenge_method = CharField("`S256`.", "S256", max_length=10, required=False)
