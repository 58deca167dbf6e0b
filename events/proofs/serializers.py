"""The response types of proofs of cards and seeds, the global log, and bundles."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from events.base.response_types import (
    Chance,
    Field,
    GameKey,
    Hash,
    Hex,
    Id,
    NextPage,
    RulesVersion,
    SeatNumber,
    Seq,
    component,
)
from events.log.serializers import GlobalEntryOut, GlobalHeadOut, GlobalLeafOut, KeyOut, Path, ReceiptOut, SealOut
from events.matches.serializers.log import Cells

Seed = Annotated[
    str | None,
    Field(
        "The seed of the match; null until the match is over and for viewers without the right to see everything.",
        example="5c" * 32,
    ),
]


class CardProofOut(TypedDict):
    """A proof that the shuffle had already fixed a card that the viewer saw dealt."""

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
    """The contribution of a seat to the seed of the match."""

    seat: SeatNumber
    source: NotRequired[Annotated[Literal["player", "bot", "server"], Field("The source of the contribution.")]]
    nonce: Annotated[str | None, Field("The nonce of the seat.", example="5c" * 32)]
    client_commit: Annotated[str | None, Field("The seat's commitment to its seed.", example="9f" * 32)]
    client_seed: Annotated[str | None, Field("The seed of the seat; null until it is revealed.", example="5c" * 32)]


class ProofOut(TypedDict):
    """The commitments and seeds so far, the signed head, and the proofs of the caller's cards."""

    match: Id
    seq: Seq
    viewer: Annotated[int | None, Field("The seat of the viewer; null for a spectator.", example=0)]
    fairness: Chance
    seats: Annotated[list[SeatSeedOut], Field("The contribution of each seat to the seed.")]
    match_seed: Seed
    head: Annotated[ReceiptOut, Field("The signed head of the log of the match.")]
    keys: Annotated[list[KeyOut], Field("All keys with which the operator signs or has signed.")]
    cards: Annotated[list[CardProofOut], Field("The cards that the viewer saw dealt, each with its proof.")]
    global_log: Annotated[list[GlobalEntryOut], Field("The leaves of this match in the global log.")]


@component("ExportedEvent")
class RowOut(TypedDict):
    """An event of an export."""

    core: Annotated[
        str, Field("The exact text that the chain of hashes covers.", example='{"actor":0,"at_ms":1767225600000}')
    ]
    hash: Hash
    cells: Cells


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
    keys: Annotated[list[KeyOut], Field("All keys with which the operator signs or has signed.")]
    match_seed: Seed
    cards: Annotated[list[CardProofOut], Field("The cards that the viewer saw dealt, each with its proof.")]
    global_log: Annotated[list[GlobalEntryOut], Field("The leaves of this match in the global log.")]
    seal: Annotated[SealOut, Field("The signature of the operator over the whole export.")]
    receipts: Annotated[list[ReceiptOut], Field("Receipts that the holder has added; empty in a new export.")]


class GlobalLogOut(TypedDict):
    """A page of the operator's global log."""

    items: Annotated[list[GlobalLeafOut], Field("The leaves in order.")]
    next: NextPage
    head: Annotated[GlobalHeadOut | None, Field("The newest signed head; null before the first leaf.")]
    keys: Annotated[list[KeyOut], Field("All keys with which the operator signs or has signed.")]
