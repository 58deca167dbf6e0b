"""What proves a match to somebody outside: the bundle for the offline verifier, and proofs of single cards.

docs/integrity.md says what stands in them. Everything here is what the caller is told by `rows` anyway, with the salts
that prove it; nothing is opened that a view would not show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from events import log
from events.canon import canon
from events.fairness import cell_commit, cell_salt, inclusion_proof, tree_root
from events.log import StoredEvent, item_commits
from events.match_seeds import match_seed_of, salt_key_of
from events.models import Match
from events.selectors.access import ENDED, Access, Viewer, may_see
from events.selectors.global_log import entries_of
from events.selectors.match_detail import fairness
from events.selectors.receipts import receipt
from events.selectors.states import effects_of, game_of, options_of
from events.selectors.visible_events import events_for
from events.signing import public_keys, signer
from games.kernel.effect import Effect, Moved, Shuffled
from games.kernel.state import Sight, Zone

FORMAT = f"comptoir-bundle/{log.BUNDLE}"
SEEDS = ("seat.joined", "seat.left", "seed.committed", "seed.revealed")


class Place(NamedTuple):
    """A place of a shuffled pile: the row and the path of the shuffle, and the place in it."""

    seq: int
    path: str
    position: int


class Dealt(NamedTuple):
    """A card that a viewer saw come from a shuffled pile: its number, its face, the row, and where it had lain."""

    card: int
    face: str
    seq: int
    place: Place


def bundle(reached: Access) -> dict[str, Any]:
    """The export of a match: redacted for the caller; whole where he may see all of it."""
    return bundle_for(reached.match, Viewer(None, all=True) if may_see(reached, None) else Viewer(reached.seat))


def bundle_for(match: Match, viewer: Viewer) -> dict[str, Any]:
    """The export of a match as it is seen through some viewer."""
    rows = events_for(match, viewer, upto=match.head_seq, core=True)
    told = {
        "format": FORMAT, "match": str(match.id), "viewer": "all" if viewer.all else viewer.seat, "game": match.game,
        "rules_version": match.rules_version, "deck": list(game_of(match).box(match.size, options_of(match))),
        "events": [{"core": row["core"], "hash": row["hash"], "cells": row["cells"]} for row in rows],
        "head": receipt(match), "keys": public_keys(), "match_seed": opened_seed(match, viewer),
        "cards": [] if viewer.all else cards_of(match, viewer.seat), "global_log": entries_of(match),
    }  # fmt: skip
    return {**told, "seal": seal(match, told), "receipts": []}


def seal(match: Match, told: dict[str, Any]) -> dict[str, str]:
    """The operator's signature over all of an export, so that nothing can be taken out of it or put into it."""
    key = signer()
    return {"key_id": key.key_id, "signature": key.sign_bundle(match.id.bytes, canon(told)).hex()}


def proof(reached: Access) -> dict[str, Any]:
    """The commitments and seeds so far, the signed head, and the proofs of the caller's cards."""
    match = reached.match
    return {
        "match": str(match.id), "seq": match.head_seq, "viewer": reached.seat, "fairness": fairness(match),
        "seats": seats_seeds(match), "match_seed": opened_seed(match, Viewer(reached.seat, all=may_see(reached, None))),
        "head": receipt(match), "keys": public_keys(), "cards": cards_of(match, reached.seat),
        "global_log": entries_of(match),
    }  # fmt: skip


def opened_seed(match: Match, viewer: Viewer) -> str | None:
    """The match seed, once it has served, for whoever sees everything."""
    if match.status not in ENDED or not viewer.all:
        return None
    started = any(True for _ in log.read(match.id, type="match.started", limit=1))
    return match_seed_of(match).hex() if started else None


def seats_seeds(match: Match) -> list[dict[str, Any]]:
    """Each seat's part in the match seed, as far as the log tells it."""
    seats: dict[int, dict[str, Any]] = {}
    for row in _of_types(match, SEEDS):
        core, seat = row.core, row.core["actor"]
        if row.type == "seat.left":
            seats.pop(seat, None)
            continue
        told = seats.setdefault(seat, {"seat": seat, "nonce": None, "client_commit": None, "client_seed": None})
        names = ("nonce", "source", "client_commit", "client_seed")
        told.update({name: core[name] for name in names if core.get(name) is not None})
    return [seats[seat] for seat in sorted(seats)]


def _of_types(match: Match, types: tuple[str, ...]) -> Iterator[StoredEvent]:
    """The rows of some types, in order."""
    rows = [row for type in types for row in log.read(match.id, upto=match.head_seq, type=type)]
    return iter(sorted(rows, key=lambda row: row.seq))


def cards_of(match: Match, seat: int | None) -> list[dict[str, Any]]:
    """The proofs that the cards which a seat saw come from a shuffled pile are those fixed at the shuffle."""
    key = salt_key_of(match)
    rows = {row.seq: row for row in log.read(match.id, upto=match.head_seq) if row.core["effects"]}
    acts = ((row.seq, effects_of(row)) for row in rows.values())
    seen = dealt_to(seat, match.size, game_of(match).sights, acts)
    return card_proofs(match.id.bytes, key, seen, lambda place: rows[place.seq].hidden[place.path])


def dealt_to(
    seat: int | None, size: int, sights: Mapping[str, Sight], acts: Iterable[tuple[int, Iterable[Effect]]]
) -> Iterator[Dealt]:
    """The cards that a seat was told as they left a shuffled pile from a place that everybody can follow.

    Which place of the shuffle lies where is followed by what is public alone: places of cards taken and put. Once
    chance has taken cards from a pile, nobody but the server knows, and nothing more is told until it is shuffled.
    """
    piles: dict[Zone, list[Place | None]] = {}
    for seq, effects in acts:
        for number, effect in enumerate(effects):
            if isinstance(effect, Shuffled):
                path = f"effects/{number}/faces"
                piles[effect.zone] = [Place(seq, path, position) for position in range(effect.size)]
            elif isinstance(effect, Moved):
                places = _taken(piles, effect)
                told = effect.redact(size, sights, seat)
                assert isinstance(told, Moved), "a hidden effect is of the same kind"
                for card, face, place in zip(told.to, told.faces, places, strict=True):
                    if place is not None and card is not None and face is not None:
                        yield Dealt(card, face, seq, place)


def _taken(piles: dict[Zone, list[Place | None]], moved: Moved) -> list[Place | None]:
    """The places that the moved cards come from, as far as anybody can tell; the piles are brought up to date."""
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
    match_id: bytes, salt_key: bytes, seen: Iterable[Dealt], faces_of: Callable[[Place], list[str]]
) -> list[dict[str, Any]]:
    """Each card with the salt of its place and the hashes that lead from it to the root in the shuffle's row."""
    trees: dict[tuple[int, str], list[bytes]] = {}
    proofs = []
    for card, face, dealt, place in seen:
        seq, path, position = place
        if (seq, path) not in trees:
            trees[seq, path] = item_commits(match_id, seq, path, faces_of(place), salt_key)
        leaves = trees[seq, path]
        salt = cell_salt(salt_key, seq, f"{path}/{position}")
        assert leaves[position] == cell_commit(match_id, seq, f"{path}/{position}", salt, canon(face)), "another card"
        proofs.append({
            "card": card, "dealt": dealt, "seq": seq, "path": path, "position": position, "size": len(leaves),
            "salt": salt.hex(), "value": face, "proof": [node.hex() for node in inclusion_proof(leaves, position)],
            "root": tree_root(leaves).hex(),
        })  # fmt: skip
    return proofs
