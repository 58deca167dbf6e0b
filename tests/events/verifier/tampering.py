"""Small changes to an export, each of which the verifier must detect at the right event."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from events.verifier.verify import verify

Bundle = dict[str, Any]


class Unreadable(Exception):
    """Error for a change after which the bundle is not readable."""


class Flip(NamedTuple):
    """A bit in a part of an event: its core, its hash, or one of its opened cells."""

    seq: int
    part: str
    cell: int
    byte: int
    bit: int


def flips(bundle: Bundle, draws: Random) -> Iterator[Flip]:
    """Yields random single bits, spread over the kinds of parts of an event."""
    while True:
        seq = draws.randrange(len(bundle["events"]))
        event = bundle["events"][seq]
        part = draws.choice(["core", "hash", "cells", "cells"] if event["cells"] else ["core", "hash"])
        cell = draws.randrange(len(event["cells"])) if part == "cells" else 0
        yield Flip(seq, part, cell, draws.randrange(len(_text(event, part, cell))), draws.randrange(8))


def flipped(bundle: Bundle, flip: Flip) -> Bundle:
    """Returns the bundle with that bit changed; raises Unreadable if the result is no text or no JSON."""
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
    """Returns the failed steps with their messages."""
    return {step: words for status, step, words in verify(copy.deepcopy(bundle), *more) if status == "FAILED"}


def is_found(bundle: Bundle, flip: Flip) -> bool:
    """Returns whether the verifier detects a flipped bit at its event."""
    try:
        tampered = flipped(bundle, flip)
    except Unreadable:
        return True
    return any(words.startswith(f"seq {flip.seq}:") for words in failures(tampered).values())


Path = tuple[str | int, ...]
CORE = "core"


class Alteration(NamedTuple):
    """A change to one part of a bundle; paths into a core continue below `core`."""

    path: Path
    act: str

    @property
    def name(self) -> str:
        """Returns the member and the change, without positions in lists: `events/*/cells/*/salt null`."""
        return "/".join("*" if isinstance(step, int) else step for step in self.path) + f" {self.act}"


def alterations(bundle: Bundle, draws: Random) -> list[Alteration]:
    """Returns an alteration of every kind: each act on each member, in random order."""
    found = list(paths(bundle, into_cores=True))
    draws.shuffle(found)
    acts = [Alteration(path, act) for path in found for act in ACTS]
    kinds = list({each.name: each for each in acts}.values())
    draws.shuffle(kinds)
    return kinds


def random_alterations(bundle: Bundle, draws: Random) -> Iterator[Alteration]:
    """Yields random acts on random parts, with equal probability for each part."""
    found = list(paths(bundle, into_cores=True))
    while True:
        yield Alteration(draws.choice(found), draws.choice(list(ACTS)))


def paths(value: Any, path: Path = (), *, into_cores: bool = False) -> Iterator[Path]:
    """Yields the path of every part of a value except the value itself. into_cores: reads the JSON of cores."""
    if into_cores and path and path[-1] == CORE and isinstance(value, str):
        value = json.loads(value)
    steps: Any = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for step in steps:
        yield (*path, step)
        yield from paths(value[step], (*path, step), into_cores=into_cores)


def altered(bundle: Bundle, alteration: Alteration, draws: Random) -> Bundle | None:
    """Returns the altered bundle; None if the act changes nothing."""
    altered_bundle: Bundle = _altered(bundle, alteration.path, ACTS[alteration.act], draws)
    return altered_bundle if json.dumps(altered_bundle) != json.dumps(bundle) else None


def _altered(value: Any, path: Path, act: Any, draws: Random) -> Any:
    step, rest = path[0], path[1:]
    copied = copy.copy(value)
    if not rest:
        return act(copied, step, draws)
    if step == CORE:
        inner = _altered(json.loads(copied[step]), rest, act, draws)
        copied[step] = json.dumps(inner, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    else:
        copied[step] = _altered(copied[step], rest, act, draws)
    return copied


def _drop(within: Any, step: Any, draws: Random) -> Any:
    del within[step]
    return within


def _put(within: Any, step: Any, value: Any) -> Any:
    within[step] = value
    return within


def _rename(within: Any, step: Any, draws: Random) -> Any:
    if isinstance(within, dict):
        within[f"{step}_"] = within.pop(step)
    return within


def _changed(value: Any, draws: Random) -> Any:
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return value + draws.choice((-1, 1))
    if isinstance(value, str) and value:
        place = draws.randrange(len(value))
        return value[:place] + draws.choice("0123456789abcdef".replace(value[place], "")) + value[place + 1 :]
    return [value]


def _added(value: Any, draws: Random) -> Any:
    if isinstance(value, dict):
        return {**value, "more": 1}
    if isinstance(value, list):
        return [*value, draws.choice(value) if value else None]
    return f"{value}0"


def _swap(within: Any, step: Any, draws: Random) -> Any:
    """Swaps the part with a sibling."""
    other = draws.choice(list(within) if isinstance(within, dict) else range(len(within)))
    within[step], within[other] = within[other], within[step]
    return within


ACTS = {
    "drop": _drop,
    "empty": lambda within, step, _: _put(within, step, type(within[step])() if within[step] is not None else ""),
    "null": lambda within, step, _: _put(within, step, None),
    "rename": _rename,
    "change": lambda within, step, draws: _put(within, step, _changed(within[step], draws)),
    "add": lambda within, step, draws: _put(within, step, _added(within[step], draws)),
    "swap": _swap,
}

UNSEEN_WITHOUT_SEAL = {
    "cards drop": "a whole bundle opens every shuffle and needs no proofs",
    "cards/* swap": "the order of proofs says nothing",
    "events/*/cells/* swap": "the order in which parts are opened says nothing",
    "events/*/cells drop": "words may have been withdrawn",
    "events/*/cells empty": "words may have been withdrawn",
    "events/*/cells/* drop": "words may have been withdrawn",
    "global_log add": "a leaf may be proved twice",
    "global_log drop": "the first bundles had none",
    "global_log empty": "a match that is not over may not stand in the global log yet",
    "global_log/* drop": "the end, or a head, may not stand in the global log yet",
    "global_log/* swap": "the order of leaves says nothing",
    "keys add": "a key may be named twice",
    "receipts drop": "the receipts are the holder's own",
}
