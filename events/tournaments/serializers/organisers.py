"""The types of requests and responses about changes of a tournament and messages of its organisers."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from events.base.response_types import Field, Moment, NextPage
from events.http.fields import ParagraphsField, Serializer
from events.tournaments.serializers.new_tournament import TournamentInput

FIXED = ("visibility", "invited")


class TournamentChange(TournamentInput):
    """Changes of a tournament that has not begun. Omitted members keep their values."""

    def get_fields(self) -> dict[str, Any]:
        """Returns the fields of a new tournament that may change, all of them optional."""
        fields: dict[str, Any] = {name: field for name, field in super().get_fields().items() if name not in FIXED}
        for field in fields.values():
            field.required = False
        return fields


class TournamentMessageInput(Serializer):
    """A message to all entrants of a tournament."""

    text = ParagraphsField("The text.", "The next round begins on Sunday.", min_length=1, max_length=500)


class TournamentMessageOut(TypedDict):
    """A message of an organiser to all entrants."""

    number: Annotated[int, Field("The number of the message in the tournament, from 1.", example=2)]
    player: Annotated[str | None, Field("The name of the player who sent the message.", example="Ada")]
    text: Annotated[str, Field("The text.", example="The next round begins on Sunday.")]
    at: Moment


class TournamentMessageList(TypedDict):
    """The messages of the organisers of a tournament."""

    items: Annotated[
        list[TournamentMessageOut], Field("The messages in order, without those of players whom you avoid.")
    ]
    next: NextPage
