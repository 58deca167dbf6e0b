"""The response types of signed data: heads of logs, exports, and leaves of the global log."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from events.base.response_types import Field, Hash, Hex, Id, Moment, component

KeyId = Annotated[str, Field("The id of the operator's signing key.", example="3c1f0a5e")]
Signature = Annotated[str, Field("An Ed25519 signature in hexadecimal digits.", example="5c" * 64)]
LEAF = {"kind": "created", "hash": "9f" * 32, "at_ms": 1_772_366_400_000}
Path = Annotated[
    list[str], Field("The hashes that lead from the leaf to the root of the Merkle tree.", example=["9f" * 32])
]


@component("SignedHead")
class ReceiptOut(TypedDict):
    """The signed head of the log of a match. It shows later whether the log was cut or rewritten."""

    match: Id
    size: Annotated[int, Field("The number of events in the log.", example=13)]
    hash: Hash
    root: Hash
    key_id: KeyId
    signature: Signature


@component("PublicKey")
class KeyOut(TypedDict):
    """A public key of the operator."""

    key_id: KeyId
    public_key: Hex
    not_before: Annotated[
        Moment | None, Field("The time from which the key signs; null: no lower bound.", example=None)
    ]
    not_after: Annotated[
        Moment | None, Field("The time until which the key signs; null: no upper bound.", example=None)
    ]


@component("GlobalLogHead")
class GlobalHeadOut(TypedDict):
    """The signed head of the operator's global log."""

    size: Annotated[int, Field("The number of leaves.", example=250)]
    root: Hash
    at_ms: Annotated[int, Field("When the head was signed, in milliseconds since 1970.", example=1_772_366_400_000)]
    key_id: KeyId
    signature: Signature


@component("GlobalLogEntry")
class GlobalEntryOut(TypedDict):
    """A leaf of the global log, with the proof that the log contains it."""

    leaf: Annotated[dict[str, Any], Field("The leaf.", example=LEAF)]
    position: Annotated[int, Field("The position of the leaf, counted from 0.", example=249)]
    proof: Path
    head: Annotated[GlobalHeadOut, Field("The head of the global log that was signed right after the leaf.")]


@component("GlobalLogLeaf")
class GlobalLeafOut(TypedDict):
    """A leaf of the global log."""

    position: Annotated[int, Field("The position of the leaf, counted from 0.", example=249)]
    leaf: Annotated[
        dict[str, Any],
        Field("The leaf, which commits to a match that was created, ended or became void.", example=LEAF),
    ]


@component("ExportSignature")
class SealOut(TypedDict):
    """The operator's signature over a whole export."""

    key_id: KeyId
    signature: Signature
