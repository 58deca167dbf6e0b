"""The shapes of what selectors return, field by field: the one definition, from which the OpenAPI document is made.

What varies by game is described by `GET /games/{game}`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from events.shapes import (
    Effects,
    Field,
    Hash,
    Hex,
    Id,
    Members,
    Moment,
    PromptId,
    Schema,
    Scores,
    SeatNumber,
    SeatNumbers,
    Seq,
    Standings,
)

Status = Literal["open", "sealing", "running", "finished", "aborted", "void"]
GameKey = Annotated[str, Field("The key of the game.", example="monopoly_deal")]
RulesVersion = Annotated[int, Field("The version of the rules that the match follows.", example=2)]
FACE = {"type": "object", "properties": {"face": {"type": "string"}}, "required": ["face"]}
Faces = Annotated[
    dict[str, Any],
    Schema(additionalProperties=FACE),
    Field("The visible faces by card number, each with what is printed on the card.",
          example={"17": {"face": "debt_collector", "name": "Debt Collector"}}),
]  # fmt: skip
CardNumbers = Annotated[
    list[int | None], Field("Card numbers; null for a card whose face the viewer cannot see.", example=[17, None])
]
Settings = Annotated[dict[str, Any], Field("The options of the match, by name.")]
Chance = Annotated[
    dict[str, Any],
    Field("How the match draws at random, with the commitment that the server published before any seat was taken.",
          example={"mode": "nonces", "prng": "tt1", "server_commit": "9f" * 32, "key_id": "3c1f0a5e"}),
]  # fmt: skip
Cells = Annotated[
    list[dict[str, Any]], Field("The hidden parts that this viewer may open, each with the salt that proves it.")
]
KeyId = Annotated[str, Field("The id of the operator's signing key.", example="3c1f0a5e")]
Signature = Annotated[str, Field("An Ed25519 signature in hexadecimal digits.", example="5c" * 64)]
Seed = Annotated[str | None, Field("The seed of the match; null until the match is over and for viewers without the "
                                   "right to see everything.", example="5c" * 32)]  # fmt: skip
Path = Annotated[
    list[str], Field("The hashes that lead from the leaf to the root of the Merkle tree.", example=["9f" * 32])
]


class GameOut(TypedDict):
    """A game: its options, and labels for everything it shows, in the language of the caller."""

    game: GameKey
    title: Annotated[str, Field("The title of the game.", example="Monopoly Deal")]
    summary: Annotated[str, Field("The game in one sentence.", example="Collect three full sets of properties.")]
    seats: Annotated[dict[str, Any], Field("The smallest and largest number of seats.", example={"min": 2, "max": 5})]
    options: Annotated[dict[str, Any], Field("The JSON Schema of the options of a match.")]
    rules_versions: Annotated[list[int], Field("All versions of the rules; new matches use the last.", example=[1, 2])]
    policies: Annotated[list[str], Field("The policies that a bot can follow.", example=["greedy", "uniform"])]
    faces: Annotated[dict[str, Any], Field("Every face of a card, with its title, help and printed values.")]
    zones: Annotated[dict[str, Any], Field("The title and help of each zone.")]
    verbs: Annotated[dict[str, Any], Field("The title and help of each verb.")]
    words: Annotated[dict[str, Any], Field("The title and help of each word that a slot of a move can offer.")]
    phases: Annotated[dict[str, Any], Field("The title and help of each phase.")]
    public: Annotated[dict[str, Any], Field("The title and help of each member of the public state.")]
    announcements: Annotated[dict[str, Any], Field("The text of each announcement.")]
    rulings: Annotated[dict[str, Any], Field("The decisions where the printed rules leave a choice.")]


class PlayerName(TypedDict):
    """A player as others see them."""

    id: Id
    name: Annotated[str, Field("The name of the player.", example="Ada")]


class SeatOut(TypedDict):
    """A seat of a match and its occupant."""

    seat: SeatNumber
    kind: Annotated[Literal["open", "player", "bot"], Field("What occupies the seat.")]
    player: Annotated[PlayerName | None, Field("The player in the seat; null for an open seat or a bot.")]
    invited: Annotated[str | None, Field("The name of the player for whom an open seat is reserved.", example="Ada")]
    policy: Annotated[str | None, Field("The policy of a bot; null for other seats.", example="greedy")]
    resigned: Annotated[bool, Field("Whether the seat has resigned.", example=False)]


class DeadlineOut(TypedDict):
    """When the clock answers a prompt in place of its seats."""

    prompt: PromptId
    seats: SeatNumbers
    at: Moment


class MatchLine(TypedDict):
    """A match as it appears in lists."""

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


class AgreementsOut(TypedDict):
    """What players currently agree to; the next move ends every consent."""

    abort: Annotated[list[int], Field("The seats that agree to end the match without a result.", example=[0])]


class MatchHead(MatchLine):
    """A match, without its table."""

    options: Settings
    agreements: AgreementsOut
    start: Annotated[Literal["when_full", "manual"], Field("What starts the match.")]
    clock: Annotated[
        dict[str, Any],
        Field("Seconds for each move, and what happens after them.",
              example={"per_move": 86_400, "on_timeout": "default_move"}),
    ]  # fmt: skip
    reveal: Annotated[Literal["all", "seats", "auditor"], Field("Who sees everything once the match is over.")]
    creator: Annotated[str | None, Field("The name of the player who created the match.", example="Ada")]
    to_act: Annotated[list[int], Field("The seats that the match waits for.", example=[0])]
    may_act: Annotated[list[int], Field("The seats that may move although the match does not wait for them.")]
    deadlines: Annotated[list[DeadlineOut], Field("The deadlines of the open prompts.")]
    scores: Scores
    fairness: Chance


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
    data: Annotated[dict[str, Any], Field("What the prompt is about; depends on the phase.")]
    open: Annotated[bool, Field("Whether the prompt accepts moves now.", example=True)]
    deadline: Annotated[Moment | None, Field("When the clock answers; null without a deadline.")]
    after: Annotated[int | None, Field("Seconds until the clock answers, by the rules of the game.", example=30)]
    window: Annotated[int | None, Field("Seconds during which answers stay sealed.", example=5)]
    beside: Annotated[bool, Field("Whether the prompt stays open while others are open.", example=False)]
    arrived: Annotated[list[int], Field("The seats whose sealed answer has arrived, where the game shows that.")]
    answer: NotRequired[Annotated[dict[str, Any], Field("The viewer's own sealed answer.")]]


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
    public: Annotated[dict[str, Any], Field("The public state, by name.")]
    prompts: Annotated[list[PromptOut], Field("All prompts that are not closed.")]
    known: Annotated[list[Members], Field("What the viewer has learnt of cards that they cannot see any more.")]
    to_act: Annotated[list[int], Field("The seats that the match waits for.", example=[0])]
    may_act: Annotated[list[int], Field("The seats that may move although the match does not wait for them.")]
    standings: Standings
    scores: Scores


class MoveOut(TypedDict):
    """What a seat chose."""

    verb: Annotated[str, Field("What the seat does.", example="pay")]
    args: Annotated[dict[str, Any], Field("The arguments of the move, by name.", example={"cards": [17]})]


class EventOut(TypedDict):
    """One event of the log, with the parts that the viewer may see."""

    seq: Seq
    type: Annotated[str, Field("The type of the event.", example="move")]
    at: Moment
    seat: Annotated[int | None, Field("The seat that acted; null where none did.", example=0)]
    by: Annotated[Literal["player", "bot", "clock", "operator", "setup"], Field("Who or what caused the event.")]
    prompt: Annotated[int | None, Field("The prompt that the move answers.", example=7)]
    move: Annotated[MoveOut | None, Field("The move; null for an event without one.")]
    effects: Effects
    hash: Hash
    cells: Cells


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
    not_before: Annotated[Moment | None, Field("When the key begins to sign; null without a bound.")]
    not_after: Annotated[Moment | None, Field("When the key ceases to sign; null without a bound.")]


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

    leaf: Annotated[dict[str, Any], Field("The leaf.")]
    position: Annotated[int, Field("The position of the leaf, counted from 0.", example=249)]
    proof: Path
    head: GlobalHeadOut


class GlobalLeafOut(TypedDict):
    """A leaf of the global log."""

    position: Annotated[int, Field("The position of the leaf, counted from 0.", example=249)]
    leaf: Annotated[dict[str, Any], Field("The leaf: commits to a match that was created, ended or became void.")]


class ProofOut(TypedDict):
    """The commitments and seeds so far, the signed head, and the proofs of the caller's cards."""

    match: Id
    seq: Seq
    viewer: Annotated[int | None, Field("The seat of the viewer; null for a spectator.", example=0)]
    fairness: Chance
    seats: Annotated[list[SeatSeedOut], Field("What each seat contributes to the seed.")]
    match_seed: Seed
    head: ReceiptOut
    keys: Annotated[list[KeyOut], Field("Every key that signs or signed.")]
    cards: Annotated[list[CardProofOut], Field("The cards that the viewer saw dealt, each with its proof.")]
    global_log: Annotated[list[GlobalEntryOut], Field("The leaves of this match in the global log.")]


class RowOut(TypedDict):
    """An event of an export."""

    core: Annotated[str, Field("The exact text that the chain of hashes covers.")]
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
    head: ReceiptOut
    keys: Annotated[list[KeyOut], Field("Every key that signs or signed.")]
    match_seed: Seed
    cards: Annotated[list[CardProofOut], Field("The cards that the viewer saw dealt, each with its proof.")]
    global_log: Annotated[list[GlobalEntryOut], Field("The leaves of this match in the global log.")]
    seal: SealOut
    receipts: Annotated[list[ReceiptOut], Field("Receipts that the holder has added; empty in a new export.")]
