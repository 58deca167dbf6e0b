"""Damages exports at random and compares the results of both verifiers: the same verdict, step and event.

Most damaged bundles are signed again: hashes, commitments, heads, leaves and seal are recomputed, as a dishonest
operator would do. Otherwise steps 1 and 2 would find nearly all damage, and later steps would never be compared. The
seed and the number of a bundle determine it completely.
"""

from __future__ import annotations

import copy
import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from events.base.fairness import cell_commit, tree_root
from events.base.fairness.commitments import event_hash, genesis, global_leaf
from events.base.fairness.heads import HeadSigner
from events.base.fairness.merkle import inclusion_proof
from events.verifier.verify import verify_bytes
from tests.events.verifier.agreement import VERIFIER, Files, Lines, by_javascript, verdict
from tests.events.verifier.sealed_logs import SealedLog, Settled, Unsealed
from tests.events.verifier.tampering import ACTS, Alteration, paths
from tests.stack import ROOT

FIXTURES = ROOT / "tests" / "fixtures"
BATCH = 60
SIGNER = HeadSigner(hashlib.sha256(b"an operator who signs anything").digest())
UNFIT = (LookupError, TypeError, ValueError, AttributeError, OverflowError)  # errors due to unusual values
DAY, MINUTE = 86_400_000, 60_000
ODD = json.loads(r"""[
    null, true, false, 0, 1, -1, 2, 7, 255, 256, 4294967296, 9007199254740991, -9007199254740991, 9007199254740992, "",
    "0", "x", "all", "\u0000", "é♠", "\ud83c\udccf", "\ud800", "__proto__", "constructor", "length", "effects/0/cards",
    "effects/99/faces", "effects/-1/cards", "effects/0", "effects", "move/args/card", "move", "text", [], [null], [0],
    [0, 0], ["a"], [[]], {}, {"k": 0}, {"kind": "moved"}, {"kind": "prompted"}, {"path": "text", "to": null},
    "2026-01-01T00:00:00Z", "2026-01-01", "2026-02-30T00:00:00Z", "1970-01-01T00:00:00+00:00", "not a time"
]""")
MEMBERS = ("__proto__", "constructor", "length", "seat", "to", "kind", "items", "head", "leaf", "core", "K", "é", "")

SOFT, HARD = ("change", "change", "graft", "swap"), ("odd", "member", "graft", *ACTS)  # mostly well-formed, or not


class Outcome(NamedTuple):
    """A damaged bundle: its number, the acts that damaged it, and the results of the two verifiers."""

    number: int
    acts: str
    python: Lines
    javascript: Lines

    @property
    def agrees(self) -> bool:
        """Returns whether both results have the same verdict, first failed step and event."""
        return verdict(self.python) == verdict(self.javascript)

    def __str__(self) -> str:
        one, other = verdict(self.python), verdict(self.javascript)
        return f"bundle {self.number} ({self.acts}): verify.py {one}, verify.js {other}"


@cache
def exports() -> dict[str, str]:
    """Returns the JSON of the exports to damage, by name: the frozen exports, and some of the toy game."""
    frozen = sorted((FIXTURES / "exports").iterdir())
    found = {path.name: gzip.decompress(path.read_bytes()).decode() for path in frozen}
    for name in ("v5", "v5_seat_0", "v7", "v7_seat_0"):
        found[name] = (FIXTURES / "proofs" / f"{name}.json").read_text(encoding="utf-8")
    toys: tuple[tuple[type[SealedLog], int, tuple[Any, ...]], ...] = (
        (SealedLog, 1, ("all", 0, 1, None)),
        (Settled, 2, ("all", 1)),
        (Unsealed, 4, ("all", 2)),
    )
    for kind, seed, viewers in toys:
        log = kind(seed, turns=8)
        found |= {f"{kind.__name__} {viewer}": json.dumps(log.bundle(viewer)) for viewer in viewers}
    return found


def written(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def alter(value: Any, draws: Random) -> str:
    """Alters one part of a value; returns the alteration. The kind is drawn first, as most parts are in long lists."""
    found: dict[str, list[tuple[str | int, ...]]] = {}
    for path in paths(value):
        found.setdefault(Alteration(path, "").name, []).append(path)
    if not found:
        return "nothing"
    name = draws.choice(list(found))
    *way, step = draws.choice(found[name])
    within = at(value, way)
    act = draws.choice(SOFT if draws.random() < 0.7 else HARD)
    if act == "graft":
        alike = [path for path in paths(value) if path[-1] == step or type(step) is type(path[-1]) is int]
        within[step] = copy.deepcopy(at(value, draws.choice(alike)))
    elif act == "odd":
        within[step] = copy.deepcopy(draws.choice(ODD))
    elif act == "member" and isinstance(within, dict):
        within[draws.choice((*MEMBERS, *within))] = within[step]
    else:
        ACTS["change" if act == "member" else act](within, step, draws)
    return f"{act} {name}"


def at(value: Any, path: Sequence[str | int]) -> Any:
    for step in path:
        value = value[step]
    return value


class Forgery:
    """An export with decoded cores: acts damage it, and a dishonest operator signs it again."""

    def __init__(self, raw: Any, draws: Random | None = None) -> None:
        self.raw, self.draws, self.match = raw, draws or Random(0), bytes.fromhex(raw["match"].replace("-", ""))
        self.rows = [{**event, "core": json.loads(event["core"])} for event in raw["events"]]

    @property
    def cores(self) -> list[Any]:
        return [row["core"] for row in self.rows]

    def drawn(self, found: Sequence[Any], name: str) -> Any:
        """Draws an object after its value for `name`, so that rare kinds are drawn as often as others."""
        kind = self.draws.choice(sorted({str(each.get(name)) for each in found}))
        return self.draws.choice([each for each in found if str(each.get(name)) == kind])

    @property
    def effects(self) -> list[Any]:
        return [effect for core in self.cores for effect in core["effects"]]

    def in_a_core(self) -> str:
        return f"core: {alter(self.drawn(self.cores, 'type'), self.draws)}"

    def in_an_effect(self) -> str:
        return f"effect: {alter(self.drawn(self.effects, 'kind'), self.draws)}"

    def in_an_opened_part(self) -> str:
        return f"opened: {alter(self.draws.choice([row['cells'] for row in self.rows if row['cells']]), self.draws)}"

    def beside_the_rows(self) -> str:
        return f"bundle: {alter_beside(self.raw, self.draws)}"

    def cut(self, size: int | None = None) -> str:
        """Ends the log early, as an export before the end does."""
        size = size or self.draws.randrange(1, len(self.rows) + 1)
        gone = {row["hash"] for row in self.rows[size:]}
        del self.rows[size:]
        self.raw["match_seed"] = None
        self.raw["cards"] = [card for card in self.raw.get("cards", []) if card["dealt"] < size]
        if "global_log" in self.raw:
            self.raw["global_log"] = [entry for entry in self.raw["global_log"] if entry["leaf"]["hash"] not in gone]
        return "cut"

    def in_order(self) -> str:
        """Drops, doubles, exchanges or adds an event, and numbers all events again."""
        draws, rows = self.draws, self.rows
        act = draws.choice(("drop", "double", "swap", "new", "new", "new"))
        seq, other = draws.choices(range(len(rows)), k=2)
        if act == "drop":
            del rows[seq]
        elif act == "double":
            rows.insert(other, copy.deepcopy(rows[seq]))
        elif act == "swap":
            rows[seq], rows[other] = rows[other], rows[seq]
        else:
            rows.insert(seq + 1, {"core": drawn_row(rows[seq]["core"], draws), "cells": [], "hash": None})
            for card in self.raw.get("cards", []):
                card.update({name: card[name] + (card[name] > seq) for name in ("seq", "dealt")})
        for number, core in enumerate(self.cores):
            core["seq"] = number
        return f"rows: {act}"

    def in_time(self) -> str:
        """Changes the times or actors of events, the clock of the match, or the times of answers."""
        draws, seq = self.draws, self.draws.randrange(len(self.rows))
        act = draws.choice(("late", "by", "clock", "clock", "after"))
        if act == "late":
            by = draws.choice((1, -1, 1000, -MINUTE, DAY, -(10**9)))
            for core in self.cores[seq : seq + draws.choice((1, len(self.rows)))]:
                core["at_ms"] += by
        elif act == "by":
            core = self.drawn(self.cores, "type")
            core["by"] = draws.choice(("clock", "clock", "bot", "player"))
            core["type"] = draws.choice((core["type"], "clock", "seat.resigned", "seat.replaced", "move", "match.void"))
        elif act == "clock":
            self.cores[0]["clock"] = drawn_clock(draws)
        else:
            for effect in self.effects:
                if effect.get("kind") == "prompted":
                    effect["prompt"][draws.choice(("after", "window"))] = draws.choice((None, 0, 1, 60))
        return f"time: {act}"

    def signed(self) -> Any:
        """Returns the bundle with recomputed hashes, commitments, heads, leaves and seal, where possible."""
        raw, last, hashes = self.raw, genesis(self.match), {}
        raw["events"] = []
        for seq, row in enumerate(self.rows):
            with suppress(*UNFIT):
                self._commit(seq, row)
            text = written(row["core"])
            last = event_hash(last, text.encode(errors="surrogatepass"))
            hashes[row["hash"]] = last.hex()
            raw["events"].append({**row, "core": text, "hash": last.hex()})
        with suppress(*UNFIT):
            raw["keys"][0] |= {"key_id": SIGNER.key_id, "public_key": SIGNER.public_key.hex()}
        with suppress(*UNFIT):
            for entry in raw["global_log"]:
                entry["leaf"]["hash"] = hashes.get(entry["leaf"]["hash"], entry["leaf"]["hash"])
            leaves = [global_leaf(written(entry["leaf"]).encode()) for entry in raw["global_log"]]
            for place, entry in enumerate(raw["global_log"]):
                proof = [node.hex() for node in inclusion_proof(leaves, place)]
                entry.update(position=place, proof=proof, head=global_head(leaves, entry["head"]["at_ms"]))
        if isinstance(raw.get("head"), dict):
            raw["head"] = self.receipt(len(self.rows))
        if "seal" in raw:
            contents = {name: value for name, value in raw.items() if name not in ("seal", "receipts")}
            signature = SIGNER.sign_bundle(self.match, written(contents).encode(errors="surrogatepass"))
            raw["seal"] = {"key_id": SIGNER.key_id, "signature": signature.hex()}
        return raw

    def _commit(self, seq: int, row: Any) -> None:
        """Makes the commitments of an event fit its opened parts."""
        stated = {cell["path"]: cell for cell in row["core"]["cells"]}
        for part in row["cells"]:
            cell, path = stated[part["path"]], part["path"]
            is_tree = "root" in cell
            items = zip(part["salts"], part["value"], strict=True) if is_tree else [(part["salt"], part["value"])]
            found = [
                cell_commit(self.match, seq, path + f"/{place}" * is_tree, bytes.fromhex(salt), written(value).encode())
                for place, (salt, value) in enumerate(items)
            ]
            name = "root" if is_tree else "c"
            cell[name] = part[name] = (tree_root(found) if is_tree else found[0]).hex()

    def receipt(self, size: int) -> dict[str, Any]:
        """Returns a signed head over the first events."""
        hashes = [bytes.fromhex(event["hash"]) for event in self.raw["events"][:size]]
        last, root = hashes[-1] if hashes else bytes(32), tree_root(hashes)
        return {
            "match": self.raw.get("match"),
            "size": size,
            "hash": last.hex(),
            "root": root.hex(),
            "key_id": SIGNER.key_id,
            "signature": SIGNER.sign(self.match, size, last, root).hex(),
        }


def global_head(leaves: Sequence[bytes], at_ms: int) -> dict[str, Any]:
    root = tree_root(leaves)
    signature = SIGNER.sign_global(len(leaves), root, at_ms).hex()
    return {"size": len(leaves), "root": root.hex(), "at_ms": at_ms, "key_id": SIGNER.key_id, "signature": signature}


def drawn_clock(draws: Random) -> Any:
    """Returns the clock of a match, mostly a possible one."""
    clock: dict[str, Any] = {"per_move": draws.choice((None, 60, 5)), "on_timeout": "default_move"}
    for name, choices in {
        "bank": (600, 1, None),
        "increment": (0, 60),
        "play_window": (True, False),
        "vacation_days": (0, 3),
        "ladder": (["default_move", "resign"], ["bot"], ["end"], ["x"], []),
    }.items():
        if draws.random() < 0.4:
            clock[name] = draws.choice(choices)
    if draws.random() < 0.2:
        alter(clock, draws)
    return clock


def drawn_row(before: Any, draws: Random) -> Any:
    """Returns an event that could follow another, of a type that is rare in exports."""
    now = before["at_ms"]
    hours = {"start": 480, "minutes": draws.choice((480, 960, 1440)), "offsets": [[0, 60], [now // 2, 120]]}
    kind, more = draws.choice(
        (
            ("match.paused", {"until_ms": now + draws.choice((0, 5000, 15 * DAY))}),
            ("match.resumed", {}),
            ("seat.vacation", {"until_ms": now + draws.choice((5000, DAY, 9 * DAY))}),
            ("seat.resigned", {}),
            ("seat.replaced", {"policy": draws.choice(("good", None)), "hours": draws.choice((None, hours))}),
            ("clock", {}),
            ("match.void", {"reason": draws.choice(("absent", "unsealed")), "seats": [0]}),
            ("message", {}),
            ("move.undone", {"undoes": before["seq"]}),
            ("seat.joined", {"hours": hours, "policy": None}),
            ("seeds.closed", {"deadline_ms": now}),
            ("seed.committed", {"client_commit": "00" * 32, "source": "player"}),
        )
    )
    row = {name: before[name] for name in ("format", "to_act", "may_act", "deadlines") if name in before} | more
    row |= {
        "seq": before["seq"] + 1,
        "type": kind,
        "at_ms": now + draws.choice((0, 1, 5000, 10**9)),
        "move": None,
        "actor": draws.choice((0, 1, None)),
        "by": draws.choice(("player", "clock", "clock", "bot")),
        "prompt": draws.choice((None, before.get("prompt"))),
        "effects": [],
        "cells": [],
    }
    if draws.random() < 0.2:
        alter(row, draws)
    return row


def alter_beside(raw: Any, draws: Random) -> str:
    """Alters a part of a bundle, mostly outside the events, because damaged events fail at once."""
    aside = {"events": raw.pop("events", [])} if draws.random() < 0.7 else {}
    act = alter(raw, draws)
    raw.update(aside)
    return act


def damaged(seed: int, number: int) -> tuple[str, Files]:
    """Returns the damaged bundle of a seed with this number, and its acts; smaller exports are drawn more often."""
    draws, found = Random(f"{seed}/{number}"), exports()
    [name] = draws.choices(list(found), [1 / (20_000 + len(text)) for text in found.values()])
    raw = json.loads(found[name])
    if draws.random() < 0.85:
        acts, files = _forged(raw, draws)
    else:
        acts = [alter_beside(raw, draws) for _ in range(draws.choice((0, 0, 1)))]
        text = bytearray(json.dumps(raw, ensure_ascii=draws.random() < 0.5).encode(errors="surrogatepass"))
        acts, files = [*acts, respell(text, draws)], (bytes(text), None, None)
    return "; ".join((name, *acts)), files


def _forged(raw: Any, draws: Random) -> tuple[list[str], Files]:
    """Returns a bundle that is damaged and signed again, possibly with receipts and a copy of the global log."""
    forgery, acts = Forgery(raw, draws), []
    kinds: list[Callable[[], str]] = [forgery.in_an_effect, forgery.in_order, forgery.in_time] * 2
    kinds += [forgery.in_a_core, forgery.in_an_opened_part, forgery.beside_the_rows]
    drawn = [forgery.cut] * (draws.random() < 0.3) + draws.choices(kinds, k=draws.choice((0, 1, 1, 1, 2, 2, 3)))
    with suppress(*UNFIT):  # an earlier act has removed the part
        for kind in drawn:
            acts.append(kind())
    bundle, more = forgery.signed(), dict[str, bytes]()
    heads = [forgery.receipt(draws.randrange(len(forgery.rows) + 1)) for _ in range(draws.choice((1, 1, 2, 4)))]
    for name, lines in (("receipts", heads), ("global log", global_log(bundle))):
        if draws.random() < 0.25:
            acts.append(f"{name}: {alter(lines, draws) if draws.random() < 0.5 else 'whole'}")
            by_line = draws.random() < 0.5
            more[name] = ("\n".join(map(json.dumps, lines)) if by_line else json.dumps(lines)).encode()
    if draws.random() < 0.2:
        acts.append(f"afterwards: {alter_beside(bundle, draws)}")
    return acts, (json.dumps(bundle).encode(), more.get("receipts"), more.get("global log"))


def global_log(bundle: Any) -> list[Any]:
    """Returns a copy of the global log: a page with a head, and a separate leaf."""
    leaves, head = [], None
    with suppress(*UNFIT):
        leaves = [entry["leaf"] for entry in copy.deepcopy(bundle["global_log"])]
        head = global_head([global_leaf(written(leaf).encode()) for leaf in leaves], 1)
    items = [{"leaf": leaf} for leaf in leaves]
    return [{"items": items[:1], "head": None}, *items[1:], {"head": head}]


MARKS = re.compile(rb'(?<=[ :\[,])[0-9]+|, |\\"|\{"|\A|\Z')  # places where parsers may differ
NOISE = (
    rb""".0 e0 - + 0 00000000000000000000 1E2 NaN Infinity 0x1 -0 true .5 . , ; [ ] {"position":1," positio\u006e":1,"
    \u0022 \/ \x22 \u00 \ud83c\udccf \udccf\ud83c \u0061 \U0061 \u0000 \a {}"""
    b" \xc2\xa0 \xe2\x80\xa8 \xef\xbb\xbf \xc3\x28 \xed\xa0\x80 \xc0\xaf \xf4\x90\x80\x80"
).split() + [b"", b" ", b"\n", b"\t\r", b"\0", b"\1", b"\x0b", b"\x0c", b"{}\n", b"null\n", b"[" * 66 + b"]" * 66]


def respell(text: bytearray, draws: Random) -> str:
    """Changes some bytes of a text; returns a description of the change."""
    act, noise = draws.choice(("bit", "gap", "before", "after", "instead", "instead")), draws.choice(NOISE)
    start, end = draws.choice([mark.span() for mark in MARKS.finditer(text)])
    if act == "bit":
        text[draws.randrange(len(text))] ^= 1 << draws.randrange(8)
    elif act == "gap":
        del text[start : start + draws.choice((1, 2, 8, len(text)))]
    else:
        text[end if act == "after" else start : start if act == "before" else end] = noise
    return f"bytes: {act}"


def outcomes(seed: int, numbers: Sequence[int], verifier: Path = VERIFIER) -> Iterator[Outcome]:
    """Yields the results of the verifiers for each damaged bundle."""
    for start in range(0, len(numbers), BATCH):
        some = numbers[start : start + BATCH]
        batch = [damaged(seed, number) for number in some]
        theirs = by_javascript([files for _, files in batch], verifier)
        for number, (acts, files), javascript in zip(some, batch, theirs, strict=True):
            yield Outcome(number, acts, [list(line) for line in verify_bytes(*files)], javascript)
