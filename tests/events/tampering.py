"""Small changes to an export, each of which the verifier has to find at the right row."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from events.verify import verify

Bundle = dict[str, Any]
ODD = (None, True, 0, -1, 2**60, "", "x", "00" * 32, [], {}, [None], {"k": 2**70})


class Unreadable(Exception):
    """The change left no text that could be read at all."""


class Flip(NamedTuple):
    """One bit of one byte in a part of a row: its core, its hash, or one of its opened cells."""

    seq: int
    part: str
    cell: int
    byte: int
    bit: int


def flips(bundle: Bundle, draws: Random) -> Iterator[Flip]:
    """Random single bits, as many of the rows' parts as of each kind there are."""
    while True:
        seq = draws.randrange(len(bundle["events"]))
        event = bundle["events"][seq]
        part = draws.choice(["core", "hash", "cells", "cells"] if event["cells"] else ["core", "hash"])
        cell = draws.randrange(len(event["cells"])) if part == "cells" else 0
        yield Flip(seq, part, cell, draws.randrange(len(_text(event, part, cell))), draws.randrange(8))


def flipped(bundle: Bundle, flip: Flip) -> Bundle:
    """The bundle with that bit changed; raises Unreadable if that left no text, or no JSON."""
    event = dict(bundle["events"][flip.seq])
    text = bytearray(_text(event, flip.part, flip.cell))
    text[flip.byte] ^= 1 << flip.bit
    try:
        changed: Any = text.decode()
        if flip.part == "cells":
            cells = list(event["cells"])
            cells[flip.cell] = json.loads(changed)
            changed = cells
    except ValueError:
        raise Unreadable from None
    event[flip.part] = changed
    return {**bundle, "events": [*bundle["events"][: flip.seq], event, *bundle["events"][flip.seq + 1 :]]}


def _text(event: dict[str, Any], part: str, cell: int) -> bytes:
    if part == "cells":
        return json.dumps(event["cells"][cell], separators=(",", ":"), ensure_ascii=False).encode()
    return str(event[part]).encode()


def failures(bundle: Bundle, *more: Any) -> dict[str, str]:
    """The steps that failed and what each said."""
    return {step: words for status, step, words in verify(copy.deepcopy(bundle), *more) if status == "FAILED"}


def is_found(bundle: Bundle, flip: Flip) -> bool:
    """Whether a flipped bit is found at its row."""
    try:
        tampered = flipped(bundle, flip)
    except Unreadable:
        return True
    return any(words.startswith(f"seq {flip.seq}:") for words in failures(tampered).values())


def mangled(value: Any, draws: Random) -> Any:
    """The same JSON with one part of it, somewhere, replaced by something odd."""
    if not isinstance(value, dict | list) or not value or draws.random() < 0.15:
        return draws.choice(ODD)
    place = draws.choice(list(value) if isinstance(value, dict) else range(len(value)))
    copied = copy.copy(value)
    if place == "core":
        copied[place] = json.dumps(mangled(json.loads(copied[place]), draws), separators=(",", ":"), sort_keys=True)
    else:
        copied[place] = mangled(value[place], draws)
    return copied
