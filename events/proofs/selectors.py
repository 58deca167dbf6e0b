"""Proofs of a match for third parties: the bundle for the offline verifier, and proofs of single cards.

docs/integrity.md describes them. They contain only events and parts that the viewer may see (`visible_events`), with
the salts that prove them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple, cast

import msgspec

from events.base.canonical_json import canonical_json
from events.base.fairness import BundleDigest, cell_commit, cell_salt, inclusion_proof, tree_root
from events.base.signing import public_keys, signer
from events.http.answers import etag_of
from events.log import log
from events.log.access import Access, Viewer, may_see
from events.log.global_log_pages import entries_of
from events.log.log import StoredEvent, item_commits
from events.log.match_seeds import match_seed_of, salt_key_of
from events.log.match_state.folding import effects_in
from events.log.match_state.rules import game_of, options_of
from events.log.models import ENDED, Match, Withdrawable
from events.log.receipts import receipt
from events.log.serializers import SealOut
from events.matches.lobby.match_detail import fairness
from events.matches.record.visible_events import parts_for
from events.proofs.serializers import BundleOut, CardProofOut, ProofOut, SeatSeedOut
from games.kernel.effect import Effect, Moved, Shuffled
from games.kernel.state import Sight, Zone

FORMAT = f"comptoir-bundle/{log.BUNDLE}"
SHUFFLES = 16  # the number of Merkle trees in memory while card proofs are made
SEEDS = ("seat.joined", "seat.left", "seed.committed", "seed.revealed")


class PilePosition(NamedTuple):
    """A position in a shuffled pile: the event and the path of the shuffle, and the position in its result."""

    seq: int
    path: str
    position: int


class DealtCard(NamedTuple):
    """A card that a viewer saw leave a shuffled pile: its number, its face, the event, and its former position."""

    card: int
    face: str
    seq: int
    place: PilePosition


class Items:
    """The items of an array. Each iteration generates them one at a time, so that memory never holds all of them."""

    def __init__(self, make: Callable[[], Iterable[Any]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[Any]:
        return iter(self._make())


def exporter_of(access: Access) -> Viewer:
    """Returns the viewer for whom a caller exports a match: omniscient if permitted, otherwise the caller's seat."""
    return Viewer(None, all=True) if may_see(access, None) else Viewer(access.seat)


def bundle_for(match: Match, viewer: Viewer, words: bool = True) -> BundleOut:
    """Returns the export of a match as a viewer may see it.

    words: whether to include parts that an operator can withdraw.
    """
    members = members_for(match, viewer, words)
    whole = {name: list(value) if isinstance(value, Items) else value for name, value in members.items()}
    return cast(BundleOut, {**whole, "seal": seal(match, members), "receipts": []})


def members_for(match: Match, viewer: Viewer, words: bool = True) -> dict[str, Any]:
    """Returns the members of an export that the seal covers. Members that grow with the log are `Items`."""
    read, seen = parts_for(match, viewer), cache(lambda: list(_dealt_in(match, viewer.seat)))
    return {
        "format": FORMAT,
        "match": str(match.id),
        "viewer": "all" if viewer.all else viewer.seat,
        "game": match.game,
        "rules_version": match.rules_version,
        "deck": list(game_of(match).box(match.size, options_of(match))),
        "events": Items(lambda: (_exported(event, cells, words) for event, cells in read())),
        "head": receipt(match),
        "keys": public_keys(),
        "match_seed": opened_seed(match, viewer),
        "cards": Items(lambda: () if viewer.all else card_proofs_of(match, seen())),
        "global_log": entries_of(match),
    }


def _exported(event: StoredEvent, cells: list[dict[str, Any]], words: bool) -> dict[str, Any]:
    if not words:
        withdrawable = {cell["path"] for cell in event.core["cells"] if cell["to"] is None}
        cells = [cell for cell in cells if cell["path"] not in withdrawable]
    return {"core": event.core_bytes.decode(), "hash": event.hash.hex(), "cells": cells}


def seal(match: Match, members: Mapping[str, Any]) -> SealOut:
    """Returns the operator's signature over a whole export, which reveals any removal or addition."""
    digest = BundleDigest()
    for part in (*_members_text(sorted(members.items()), canonical_json), b"}"):
        digest.update(part)
    return _sealed(match, digest)


def _sealed(match: Match, digest: BundleDigest) -> SealOut:
    key = signer()
    return {"key_id": key.key_id, "signature": key.sign_digest(match.id.bytes, digest).hex()}


def export_text(match: Match, members: Mapping[str, Any]) -> Iterator[bytes]:
    """Yields the JSON of an export in parts; together they equal the JSON of `bundle_for`.

    Each event is read once. The digest covers the members in the order of their names. Members before `events` are
    digested first, each event is digested while it is sent, and members after `events` are digested at the end.
    """
    digest, ordered = BundleDigest(), sorted(members.items())
    events = [name for name, _ in ordered].index("events")
    for part in _members_text(ordered[:events], canonical_json):
        digest.update(part)
    digest.update(b',"events":[')
    for place, (name, value) in enumerate(members.items()):
        yield b"%b%b:" % (b"," if place else b"{", msgspec.json.encode(name))
        yield from _value_text(_digested(value, digest) if name == "events" else value, msgspec.json.encode)
    for part in (b"]", *_members_text(ordered[events + 1 :], canonical_json, first=b","), b"}"):
        digest.update(part)
    yield b',"seal":%b,"receipts":[]}' % msgspec.json.encode(_sealed(match, digest))


def _digested(events: Items, digest: BundleDigest) -> Items:
    """Returns the same events; each is added to the digest when it is generated."""

    def made() -> Iterator[Any]:
        for place, event in enumerate(events):
            digest.update(b"," + canonical_json(event) if place else canonical_json(event))
            yield event

    return Items(made)


def _members_text(
    members: Iterable[tuple[str, Any]], encode: Callable[[Any], bytes], first: bytes = b"{"
) -> Iterator[bytes]:
    """Yields the JSON of some members of an object, without its last brace; each item of `Items` is a part."""
    for place, (name, value) in enumerate(members):
        yield b"%b%b:" % (b"," if place else first, encode(name))
        yield from _value_text(value, encode)


def _value_text(value: Any, encode: Callable[[Any], bytes]) -> Iterator[bytes]:
    if not isinstance(value, Items):
        yield encode(value)
        return
    yield b"["
    for place, item in enumerate(value):
        yield b"," + encode(item) if place else encode(item)
    yield b"]"


def export_tag(match: Match, members: Mapping[str, Any]) -> str:
    """Returns an entity tag for an export without generating it.

    It depends on the signed head and on withdrawn texts.
    """
    named = {name: value for name, value in members.items() if not isinstance(value, Items)}
    withdrawables = Withdrawable.objects.filter(match=match, seq__lte=match.head_seq)
    words = withdrawables.order_by("seq").values_list("seq", "path")
    return etag_of(canonical_json({**named, "words": list(words)}))


def proof(access: Access) -> ProofOut:
    """Returns the commitments and seeds so far, the signed head, and the proofs of the caller's cards."""
    match = access.match
    return {
        "match": str(match.id),
        "seq": match.head_seq,
        "viewer": access.seat,
        "fairness": fairness(match),
        "seats": seats_seeds(match),
        "match_seed": opened_seed(match, Viewer(access.seat, all=may_see(access, None))),
        "head": receipt(match),
        "keys": public_keys(),
        "cards": list(cards_of(match, access.seat)),
        "global_log": entries_of(match),
    }


def opened_seed(match: Match, viewer: Viewer) -> str | None:
    """Returns the match seed if the viewer may see everything and the match has started and is over; otherwise None."""
    if match.status not in ENDED or not viewer.all:
        return None
    started = any(True for _ in log.read(match.id, type="match.started", limit=1))
    return match_seed_of(match).hex() if started else None


def seats_seeds(match: Match) -> list[SeatSeedOut]:
    """Returns each seat's contribution to the match seed, as far as the log contains it."""
    seats: dict[int, SeatSeedOut] = {}
    for row in _of_types(match, SEEDS):
        core, seat = row.core, row.core["actor"]
        if row.type == "seat.left":
            seats.pop(seat, None)
            continue
        contribution = seats.setdefault(seat, {"seat": seat, "nonce": None, "client_commit": None, "client_seed": None})
        names = ("nonce", "source", "client_commit", "client_seed")
        contribution.update(
            {  # type: ignore[typeddict-item]
                name: core[name] for name in names if core.get(name) is not None
            }
        )
    return [seats[seat] for seat in sorted(seats)]


def _of_types(match: Match, types: tuple[str, ...]) -> Iterator[StoredEvent]:
    """Returns the events of some types, in order."""
    rows = [row for type in types for row in log.read(match.id, upto=match.head_seq, type=type)]
    return iter(sorted(rows, key=lambda row: row.seq))


def cards_of(match: Match, seat: int | None) -> Iterator[CardProofOut]:
    """Yields proofs that the shuffle had already fixed the cards that a seat saw leave a shuffled pile."""
    return card_proofs_of(match, _dealt_in(match, seat))


def card_proofs_of(match: Match, seen: Iterable[DealtCard]) -> Iterator[CardProofOut]:
    """Yields proofs of cards that left shuffled piles."""
    return card_proofs(match.id.bytes, salt_key_of(match), seen, lambda seq, path: _shuffled(match, seq, path))


def _dealt_in(match: Match, seat: int | None) -> Iterator[DealtCard]:
    """Yields the cards that a seat saw leave a shuffled pile in a match."""
    outcomes = ((row.seq, effects_in(row)) for row in log.read_in_pages(match.id, match.head_seq))
    return dealt_to(seat, match.size, game_of(match).sights, outcomes)


def _shuffled(match: Match, seq: int, path: str) -> list[str]:
    """Returns the faces of a pile after a shuffle."""
    [shuffle] = log.read(match.id, seq - 1, seq)
    faces: list[str] = shuffle.hidden[path]
    return faces


def dealt_to(
    seat: int | None, size: int, sights: Mapping[str, Sight], outcomes: Iterable[tuple[int, Iterable[Effect]]]
) -> Iterator[DealtCard]:
    """Yields the cards that a seat saw leave a shuffled pile from a publicly known position.

    Positions are tracked only from public facts: the places from which cards are taken and to which they are moved.
    Once random draws have removed cards from a pile, only the server knows the positions, and no card can be proved
    until the next shuffle.
    """
    piles: dict[Zone, list[PilePosition | None]] = {}
    for seq, effects in outcomes:
        for number, effect in enumerate(effects):
            if isinstance(effect, Shuffled):
                path = f"effects/{number}/faces"
                piles[effect.zone] = [PilePosition(seq, path, position) for position in range(effect.size)]
            elif isinstance(effect, Moved):
                places = _taken(piles, effect)
                visible = effect.redact(size, sights, seat)
                assert isinstance(visible, Moved), "a redacted effect is of the same kind"
                for card, face, place in zip(visible.to, visible.faces, places, strict=True):
                    if place is not None and card is not None and face is not None:
                        yield DealtCard(card, face, seq, place)


def _taken(piles: dict[Zone, list[PilePosition | None]], moved: Moved) -> list[PilePosition | None]:
    """Returns the positions that moved cards come from (None: not public); updates the piles."""
    number, taken = len(moved.cards), [None] * len(moved.cards)
    lying = piles.get(moved.src)
    if lying is not None and moved.at is None:
        piles[moved.src] = [None] * (len(lying) - number)
    elif lying is not None and moved.at is not None:
        gone, taken = set(moved.at), [lying[place] for place in moved.at]  # type: ignore[misc]
        piles[moved.src] = [place for at, place in enumerate(lying) if at not in gone]
    if moved.dst in piles:
        there = piles[moved.dst]
        index = len(there) if moved.index is None else moved.index
        there[index:index] = [None] * number
    return taken  # type: ignore[return-value]


def card_proofs(
    match_id: bytes, salt_key: bytes, seen: Iterable[DealtCard], faces_of: Callable[[int, str], list[str]]
) -> Iterator[CardProofOut]:
    """Yields the proof of each card.

    A proof has the salt of the card's position and the hashes that lead from the card to the root in the shuffle's
    event.
    """

    @lru_cache(maxsize=SHUFFLES)
    def leaves_of(seq: int, path: str) -> list[bytes]:
        return item_commits(match_id, seq, path, faces_of(seq, path), salt_key)

    for card, face, dealt, (seq, path, position) in seen:
        leaves = leaves_of(seq, path)
        salt = cell_salt(salt_key, seq, f"{path}/{position}")
        assert leaves[position] == cell_commit(match_id, seq, f"{path}/{position}", salt, canonical_json(face)), (
            "another card"
        )
        yield {
            "card": card,
            "dealt": dealt,
            "seq": seq,
            "path": path,
            "position": position,
            "size": len(leaves),
            "salt": salt.hex(),
            "value": face,
            "proof": [node.hex() for node in inclusion_proof(leaves, position)],
            "root": tree_root(leaves).hex(),
        }
