"""The types of requests and responses about the entries of a tournament."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from events.base.policies import POLICIES
from events.base.response_types import Field, component
from events.http.fields import ChoiceField, Hex32Field, LineField, Serializer

EntryNumber = Annotated[int, Field("The number of an entry in its tournament, counted from 0.", example=3)]
EntryNumbers = Annotated[list[int], Field("Numbers of entries.", example=[3, 7])]


@component("FormerPlayer")
class FormerOut(TypedDict):
    """A player whose entry a substitute has taken over."""

    player: Annotated[str | None, Field("The name of the player; null for a closed account.", example="Ada")]
    until_round: Annotated[int, Field("The last round that was drawn with this player.", example=2)]


class TeamMemberOut(TypedDict):
    """A player of a team."""

    board: Annotated[
        int, Field("The number of the board at which the member plays; the first board belongs to `player`.", example=2)
    ]
    player: Annotated[str | None, Field("The name of the player; null for a closed account.", example="Grace")]
    joined: Annotated[bool, Field("Whether the member has joined; if not, the member is only invited.", example=True)]


class EntryOut(TypedDict):
    """A player, a bot or a team in a tournament."""

    entry: EntryNumber
    kind: Annotated[Literal["player", "bot"], Field("The kind of participant.", example="player")]
    player: Annotated[str | None, Field("The name of the player; null for a bot or a closed account.", example="Ada")]
    policy: Annotated[str | None, Field("The policy of a bot; null for a player.", example="greedy")]
    withdrawn: Annotated[bool, Field("Whether the entry has been withdrawn and is not drawn any more.", example=False)]
    team: Annotated[str | None, Field("The name of the team; null if the entry is one player.", example="The Jesters")]
    members: Annotated[list[TeamMemberOut], Field("The players at the further boards of the team, by board.")]
    missed: Annotated[
        int,
        Field(
            "The number of rounds that were drawn before the entry, if it came after the start; these rounds count 0.",
            example=0,
        ),
    ]
    former: Annotated[list[FormerOut], Field("The players whose entry substitutes have taken over, in order.")]
    checked_in: Annotated[
        bool, Field("Whether the player has checked in, if the tournament has a check-in.", example=False)
    ]
    may_be_taken: Annotated[bool, Field("Whether a substitute may take the entry over now.", example=False)]


class EntryInput(Serializer):
    """An entry: your own, or a bot's."""

    policy = ChoiceField(
        "The policy of a bot, which only the organiser may enter.", "greedy", choices=POLICIES, required=False
    )
    team = LineField(
        "The name of the team that you enter, if entries are teams; you play at its first board.",
        "The Jesters",
        min_length=2,
        max_length=40,
        required=False,
    )
    nonce = Hex32Field(
        "Your part of the seeds of the shared deals and of the draws; null: the server chooses it.",
        "5c" * 32,
        required=False,
        allow_null=True,
    )
