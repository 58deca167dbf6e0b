"""The types of events, as `events.matches.record.visible_events` returns them.

The members that all events share are in `EventOut`; a type adds those that `docs/integrity.md` lists for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired

from events.base.response_types import (
    Clock,
    Field,
    GameKey,
    Hash,
    Hex,
    RulesVersion,
    Scores,
    SeatNumbers,
    Settings,
    Standings,
)
from events.log.serializers import KeyId
from events.matches.serializers.lobby import ForkedFromOut, HoursOut
from events.matches.serializers.log import EventOut

Source = Annotated[
    Literal["player", "bot", "server"] | None,
    Field("Who chose the contribution to the seed; null while there is none.", example="player"),
]
SeatHours = Annotated[
    HoursOut | None,
    Field("The hours in which the time of the seat runs, in a match with play windows; null: always."),
]
Commitment = Annotated[
    str | None, Field("The seat's commitment to its seed; null until it sends one.", example="9f" * 32)
]


class MatchCreated(EventOut):
    """The first event of every log: the settings of the match, and the server's commitment to its seed."""

    game: GameKey
    rules_version: RulesVersion
    options: Settings
    seats: Annotated[int, Field("The number of seats.", example=4)]
    clock: Clock
    prng: Annotated[Literal["tt1"], Field("The algorithm of the random draws.")]
    fairness: Annotated[
        Literal["nonces", "commit_reveal", "fixed_seed", "deal"],
        Field("How the seed of the match is made.", example="nonces"),
    ]
    reveal: Annotated[Literal["all", "seats", "auditor"], Field("Who sees everything once the match is over.")]
    beacon_round: Annotated[None, Field("Always null.", example=None)]
    deck_hash: Annotated[Hash, Field("The SHA-256 hash of the canonical list of the faces in the box.")]
    server_commit: Annotated[
        str | None, Field("The server's commitment to its seed; null in a practice match.", example="9f" * 32)
    ]
    key_id: KeyId
    forked_from: NotRequired[Annotated[ForkedFromOut, Field("The match that this one goes on from, if it is a fork.")]]
    position: NotRequired[
        Annotated[
            dict[str, Any],
            Field("The table that a fork begins from, once you may see everything.", example={"zones": []}),
        ]
    ]
    deal: NotRequired[
        Annotated[
            dict[str, str],
            Field(
                "The deal that the match shares with other matches of a tournament: its id, and the digest of what "
                "the players sent for it.",
                example={"id": "5c" * 16, "nonce": "9f" * 32},
            ),
        ]
    ]
    bundle: NotRequired[Annotated[int, Field("The oldest format in which the match may be exported.", example=2)]]
    sets: NotRequired[Annotated[list[str], Field("The names of the zones without an order.", example=["bank", "hand"])]]
    unseen: NotRequired[
        Annotated[
            list[str],
            Field("The phases whose answers arrive unseen, in a match with a bank.", example=["taxation"]),
        ]
    ]


class SeatJoined(EventOut):
    """A player or a bot took a seat."""

    nonce: Annotated[str | None, Field("The seat's part of the seed; null with commit and reveal.", example="5c" * 32)]
    source: Source
    policy: Annotated[str | None, Field("The policy of a bot; null for a player.", example="greedy")]
    client_commit: NotRequired[Commitment]
    hours: NotRequired[SeatHours]


class SeatLeft(EventOut):
    """A seat became free before the start; its part of the seed is deleted."""


class SeatReplaced(EventOut):
    """A bot, or a substitute, plays in a seat from now on."""

    policy: Annotated[str | None, Field("The policy of a bot; null for a player.", example="greedy")]
    hours: NotRequired[SeatHours]
    renewed: NotRequired[
        Annotated[bool, Field("True for a substitute, whose time starts again; absent otherwise.", example=True)]
    ]


class SeatVacation(EventOut):
    """A player started a vacation, or set another end to it; the time of the seat stands until then."""

    until_ms: Annotated[
        int,
        Field(
            "When the vacation ends, in milliseconds since 1970; the time of the event ends one at once.",
            example=1_767_225_600_000,
        ),
    ]


class MatchPaused(EventOut):
    """All active players agreed to a pause: the clocks stand, and moves are refused."""

    until_ms: Annotated[
        int, Field("When the clock ends the pause, in milliseconds since 1970.", example=1_767_225_600_000)
    ]


class MatchResumed(EventOut):
    """A player, or the clock, ended a pause."""


class SeedCommitted(EventOut):
    """A seat committed to its seed; a later commitment replaces this one."""

    client_commit: Commitment
    source: Source


class SeedsClosed(EventOut):
    """All seats have committed; from now on they reveal their seeds."""

    deadline_ms: Annotated[
        int, Field("Until when seeds can be revealed, in milliseconds since 1970.", example=1_767_225_600_000)
    ]


class SeedRevealed(EventOut):
    """A seat revealed its seed."""

    client_seed: Annotated[Hex, Field("The seed of the seat.")]
    source: Source


class MatchStarted(EventOut):
    """The cards were dealt."""


class MovePlayed(EventOut):
    """A seat moved, or the answers to a sealed prompt took effect."""


class ClockStruck(EventOut):
    """The clock answered a prompt whose time was up."""


class MoveUndone(EventOut):
    """All active players agreed to take back the last move, which had revealed nothing; its effects lead back."""

    undoes: Annotated[int, Field("The event that it takes back.", example=12)]


class SeatResigned(EventOut):
    """A seat resigned; the game decides what follows."""


class MessagePosted(EventOut):
    """A player sent a message to the table, or an operator withdrew one."""

    text: NotRequired[Annotated[str, Field("The text; left out once it was withdrawn.", example="Good game!")]]
    withdrawn: NotRequired[Annotated[int, Field("The event whose text an operator withdrew.", example=12)]]
    reason: NotRequired[Annotated[str, Field("Why an operator withdrew a text.", example="abuse")]]


class MatchOver(EventOut):
    """The match ended by its rules."""

    standings: Standings
    scores: Scores


class MatchVoid(EventOut):
    """The match ended without a result."""

    reason: Annotated[
        Literal["aborted", "no_reveal", "absent"],
        Field("Why: by consent or by the operator, because seats did not reveal their seeds, or for an absent player."),
    ]
    seats: NotRequired[Annotated[SeatNumbers, Field("The seats that did not reveal their seeds, or the absent one.")]]


class SeedOpened(EventOut):
    """The server revealed its seed and the key of the salts; left out for viewers who may not see everything."""

    server_seed: NotRequired[Annotated[Hex, Field("The seed of the server, or the fixed seed of a practice match.")]]
    salt_key: NotRequired[Annotated[Hex, Field("The key from which the salts of hidden parts follow.")]]


EVENTS: Mapping[str, Any] = {
    "match.created": MatchCreated,
    "seat.joined": SeatJoined,
    "seat.left": SeatLeft,
    "seat.replaced": SeatReplaced,
    "seat.vacation": SeatVacation,
    "match.paused": MatchPaused,
    "match.resumed": MatchResumed,
    "seed.committed": SeedCommitted,
    "seeds.closed": SeedsClosed,
    "seed.revealed": SeedRevealed,
    "match.started": MatchStarted,
    "move": MovePlayed,
    "move.undone": MoveUndone,
    "clock": ClockStruck,
    "seat.resigned": SeatResigned,
    "message": MessagePosted,
    "match.over": MatchOver,
    "match.void": MatchVoid,
    "seed.opened": SeedOpened,
}
