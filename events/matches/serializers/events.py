"""The types of events, as `events.matches.record.visible_events` returns them.

`EventOut` has the members that all events share. Each type adds the members that `docs/integrity.md` lists for it.
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
    Field("Who chose the seat's contribution to the seed; null until there is a contribution.", example="player"),
]
SeatHours = Annotated[
    HoursOut | None,
    Field("The daily hours in which the time of the seat runs, in a match with play windows; null: always."),
]
Commitment = Annotated[
    str | None, Field("The seat's commitment to its seed; null until the seat sends a commitment.", example="9f" * 32)
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
    reveal: Annotated[Literal["all", "seats", "auditor"], Field("Who may see everything once the match is over.")]
    beacon_round: Annotated[None, Field("Always null.", example=None)]
    deck_hash: Annotated[Hash, Field("The SHA-256 hash of the canonical list of the faces in the box.")]
    server_commit: Annotated[
        str | None, Field("The server's commitment to its seed; null in a practice match.", example="9f" * 32)
    ]
    key_id: KeyId
    forked_from: NotRequired[
        Annotated[
            ForkedFromOut, Field("The match from which this match was forked; absent if this match is not a fork.")
        ]
    ]
    position: NotRequired[
        Annotated[
            dict[str, Any],
            Field("The table at the start of a fork; present once you may see everything.", example={"zones": []}),
        ]
    ]
    deal: NotRequired[
        Annotated[
            dict[str, str],
            Field(
                "The deal that the match shares with other matches of a tournament: the id of the deal, and the "
                "digest of the players' contributions to it.",
                example={"id": "5c" * 16, "nonce": "9f" * 32},
            ),
        ]
    ]
    bundle: NotRequired[
        Annotated[int, Field("The oldest format in which the match may be exported, by its number.", example=2)]
    ]
    sets: NotRequired[
        Annotated[list[str], Field("The names of the zones whose cards have no order.", example=["bank", "hand"])]
    ]
    unseen: NotRequired[
        Annotated[
            list[str],
            Field(
                "In a match with a bank: the phases in which the other seats cannot see that an answer has arrived.",
                example=["taxation"],
            ),
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
    """A player started a vacation, or changed its end. The time of the seat stops until the vacation ends."""

    until_ms: Annotated[
        int,
        Field(
            "The end of the vacation, in milliseconds since 1970; if it is the time of the event, the vacation ends "
            "immediately.",
            example=1_767_225_600_000,
        ),
    ]


class MatchPaused(EventOut):
    """All active players agreed to a pause: the clocks stop, and moves are refused."""

    until_ms: Annotated[
        int, Field("The latest end of the pause, in milliseconds since 1970.", example=1_767_225_600_000)
    ]


class MatchResumed(EventOut):
    """A pause ended: a player ended it, or its time was up."""


class SeedCommitted(EventOut):
    """A seat committed to its seed; a later commitment replaces this one."""

    client_commit: Commitment
    source: Source


class SeedsClosed(EventOut):
    """All seats have committed; from now on they reveal their seeds."""

    deadline_ms: Annotated[
        int, Field("The deadline for revealing the seeds, in milliseconds since 1970.", example=1_767_225_600_000)
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
    """The server answered a prompt whose deadline had passed."""


class MoveUndone(EventOut):
    """All active players agreed to take back the last move, which had revealed nothing. The effects restore the
    table.
    """

    undoes: Annotated[int, Field("The `seq` of the event that is taken back.", example=12)]


class SeatResigned(EventOut):
    """A seat resigned; the rules of the game determine the consequences."""


class MessagePosted(EventOut):
    """A player sent a message to the table, or an operator withdrew a message."""

    text: NotRequired[Annotated[str, Field("The text; absent if an operator withdrew it.", example="Good game!")]]
    withdrawn: NotRequired[
        Annotated[int, Field("The `seq` of the message whose text an operator withdrew.", example=12)]
    ]
    reason: NotRequired[Annotated[str, Field("Why an operator withdrew the text.", example="abuse")]]


class MatchOver(EventOut):
    """The match ended by its rules."""

    standings: Standings
    scores: Scores


class MatchVoid(EventOut):
    """The match ended without a result."""

    reason: Annotated[
        Literal["aborted", "no_reveal", "absent"],
        Field(
            "The reason. `aborted`: by consent or by the operator; `no_reveal`: seats did not reveal their seeds; "
            "`absent`: a player was absent."
        ),
    ]
    seats: NotRequired[
        Annotated[SeatNumbers, Field("The seats that did not reveal their seeds, or the seat of the absent player.")]
    ]


class SeedOpened(EventOut):
    """The server revealed its seed and the key of the salts; omitted for viewers who may not see everything."""

    server_seed: NotRequired[Annotated[Hex, Field("The seed of the server, or the fixed seed of a practice match.")]]
    salt_key: NotRequired[Annotated[Hex, Field("The key from which the salts of the hidden parts are derived.")]]


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
