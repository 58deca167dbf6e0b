"""Whole logs of the toy game with seeds, cells, hashes and receipts, built without a database.

In the toy, players draw, shuffle, pick at random, roll dice, make sealed bids, time out and resign. A few seeds
therefore cover every kind of event that the verifier must handle.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import UUID

from events.base.canonical_json import canonical_json
from events.base.fairness import (
    HeadSigner,
    cell_commit,
    cell_salt,
    client_commit,
    event_hash,
    genesis,
    global_leaf,
    inclusion_proof,
    match_seed,
    server_commit,
    tree_root,
)
from events.log.log import _cell
from events.log.upcasts import FORMAT
from events.proofs.selectors import card_proofs, dealt_to
from games.kernel.record import HiddenPart, Record, record
from games.kernel.timing.clock import Times
from games.kernel.timing.waiting import NOBODY, waiting
from tests.games.harness.simulate import Match, Players
from tests.kernel.toy import GAME, ToyOptions

START_MS = 1_800_000_000_000
EMPTY = Record(None, [], ())


def secret(seed: int, name: str) -> bytes:
    """Returns 32 bytes derived from the seed of a test."""
    return hashlib.sha256(f"{name} {seed}".encode()).digest()


class SealedLog:
    """The log of one random match of the toy, determined by `seed` alone; `reveal` as for a match.

    step_ms: the time between two events; patience_ms: the additional time before a timeout; is_sealed: whether exports
    have a seal, as in the current format, or use the first format.
    """

    step_ms, patience_ms = 5_000, 10**6
    fairness = "nonces"
    is_sealed = True

    def __init__(
        self, seed: int, seats: int = 3, turns: int = 25, reveal: str = "all", rows: int | None = None
    ) -> None:
        self.id, self.seats, self.reveal = UUID(bytes=secret(seed, "match")[:16]), seats, reveal
        self.salt_key, self.server_seed = secret(seed, "salt key"), secret(seed, "server")
        self.nonces = [secret(seed, f"nonce {seat}") for seat in range(seats)]
        self.match_seed = match_seed(self.server_seed, self.id.bytes, self.nonces)
        self.signer = HeadSigner(secret(seed, "signer"))
        self.options = ToyOptions(turns=turns, open_bids=seed % 2 == 0)
        self.hash, self.at_ms = genesis(self.id.bytes), START_MS
        self.waiting, self.times = NOBODY, Times()
        self.rows: list[dict[str, Any]] = []
        self.receipts: list[dict[str, Any]] = []
        self._created()
        self._play(seed, rows)

    def _created(self) -> None:
        self.deck = list(GAME.box(self.seats, self.options))
        self.write(
            "match.created",
            "setup",
            game="toy",
            rules_version=1,
            options=self.options.to_json(),
            seats=self.seats,
            clock={"per_move": None, "on_timeout": "default_move"},
            prng="tt1",
            fairness=self.fairness,
            reveal=self.reveal,
            beacon_round=None,
            deck_hash=hashlib.sha256(canonical_json(self.deck)).hexdigest(),
            key_id=self.signer.key_id,
            server_commit=server_commit(self.id.bytes, self.server_seed).hex(),
            sets=sorted(GAME.sets),
            **({"bundle": 2} if self.is_sealed else {}),
        )
        if self.fairness == "commit_reveal":
            self._settle()
            return
        for seat, nonce in enumerate(self.nonces):
            self.write("seat.joined", "player", seat, nonce=nonce.hex(), source="player", policy=None)

    def _settle(self) -> None:
        """Seats all players (the last one commits late), then closes and opens all seeds."""
        commits = [client_commit(self.id.bytes, seat, nonce).hex() for seat, nonce in enumerate(self.nonces)]
        for seat, commit in enumerate([*commits[:-1], None]):
            self.write("seat.joined", "player", seat, nonce=None, source=None, policy=None, client_commit=commit)
        self.write("seed.committed", "player", self.seats - 1, client_commit=commits[-1], source="player")
        self.write("seeds.closed", "setup", deadline_ms=self.at_ms + 10**6)
        for seat in reversed(range(self.seats)):
            self.write("seed.revealed", "player", seat, client_seed=self.nonces[seat].hex(), source="player")

    def _play(self, seed: int, rows: int | None) -> None:
        match = Match(GAME, self.seats, self.options, int.from_bytes(self.match_seed, "big"), first_id=0)
        players, self.acts = Players.of_seed(seed), []
        while not match.state.is_over and (rows is None or len(match.steps) < rows):
            match.decide(players.decision(match))
        for step in match.steps:
            self.at_ms += self.patience_ms if step.by == "clock" else 0
            stored_record = record(step.outcome, self.seats, GAME.sights)
            self.acts.append((len(self.rows), step.outcome.effects))
            self.times = self.times.after_prompts(step.after, self.at_ms + self.step_ms)
            self.waiting = waiting(GAME, step.after, self.times)
            self.write(step.type, step.by, step.outcome.seat, step.outcome.prompt, stored_record)
            if len(self.rows) == 12:
                self.say("héllo ♠")
        if match.state.is_over:
            self._end(match)

    def _end(self, match: Match) -> None:
        ended = match.steps[-1].outcome.effects[-1].to_json()
        self.write("match.over", "setup", standings=ended["standings"], scores=ended["scores"])
        opened = {"server_seed": self.server_seed.hex(), "salt_key": self.salt_key.hex()}
        if self.reveal == "all":
            self.write("seed.opened", "setup", **opened)
            return
        readers = tuple(range(self.seats)) if self.reveal == "seats" else ()
        cells = tuple(HiddenPart(name, readers, value) for name, value in opened.items())
        self.write("seed.opened", "setup", record=Record(None, [], cells))

    def say(self, text: str) -> None:
        """Writes a chat message."""
        seq, salt = len(self.rows), secret(len(self.rows), "words")
        commitment = cell_commit(self.id.bytes, seq, "text", salt, canonical_json(text)).hex()
        cell = {"path": "text", "to": None, "c": commitment}
        self.write("message", "player", 0, cells=[cell])
        self.rows[-1]["words"] = {"path": "text", "c": commitment, "salt": salt.hex(), "value": text}

    def write(
        self,
        type: str,
        by: str,
        seat: int | None = None,
        prompt: int | None = None,
        record: Record = EMPTY,
        cells: Sequence[dict[str, Any]] = (),
        **public: Any,
    ) -> None:
        """Writes the next event and its receipt."""
        seq = len(self.rows)
        self.at_ms += self.step_ms
        new_cells = [_cell(self.id.bytes, seq, part, self.salt_key) for part in record.hidden_parts]
        core = {
            "seq": seq,
            "type": type,
            "at_ms": self.at_ms,
            "actor": seat,
            "by": by,
            "prompt": prompt,
            "format": FORMAT,
            "move": record.move,
            "effects": record.effects,
            "cells": [*new_cells, *cells],
            **self.waiting.to_json(),
            **public,
        }
        text = canonical_json(core)
        self.hash = event_hash(self.hash, text)
        self.rows.append(
            {
                "core": text.decode(),
                "cells": core["cells"],
                "hash": self.hash.hex(),
                "secrets": {part.path: part.value for part in record.hidden_parts},
            }
        )
        self.receipts.append(self.receipt())

    def rewritten(self, changes: dict[int, Callable[[dict[str, Any]], None]]) -> SealedLog:
        """Returns a log with changed cores, new hashes and a newly signed head: a forgery by the operator."""
        forged = copy.copy(self)
        forged.rows, forged.receipts, forged.hash = [dict(event) for event in self.rows], [], genesis(self.id.bytes)
        for seq, event in enumerate(forged.rows):
            core = json.loads(event["core"])
            changes.get(seq, lambda _: None)(core)
            event["core"] = canonical_json(core).decode()
            forged.hash = event_hash(forged.hash, event["core"].encode())
            event["hash"] = forged.hash.hex()
        forged.receipts = [forged.receipt()]
        return forged

    def seqs(self, type: str) -> list[int]:
        """Returns the numbers of the events of a type."""
        return [seq for seq, event in enumerate(self.rows) if json.loads(event["core"])["type"] == type]

    def receipt(self) -> dict[str, Any]:
        """Returns the current signed head."""
        root = tree_root([bytes.fromhex(event["hash"]) for event in self.rows])
        signature = self.signer.sign(self.id.bytes, len(self.rows), self.hash, root)
        return {
            "match": str(self.id),
            "size": len(self.rows),
            "hash": self.hash.hex(),
            "root": root.hex(),
            "key_id": self.signer.key_id,
            "signature": signature.hex(),
        }

    def bundle(self, viewer: int | str | None = "all") -> dict[str, Any]:
        """Returns the export for a seat, a spectator (None), or with everything ("all")."""
        is_over = '"type":"match.over"' in "".join(event["core"] for event in self.rows)
        seat = viewer if isinstance(viewer, int) else None
        dealt = dealt_to(seat, self.seats, GAME.sights, self.acts)
        proofs = card_proofs(self.id.bytes, self.salt_key, dealt, lambda seq, path: self.rows[seq]["secrets"][path])
        contents = {
            "format": f"comptoir-bundle/{1 + self.is_sealed}",
            "match": str(self.id),
            "viewer": viewer,
            "game": "toy",
            "rules_version": 1,
            "deck": self.deck,
            "global_log": list(self._leaves()),
            "events": [self._event(seq, event, viewer) for seq, event in enumerate(self.rows)],
            "head": self.receipts[-1],
            "keys": [self.key()],
            "cards": list(proofs),
            "match_seed": self.match_seed.hex() if viewer == "all" and is_over else None,
        }
        return {**contents, **({"seal": self.seal(contents)} if self.is_sealed else {}), "receipts": []}

    def seal(self, contents: dict[str, Any]) -> dict[str, str]:
        """Returns the operator's signature over an export."""
        sealed_part = {name: value for name, value in contents.items() if name not in ("seal", "receipts")}
        signature = self.signer.sign_bundle(self.id.bytes, canonical_json(sealed_part))
        return {"key_id": self.signer.key_id, "signature": signature.hex()}

    def _leaves(self) -> Iterator[dict[str, Any]]:
        """Yields proofs that the creation and the end are in a global log with no other entries."""
        known = {"match.created": "created", "match.over": "ended"}
        entries = [
            (known[type], event["hash"]) for type in known for event in (self.rows[seq] for seq in self.seqs(type))
        ]
        hashes: list[bytes] = []
        for position, (kind, hash) in enumerate(entries):
            leaf = {"kind": kind, "hash": hash, "at_ms": START_MS + position}
            hashes.append(global_leaf(canonical_json(leaf)))
            size, root, at_ms = position + 1, tree_root(hashes), leaf["at_ms"]
            signature = self.signer.sign_global(size, root, at_ms).hex()
            head = {"size": size, "root": root.hex(), "at_ms": at_ms, "key_id": self.signer.key_id}
            proof = [node.hex() for node in inclusion_proof(hashes, position)]
            yield {"leaf": leaf, "position": position, "proof": proof, "head": {**head, "signature": signature}}

    def key(self) -> dict[str, Any]:
        return {
            "key_id": self.signer.key_id,
            "public_key": self.signer.public_key.hex(),
            "not_before": None,
            "not_after": None,
        }

    def _event(self, seq: int, event: dict[str, Any], viewer: int | str | None) -> dict[str, Any]:
        opened = [event["words"]] if "words" in event else []
        for cell in event["cells"]:
            if cell["to"] is not None and (viewer == "all" or viewer in cell["to"]):
                opened.append(self._opened(seq, cell, event["secrets"][cell["path"]]))
        return {"core": event["core"], "hash": event["hash"], "cells": opened}

    def _opened(self, seq: int, cell: dict[str, Any], value: Any) -> dict[str, Any]:
        path = cell["path"]
        if "c" in cell:
            return {"path": path, "c": cell["c"], "salt": cell_salt(self.salt_key, seq, path).hex(), "value": value}
        salts = [cell_salt(self.salt_key, seq, f"{path}/{place}").hex() for place in range(cell["size"])]
        return {"path": path, "root": cell["root"], "salts": salts, "value": value}


class Settled(SealedLog):
    """A log whose seats commit to their seeds before they open them."""

    fairness = "commit_reveal"


class Unsealed(SealedLog):
    """A log that is exported in the first format, without a seal."""

    is_sealed = False
