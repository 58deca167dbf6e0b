"""The shapes of what selectors return, field by field: the one definition, from which the OpenAPI document is made.

What varies by game is described by `GET /games/{game}`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from events.selectors.game_meanings import (
    AnnouncementMeaning,
    PhaseMeaning,
    PublicMeaning,
    VerbMeaning,
    ZoneMeaning,
)
from events.shapes import (
    Clock,
    Effects,
    Field,
    Hash,
    Hex,
    Id,
    Moment,
    PromptId,
    Schema,
    Scores,
    SeatNumber,
    SeatNumbers,
    Seq,
    Settings,
    Standings,
)

Status = Literal["open", "sealing", "running", "finished", "aborted", "void"]
GameKey = Annotated[str, Field("The key of the game.", example="monopoly_deal")]
RulesVersion = Annotated[int, Field("The version of the rules that the match follows.", example=2)]
NAME = {"type": "string", "description": "The name of the face in the language of the caller."}
FACE = {
    "type": "object",
    "properties": {
        "face": {"type": "string", "description": "The key of the face.", "examples": ["debt_collector"]},
        "name": {**NAME, "examples": ["Debt Collector"]},
    },
    "required": ["face"],
    "additionalProperties": True,
}
Faces = Annotated[
    dict[str, Any],
    Schema(additionalProperties=FACE),
    Field("The visible faces by card number, each with what is printed on the card.",
          example={"17": {"face": "debt_collector", "name": "Debt Collector"}}),
]  # fmt: skip
CardNumbers = Annotated[
    list[int | None], Field("Card numbers; null for a card whose face the viewer cannot see.", example=[17, None])
]
Chance = Annotated[
    dict[str, Any],
    Field("How the match draws at random, with the commitment that the server published before any seat was taken.",
          example={"mode": "nonces", "prng": "tt1", "server_commit": "9f" * 32, "key_id": "3c1f0a5e"}),
]  # fmt: skip
KeyId = Annotated[str, Field("The id of the operator's signing key.", example="3c1f0a5e")]
Signature = Annotated[str, Field("An Ed25519 signature in hexadecimal digits.", example="5c" * 64)]
Seed = Annotated[str | None, Field("The seed of the match; null until the match is over and for viewers without the "
                                   "right to see everything.", example="5c" * 32)]  # fmt: skip
ID, AT = "01956a3e-7d5c-7c1a-9b3e-2f4f6a1d8c55", "2026-03-01T12:00:00.000000Z"
LEAF = {"kind": "created", "hash": "9f" * 32, "at_ms": 1_772_366_400_000}
ToAct = Annotated[list[int], Field("The seats that the match waits for.", example=[0])]
MayAct = Annotated[
    list[int], Field("The seats that may move although the match does not wait for them.", example=[1, 2])
]
Path = Annotated[
    list[str], Field("The hashes that lead from the leaf to the root of the Merkle tree.", example=["9f" * 32])
]


class LevelOut(TypedDict):
    """A level of a game's bots."""

    policy: Annotated[str, Field("The name of the level as the policy of a seat.", example="strong")]
    title: Annotated[str, Field("The title of the level.", example="Strong")]
    help: Annotated[str, Field("How a bot of this level plays, in one sentence.", example="Looks far ahead.")]


class GameOut(TypedDict, total=False):
    """A game in the language of the caller: its options, and what everything that it shows means.

    All members are there unless `?fields=` chooses some.
    """

    game: GameKey
    title: Annotated[str, Field("The title of the game.", example="Monopoly Deal")]
    summary: Annotated[str, Field("The game in one sentence.", example="Collect three full sets of properties.")]
    seats: Annotated[dict[str, Any], Field("The smallest and largest number of seats.", example={"min": 2, "max": 5})]
    options: Annotated[
        dict[str, Any],
        Field("The JSON Schema of the options of a match.", example={"type": "object", "properties": {
            "sets_to_win": {"type": "integer", "default": 3, "title": "Sets to win"}}}),
    ]  # fmt: skip
    rules_versions: Annotated[list[int], Field("All versions of the rules; new matches use the last.", example=[1, 2])]
    policies: Annotated[list[str], Field("The policies that a bot can follow.", example=["greedy", "uniform"])]
    levels: Annotated[list[LevelOut], Field("The policies that are levels of strength, the weakest first.")]
    faces: Annotated[
        dict[str, Any],
        Field("Every face of a card: `title`, `help`, `look` (names for its corner, bands, glyph and group), and what "
              "is printed on it.",
              example={"house": {"title": "House", "help": "3M more rent.", "value": 3,
                                 "look": {"corner": "value", "bands": ["building"], "glyph": "house",
                                          "group": "building"}}}),
    ]  # fmt: skip
    zones: Annotated[dict[str, ZoneMeaning], Field("What each kind of zone is.")]
    verbs: Annotated[dict[str, VerbMeaning], Field("What each verb says, and what its slots mean.")]
    words: Annotated[
        dict[str, Any],
        Field("The title and help of each word that a slot of a move can offer.",
              example={"blue": {"title": "Blue", "help": ""}}),
    ]  # fmt: skip
    phases: Annotated[dict[str, PhaseMeaning], Field("What each phase asks, and the types of its prompts' data.")]
    public: Annotated[dict[str, PublicMeaning], Field("The type of each member of the public state.")]
    announcements: Annotated[
        dict[str, AnnouncementMeaning], Field("What each announcement says, and the types of its details.")
    ]
    rulings: Annotated[
        dict[str, Any],
        Field("The decisions where the printed rules leave a choice.",
              example={"1": {"title": "An empty hand", "help": "Draw five cards."}}),
    ]  # fmt: skip


class PlayerName(TypedDict):
    """A player as others see them."""

    id: Id
    name: Annotated[str, Field("The name of the player.", example="Ada")]


class SeatOut(TypedDict):
    """A seat of a match and its occupant."""

    seat: SeatNumber
    kind: Annotated[Literal["open", "player", "bot"], Field("What occupies the seat.", example="player")]
    player: Annotated[PlayerName | None, Field("The player in the seat; null for an open seat or a bot.")]
    invited: Annotated[str | None, Field("The name of the player for whom an open seat is reserved.", example="Ada")]
    policy: Annotated[str | None, Field("The policy of a bot; null for other seats.", example="greedy")]
    resigned: Annotated[bool, Field("Whether the seat has resigned.", example=False)]


class DeadlineOut(TypedDict):
    """When the clock answers a prompt in place of its seats."""

    prompt: PromptId
    seats: SeatNumbers
    at: Moment


class MatchSummary(TypedDict):
    """What a match in a list and a match alone have in common."""

    id: Id
    game: GameKey
    rules_version: RulesVersion
    status: Annotated[Status, Field("The stage of the match.")]
    visibility: Annotated[Literal["public", "unlisted", "private"], Field("Who can find and watch the match.")]
    rated: Annotated[bool, Field("Whether the result counts for ratings.", example=False)]
    practice: Annotated[bool, Field("Whether the match has a seed that its creator chose.", example=False)]
    seq: Seq
    standings: Standings
    created_at: Moment
    seats: Annotated[list[SeatOut], Field("The seats in order.")]
    options: Settings
    clock: Clock
    to_act: ToAct
    may_act: MayAct


class MatchLine(MatchSummary):
    """A match as it appears in lists."""

    open_seats: Annotated[int, Field("The number of open seats, including those reserved for somebody.", example=1)]
    deadline: Annotated[
        Moment | None, Field("The soonest deadline of the prompts open to your seat; null without one.")
    ]


class AgreementsOut(TypedDict):
    """What players currently agree to; the next move ends every consent."""

    abort: Annotated[list[int], Field("The seats that agree to end the match without a result.", example=[0])]
    rematch: Annotated[
        list[int],
        Field("The seats of a finished match that agree to play again; empty once the rematch runs.", example=[1]),
    ]  # fmt: skip


class MatchHead(MatchSummary):
    """A match, without its table."""

    agreements: Annotated[AgreementsOut, Field("What players currently agree to.")]
    start: Annotated[Literal["when_full", "manual"], Field("What starts the match.")]
    substitutes: Annotated[
        bool, Field("Whether somebody else may take the seat of a player who is absent or leaves.", example=False)
    ]
    reveal: Annotated[Literal["all", "seats", "auditor"], Field("Who sees everything once the match is over.")]
    rematch: Annotated[
        Id | None, Field("The match that these players play next, once one of them has agreed to a rematch.")
    ]
    creator: Annotated[str | None, Field("The name of the player who created the match.", example="Ada")]
    deadlines: Annotated[list[DeadlineOut], Field("The deadlines of the open prompts.")]
    scores: Scores
    fairness: Chance


class InvitationLine(TypedDict):
    """A link that invites to a match, without its token."""

    id: Id
    seat: Annotated[int | None, Field("The seat that the link is for; null for any free one.", example=1)]
    created_at: Moment
    expires_at: Moment


class InvitationOut(TypedDict):
    """What a link invites to."""

    match: Annotated[MatchLine, Field("The match.")]
    seat: Annotated[int | None, Field("The seat that the link is for; null for any free one.", example=1)]
    expires_at: Moment


Points = Annotated[int, Field("The rating; everybody begins at 1000.", example=1240)]
Deviation = Annotated[int, Field("How uncertain the player's skill still is, on the scale of ratings.", example=180)]
RatedMatches = Annotated[int, Field("How many rated matches the rating rests on.", example=12)]


class RatingOut(TypedDict):
    """A player's rating in a game."""

    game: GameKey
    rating: Points
    deviation: Deviation
    matches: RatedMatches


class LeaderOut(TypedDict):
    """A line of a leaderboard."""

    place: Annotated[int, Field("The place, from 1; equal ratings share one.", example=1)]
    player: Annotated[str, Field("The name of the player.", example="Ada")]
    rating: Points
    deviation: Deviation
    matches: RatedMatches


class RatedGameOut(TypedDict):
    """A game with ratings."""

    game: GameKey
    players: Annotated[int, Field("How many players have a rating.", example=40)]
    leaders: Annotated[list[LeaderOut], Field("The best three players.")]


class RatingChangeOut(TypedDict):
    """What a match did to a player's rating."""

    match: Id
    at: Moment
    place: Annotated[int, Field("The player's place in the match, from 1.", example=2)]
    players: Annotated[int, Field("How many players the match had.", example=4)]
    rating: Points
    change: Annotated[int, Field("The difference from the rating before the match.", example=-14)]


class DecisionOut(TypedDict):
    """A prompt that waits for the caller."""

    match: Id
    game: GameKey
    prompt: PromptId
    phase: Annotated[str, Field("The phase of the game that the prompt belongs to.", example="turn")]
    since: Annotated[Moment, Field("When the prompt was opened, or opened again.")]
    deadline: Annotated[Moment | None, Field("When the clock answers; null without a deadline.")]


class Profile(TypedDict):
    """The caller's own profile."""

    id: Id
    name: Annotated[str, Field("The name that others see.", example="Ada")]
    email: Annotated[str | None, Field("The e-mail address, which only the player sees.", example="ada@example.org")]
    language: Annotated[str, Field("The language of texts where a request names none.", example="en")]
    guest: Annotated[bool, Field("Whether the player has no password.", example=False)]
    notifications: Annotated[
        dict[str, Any], Field("Which e-mails the player receives.", example={"email_on_turn": True})
    ]
    created_at: Moment


class GamePlayed(TypedDict):
    """How often a player has played a game."""

    game: GameKey
    played: Annotated[int, Field("The number of public matches that ended by the rules.", example=12)]


class PlayerPageOut(TypedDict):
    """A player as everybody may see them; only public matches count."""

    id: Id
    name: Annotated[str, Field("The name of the player.", example="Ada")]
    created_at: Annotated[Moment, Field("When the player signed up.")]
    games: Annotated[list[GamePlayed], Field("The games that the player has played, practice matches apart.")]
    ratings: Annotated[list[RatingOut], Field("The ratings of the player, by game.")]
    running: Annotated[list[MatchLine], Field("The newest running matches of the player, at most 20.")]


class PlayerExportOut(TypedDict):
    """What the server stores about the caller. Moves are in `GET /matches/{id}/export` of each match."""

    profile: Annotated[Profile, Field("The profile.")]
    tokens: Annotated[
        list[dict[str, Any]],
        Field("The tokens, without their texts, which are not stored.",
              example=[{"id": ID, "created_at": AT, "expires_at": AT}]),
    ]  # fmt: skip
    seats: Annotated[
        list[dict[str, Any]],
        Field("Every seat that the player holds or held, with the result of its match.",
              example=[{"match": ID, "game": "monopoly_deal", "seat": 0, "status": "finished", "resigned": False,
                        "standings": [[0], [1]]}]),
    ]  # fmt: skip
    ratings: Annotated[list[RatingChangeOut], Field("What rated matches changed.")]
    invitations: Annotated[
        list[dict[str, Any]], Field("The seats reserved for the player.", example=[{"match": ID, "seat": 1}])
    ]
    created: Annotated[list[str], Field("The ids of the matches that the player created.", example=[ID])]
    messages: Annotated[
        list[dict[str, Any]],
        Field("What the player said; the text is null once it was withdrawn.",
              example=[{"match": ID, "seq": 12, "at": AT, "text": "Good game!"}]),
    ]  # fmt: skip
    notices: Annotated[
        list[dict[str, Any]],
        Field("The notices of `/me/stream` that are still stored.",
              example=[{"id": 7, "kind": "your_turn", "at": AT, "match": ID, "game": "monopoly_deal", "seat": 0}]),
    ]  # fmt: skip


class ZoneOut(TypedDict):
    """A place for cards, such as a hand or a deck."""

    name: Annotated[str, Field("The name of the zone.", example="hand")]
    seat: Annotated[int | None, Field("The seat that the zone belongs to; null for a shared zone.", example=0)]
    number: Annotated[int | None, Field("Tells apart several zones of one name and seat.", example=1)]
    cards: CardNumbers


class PromptOut(TypedDict):
    """A decision that the match waits for."""

    id: PromptId
    parent: Annotated[int | None, Field("The prompt that continues once this one is closed.", example=6)]
    phase: Annotated[str, Field("The phase of the game that the prompt belongs to.", example="turn")]
    mode: Annotated[Literal["once", "open"], Field("Whether each seat answers once or may move repeatedly.")]
    seats: SeatNumbers
    data: Annotated[dict[str, Any], Field("What the prompt is about; depends on the phase.", example={"owed": 5})]
    open: Annotated[bool, Field("Whether the prompt accepts moves now.", example=True)]
    deadline: Annotated[Moment | None, Field("When the clock answers; null without a deadline.")]
    after: Annotated[int | None, Field("Seconds until the clock answers, by the rules of the game.", example=30)]
    window: Annotated[int | None, Field("Seconds during which answers stay sealed.", example=5)]
    beside: Annotated[bool, Field("Whether the prompt stays open while others are open.", example=False)]
    arrived: Annotated[
        list[int], Field("The seats whose sealed answer has arrived, where the game shows that.", example=[2])
    ]
    answer: NotRequired[
        Annotated[
            dict[str, Any],
            Field("The viewer's own sealed answer.", example={"verb": "give", "args": {"cards": {"7": 1}}}),
        ]
    ]


class ZoneName(TypedDict):
    """What tells a zone from all others."""

    name: Annotated[str, Field("The name of the zone.", example="draw")]
    seat: Annotated[int | None, Field("The seat that the zone belongs to; null for a shared zone.", example=None)]
    number: Annotated[int | None, Field("Tells apart several zones of one name and seat.", example=None)]


class KnownOut(TypedDict):
    """A card that the viewer cannot see, and yet knows."""

    zone: Annotated[ZoneName, Field("The zone that holds the card.")]
    position: Annotated[int | None, Field("Its place in a pile (0: bottom); null: anywhere in the zone.", example=41)]
    face: Annotated[str, Field("The face of the card.", example="debt_collector")]


class DisplayOut(TypedDict):
    """What a client leaves out when it shows the table, because players do not show it to each other."""

    blank: Annotated[
        dict[str, list[int]],
        Field("Members of `public` with a number for each seat, and the seats whose number is left blank. The numbers "
              "are not secret: everybody can count them. Empty once the match is over.", example={"coins": [0, 2, 3]}),
    ]  # fmt: skip


class ViewOut(TypedDict):
    """The table as one viewer sees it."""

    match: Id
    seq: Seq
    viewer: Annotated[int | None, Field("The seat of the viewer; null for a spectator.", example=0)]
    rules_version: RulesVersion
    seats: Annotated[int, Field("The number of seats.", example=4)]
    options: Settings
    zones: Annotated[list[ZoneOut], Field("All zones that hold cards.")]
    faces: Faces
    public: Annotated[dict[str, Any], Field("The public state, by name.", example={"turn": 0, "plays_left": 3})]
    display: Annotated[DisplayOut, Field("What a client leaves out when it shows the table.")]
    prompts: Annotated[list[PromptOut], Field("All prompts that are not closed.")]
    known: Annotated[list[KnownOut], Field("What the viewer has learnt of cards that they cannot see any more.")]
    to_act: ToAct
    may_act: MayAct
    standings: Standings
    scores: Scores


class MoveOut(TypedDict):
    """What a seat chose."""

    verb: Annotated[str, Field("What the seat does.", example="pay")]
    args: Annotated[dict[str, Any], Field("The arguments of the move, by name.", example={"cards": [17]})]


class CellOut(TypedDict):
    """A hidden part of an event, with what proves that the log committed to it."""

    path: Annotated[str, Field("The place of the part in the event.", example="effects/0/faces")]
    value: Annotated[Any, Field("The part.", example=["debt_collector"])]
    c: NotRequired[Annotated[str, Field("The commitment to the part.", example="9f" * 32)]]
    salt: NotRequired[Annotated[str, Field("The salt of the commitment.", example="5c" * 32)]]
    root: NotRequired[
        Annotated[
            str, Field("Instead of `c`, the root of the commitments to each item of the part.", example="9f" * 32)
        ]
    ]
    salts: NotRequired[Annotated[list[str], Field("Instead of `salt`, the salt of each item.", example=["5c" * 32])]]


Cells = Annotated[
    list[CellOut], Field("The hidden parts that this viewer may open, each with the salt that proves it.")
]


class EventOut(TypedDict):
    """What every event of the log has; `events.selectors.event_shapes` adds the members of each type."""

    seq: Seq
    type: Annotated[str, Field("The type of the event.", example="move")]
    at: Moment
    seat: Annotated[int | None, Field("The seat that acted; null where none did.", example=0)]
    by: Annotated[
        Literal["player", "bot", "clock", "operator", "setup"],
        Field("Who or what caused the event.", example="player"),
    ]
    prompt: Annotated[int | None, Field("The prompt that the move answers.", example=7)]
    move: Annotated[MoveOut | None, Field("The move; null for an event without one.")]
    effects: Effects
    to_act: Annotated[list[int], Field("The seats that the match waits for after the event.", example=[0])]
    may_act: Annotated[
        list[int],
        Field("The seats that may move after the event although the match does not wait for them.", example=[1, 2]),
    ]
    deadlines: Annotated[list[DeadlineOut], Field("The deadlines of the prompts that are open after the event.")]
    hash: Hash
    cells: Cells
    core: NotRequired[
        Annotated[
            str, Field("With `?core=1`, the exact text that is hashed.", example='{"actor":0,"at_ms":1767225600000}')
        ]
    ]


class ReceiptOut(TypedDict):
    """The signed head of the log of a match: shows later whether the log was cut or rewritten."""

    match: Id
    size: Annotated[int, Field("The number of events in the log.", example=13)]
    hash: Hash
    root: Hash
    key_id: KeyId
    signature: Signature


class MessageOut(TypedDict):
    """A message at the table."""

    seq: Seq
    at: Moment
    seat: SeatNumber
    text: Annotated[str | None, Field("The text; null once it was withdrawn.", example="Good game!")]


class KeyOut(TypedDict):
    """A public key of the operator."""

    key_id: KeyId
    public_key: Hex
    not_before: Annotated[Moment | None, Field("When the key begins to sign; null without a bound.", example=None)]
    not_after: Annotated[Moment | None, Field("When the key ceases to sign; null without a bound.", example=None)]


class CardProofOut(TypedDict):
    """Proves that the shuffle had already fixed a card that the viewer saw dealt."""

    card: Annotated[int, Field("The number of the card.", example=17)]
    dealt: Annotated[int, Field("The event that dealt the card.", example=12)]
    seq: Annotated[int, Field("The event that shuffled the pile.", example=3)]
    path: Annotated[str, Field("The path of the shuffled faces in that event.", example="effects/0/faces")]
    position: Annotated[int, Field("The position of the card in the shuffled pile.", example=41)]
    size: Annotated[int, Field("The number of cards in the shuffled pile.", example=106)]
    salt: Hex
    value: Annotated[str, Field("The face of the card.", example="debt_collector")]
    proof: Path
    root: Hash


class SeatSeedOut(TypedDict):
    """What a seat contributes to the seed of the match."""

    seat: SeatNumber
    source: NotRequired[Annotated[Literal["player", "bot", "server"], Field("Where the contribution comes from.")]]
    nonce: Annotated[str | None, Field("The nonce of the seat.", example="5c" * 32)]
    client_commit: Annotated[str | None, Field("The seat's commitment to its seed.", example="9f" * 32)]
    client_seed: Annotated[str | None, Field("The seed of the seat, once revealed.", example="5c" * 32)]


class GlobalHeadOut(TypedDict):
    """The signed head of the operator's global log."""

    size: Annotated[int, Field("The number of leaves.", example=250)]
    root: Hash
    at_ms: Annotated[int, Field("When it was signed, in milliseconds since 1970.", example=1_772_366_400_000)]
    key_id: KeyId
    signature: Signature


class GlobalEntryOut(TypedDict):
    """A leaf of the global log, with the proof that the log contains it."""

    leaf: Annotated[dict[str, Any], Field("The leaf.", example=LEAF)]
    position: Annotated[int, Field("The position of the leaf, counted from 0.", example=249)]
    proof: Path
    head: Annotated[GlobalHeadOut, Field("The head of the global log that was signed right after the leaf.")]


class GlobalLeafOut(TypedDict):
    """A leaf of the global log."""

    position: Annotated[int, Field("The position of the leaf, counted from 0.", example=249)]
    leaf: Annotated[
        dict[str, Any], Field("The leaf: commits to a match that was created, ended or became void.", example=LEAF)
    ]


class ProofOut(TypedDict):
    """The commitments and seeds so far, the signed head, and the proofs of the caller's cards."""

    match: Id
    seq: Seq
    viewer: Annotated[int | None, Field("The seat of the viewer; null for a spectator.", example=0)]
    fairness: Chance
    seats: Annotated[list[SeatSeedOut], Field("What each seat contributes to the seed.")]
    match_seed: Seed
    head: Annotated[ReceiptOut, Field("The signed head of the log of the match.")]
    keys: Annotated[list[KeyOut], Field("Every key that signs or signed.")]
    cards: Annotated[list[CardProofOut], Field("The cards that the viewer saw dealt, each with its proof.")]
    global_log: Annotated[list[GlobalEntryOut], Field("The leaves of this match in the global log.")]


class RowOut(TypedDict):
    """An event of an export."""

    core: Annotated[
        str, Field("The exact text that the chain of hashes covers.", example='{"actor":0,"at_ms":1767225600000}')
    ]
    hash: Hash
    cells: Cells


class SealOut(TypedDict):
    """The operator's signature over a whole export."""

    key_id: KeyId
    signature: Signature


class BundleOut(TypedDict):
    """The export of a match for the offline verifier."""

    format: Annotated[Literal["comptoir-bundle/2"], Field("The format of the bundle.")]
    match: Id
    viewer: Annotated[int | str | None, Field("A seat, null for a spectator, or `all` for everything.", example=0)]
    game: GameKey
    rules_version: RulesVersion
    deck: Annotated[list[str], Field("The faces of all cards in the box.", example=["debt_collector", "M5"])]
    events: Annotated[list[RowOut], Field("The log in order.")]
    head: Annotated[ReceiptOut, Field("The signed head of the log of the match.")]
    keys: Annotated[list[KeyOut], Field("Every key that signs or signed.")]
    match_seed: Seed
    cards: Annotated[list[CardProofOut], Field("The cards that the viewer saw dealt, each with its proof.")]
    global_log: Annotated[list[GlobalEntryOut], Field("The leaves of this match in the global log.")]
    seal: Annotated[SealOut, Field("The signature of the operator over the whole export.")]
    receipts: Annotated[list[ReceiptOut], Field("Receipts that the holder has added; empty in a new export.")]
