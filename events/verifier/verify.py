"""Checks an exported match offline: `python verify.py BUNDLE [--receipts FILE] [--global-log FILE]`.

`--policy FILE --proofs FILE` requires that witnesses have cosigned the global log that contains the match.

It is one file that uses only the standard library and no network, so that anybody can copy, read and run it.
docs/integrity.md explains what each step proves and specifies the bytes. verify.js in this folder is the same program
in JavaScript, with the same results. A step prints OK, SKIPPED with its reason, or FAILED with the first defective
event (seq). The exit status is 0 only if no step failed. A player can run it during a match on their own export; an
export of everything is checked to the last shuffle.
"""

from __future__ import annotations

import base64
import gc
import hashlib
import hmac
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from typing import Any, NoReturn

Json = Any  # a JSON value; SHAPES defines the shape of an export, and `expect` checks it
Object = dict[str, Json]
ReadCore = Callable[[str], tuple[Json, bool]]
Point = tuple[int, int, int, int]
Zone = tuple[str, int | None, int | None]
Origin = tuple[int, str, int]  # the event, path and place of a shuffle
Key = tuple[str, bytes, bytes]  # a name, an id, and a public key or a signature
Share = tuple[int, int]  # the key of a seat's time: a prompt or BANK, and the seat
Result = tuple[str, str, str]  # status, step, description

FORMATS = {"comptoir-bundle/1": 1, "comptoir-bundle/2": 2}
TYPES = frozenset(
    "match.created seat.joined seat.left seed.committed seeds.closed seed.revealed match.started move message "
    "seat.resigned seat.replaced seat.vacation move.undone match.paused match.resumed clock match.over match.void "
    "seed.opened".split()
)
BY = frozenset({"setup", "player", "bot", "clock", "operator"})
ENDS = ("match.over", "match.void")
CELLS: set[tuple[str, ...]] = {("c", "path", "salt", "value"), ("path", "root", "salts", "value")}
COMMITMENTS: set[tuple[str, ...]] = {("c", "path", "to"), ("path", "root", "size", "to")}
EVENT_MEMBERS = {"core", "hash", "cells"}
NEEDED = {"format", "match", "viewer", "game", "rules_version", "deck", "events", "head", "keys"}
MEMBERS = NEEDED | {"match_seed", "cards", "global_log", "receipts"}
SEAL = {"key_id", "signature"}
RECEIPT = SEAL | {"match", "size", "hash", "root"}
KEY = {"key_id", "public_key", "not_before", "not_after"}
CARD = {"card", "dealt", "seq", "path", "position", "size", "salt", "value", "proof", "root"}
ENTRY, LEAF, GLOBAL_HEAD = (
    {"leaf", "position", "proof", "head"},
    {"kind", "hash", "at_ms"},
    SEAL | {"size", "root", "at_ms"},
)
CORE = {"seq", "type", "at_ms", "actor", "by", "prompt", "move", "effects", "cells", "format"}
WAITING = {"to_act", "may_act", "deadlines"}
CORE_OF_TYPE = {
    "match.created": CORE
    | set(
        "game rules_version options seats clock prng fairness reveal beacon_round deck_hash server_commit key_id "
        "bundle sets unseen forked_from deal".split()
    ),
    "seat.joined": CORE | {"nonce", "source", "policy", "client_commit", "hours"},
    "seat.replaced": CORE | {"policy", "hours", "renewed"},
    "seat.vacation": CORE | {"until_ms"},
    "match.paused": CORE | {"until_ms"},
    "move.undone": CORE | {"undoes"},
    "seed.committed": CORE | {"client_commit", "source"},
    "seeds.closed": CORE | {"deadline_ms"},
    "seed.revealed": CORE | {"client_seed", "source"},
    "message": CORE | {"withdrawn", "reason"},
    "match.over": CORE | {"standings", "scores"},
    "match.void": CORE | {"reason", "seats"},
    "seed.opened": CORE | {"server_seed", "salt_key"},
}
LARGEST = 2**53 - 1
DEEPEST = 64  # the deepest nesting of values
MOST_RECEIPTS = 2_000  # the most different receipts: each needs a signature check
UNREADABLE = "the text is not UTF-8 or not JSON as the bundle has it: whole numbers below 2^53, each member once"
BOX = ("box", None, None)
POSITION = "position"
SHAPELESS = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)

# The shapes of an export: the members of each object (optional members after `~`) and their types. n: a whole number;
# u: a whole number from 0; c: a count; d: seconds; t: a time in ms; s: a text; b: a boolean; [x]: a list of x; x?: x or
# null. An object may have more members. An effect also has the members of its kind, and a core the members of its type.
SHAPES = """
event: core s, hash s, cells [opened]
opened: path path, value any, ~, c s, salt s, root s, salts [s]
core: seq u, type s, at_ms t, actor u?, by s, prompt u?, move played?, effects [effect], cells [cell], format u
further: ~, to_act [u], may_act [u], deadlines [deadline], until_ms t, undoes u, deadline_ms t?, standings [[u]]
given: ~, nonce s?, client_commit s?, client_seed s, hours hours?, server_seed s?, salt_key s?, scores [n]?
set: ~, deal deal?, sets [s], unseen [s]
match.created: game s, rules_version u, seats c, clock clock?, fairness s, prng s, deck_hash s, ~, bundle u
match.void: reason s, ~, seats [u]
seat.joined: actor u
seat.replaced: ~, renewed b
seed.committed: actor u
seed.revealed: actor u
played: verb s, args any
deadline: prompt u, seats [u], at_ms t
deal: id s, nonce s
clock: ~, per_move d?, bank d?, increment d, play_window b, vacation_days c, ladder [s]
hours: start u, minutes u, offsets [[n]]
cell: path path, to [u]?, ~, c s, root s, size u
effect: kind s, ~, draw draw?
draw: k u, label s
zone: name s, seat u?, number u?
position: zones [pile], prompts [question]
pile: name s, seat u?, number u?, faces [s]
question: phase s, mode s, seats [u]
moved: cards [u?], to [u?], faces [s?], src zone, dst zone, at [u]?, index u?
shuffled: zone zone, size u, order [u]?, faces [s?]?
shown: zone zone, cards [u?], faces [s?]
rolled: die s, sides u, value u
prompted: prompt prompt
prompt: id u, parent u?, phase s, mode s, seats [u], after d?, window d?, beside b, arrived [u]
answered: prompt u, seat u
closed: prompt u
ended: standings [[u]], scores [n]?
bundle: match s, deck [s], head head, keys [key], ~, cards [card], global_log [entry], receipts [head], match_seed s?
head: match s, size u, hash s, root s, key_id s, signature s
key: key_id s, public_key s, not_before moment?, not_after moment?
card: card u, dealt u, seq u, path path, position u, size u, salt s, value s, proof [s], root s
entry: leaf leaf, position u, proof [s], head global_head
leaf: kind s, hash s, at_ms t
global_head: size u, root s, at_ms t, key_id s, signature s
line: ~, items [item], leaf leaf, head global_head?
item: ~, leaf leaf, head global_head?
"""


class Bad(Exception):
    """A defect, and the seq of the first defective event (None: no event)."""

    def __init__(self, seq: int | None, why: str) -> None:
        super().__init__(why if seq is None else f"seq {seq}: {why}")


class Skipped(Exception):
    """The reason why a step is skipped."""


# Bytes of tt1


def sha(message: bytes) -> bytes:
    return hashlib.sha256(message).digest()


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def mac_with(key: bytes) -> Callable[[bytes], bytes]:
    """Returns `mac` with one key for many messages.

    Both of its hashes begin with the key (RFC 2104), hashed only once.
    """
    block = key.ljust(64, b"\0")
    inner, outer = (hashlib.sha256(bytes(byte ^ pad for byte in block)) for pad in (0x36, 0x5C))

    def keyed(message: bytes) -> bytes:
        first, second = inner.copy(), outer.copy()
        first.update(message)
        second.update(first.digest())
        return second.digest()

    return keyed


def u(number: int, size: int) -> bytes:
    return number.to_bytes(size, "big")


def tag(name: str) -> bytes:
    return name.encode("ascii") + b"\0"


def unhex(text: str, size: int = 32) -> bytes:
    """Returns `size` bytes from lower-case hexadecimal digits."""
    data = bytes.fromhex(text)
    if len(data) != size or data.hex() != text:
        raise ValueError(f"expected {2 * size} lower-case hexadecimal digits")
    return data


def _no_float(text: str) -> NoReturn:
    raise ValueError(f"expected whole numbers, got {text}")


_good_key = re.compile(r"[a-z0-9_]+").fullmatch
_large = re.compile(r"[:,\[-][0-9]{16}").search
_digits_alike = bytes.maketrans(b"123456789", b"0" * 9)
_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
_make = getattr(json.encoder, "c_make_encoder", None)  # the C encoder, if any; encode() would create it each time
_parts = _make and _make(None, _encoder.default, json.encoder.encode_basestring, None, ":", ",", True, False, False)


def _number(text: str) -> int:
    """Returns a number of a core. A number that is far too large becomes LARGEST + 1."""
    return int(text) if len(text) < 20 else LARGEST + 1


def _canonical_number(text: str) -> int:
    number = _number(text)
    if str(number) != text or abs(number) > LARGEST:
        raise ValueError("expected a whole number below 2^53, without a sign for 0")
    return number


def _each_once(members: list[tuple[str, Json]]) -> Object:
    value = dict(members)
    if len(value) != len(members):
        raise ValueError("expected each member once")
    return value


_surrogate = re.compile(r"\\u[dD][89a-fA-F]").search
_decode_core = json.JSONDecoder(parse_int=_number, parse_float=_no_float, parse_constant=_no_float).decode
_decode = json.JSONDecoder(
    object_pairs_hook=_each_once, parse_int=_canonical_number, parse_float=_no_float, parse_constant=_no_float
).decode


def read(text: str) -> Json:
    """Returns the value of a JSON text. Raises ValueError if JSON parsers could differ on it."""
    value = _decode(text)
    if _surrogate(text):
        json.dumps(value, ensure_ascii=False).encode()  # raises UnicodeEncodeError for half of a surrogate pair
    _not_too_deep(text, value)
    if not _is_plain(value):
        raise ValueError("expected the keys and texts of tt1")
    return value


def _not_too_deep(text: str, value: Json) -> Json:
    if text.count("[") + text.count("{") > DEEPEST:
        level: list[Json] = [[value]]
        for _ in range(DEEPEST + 1):
            parts = (part for each in level for part in (each.values() if isinstance(each, dict) else each))
            level = [part for part in parts if isinstance(part, (dict, list))]
        if level:
            raise ValueError("expected fewer values within values")
    return value


_good_path = re.compile(r"effects/(0|[1-9][0-9]{0,8})/[a-z0-9_]+|move/args/[a-z0-9_]+|[a-z0-9_]+").fullmatch
_good_moment = re.compile(
    r"[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{3}|\.[0-9]{6})?"
    r"(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
).fullmatch
_EPOCH, _MILLISECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)


def _is_moment(value: Json) -> bool:
    return type(value) is str and bool(_good_moment(value)) and bool(datetime.fromisoformat(value))


def _up_to(limit: int) -> Callable[[Json], bool]:
    return lambda value: type(value) is int and 0 <= value <= limit


FITS = {
    "any": lambda value: True,
    "n": lambda value: type(value) is int and abs(value) <= LARGEST,
    "u": _up_to(LARGEST),
    "c": _up_to(65_535),
    "d": _up_to(10**9),
    "t": _up_to(253_402_300_799_999),  # the year 9999
    "s": lambda value: type(value) is str,
    "b": lambda value: type(value) is bool,
    "path": lambda value: type(value) is str and bool(_good_path(value)),
    "moment": _is_moment,
}
LAYOUTS = {name: layout.split(", ") for name, layout in (line.split(": ") for line in SHAPES.split("\n") if line)}


def fits(value: Json, shape: str) -> bool:
    """Returns whether a value has the shape that SHAPES describes."""
    return _fits(shape)(value)


@cache
def _fits(shape: str) -> Callable[[Json], bool]:
    if shape.endswith("?"):
        inner = _fits(shape[:-1])
        return lambda value: value is None or inner(value)
    if shape.startswith("["):
        inner = _fits(shape[1:-1])
        return lambda value: type(value) is list and all(map(inner, value))
    if shape in FITS:
        return FITS[shape]
    layout = LAYOUTS[shape]
    needed = layout.index("~") if "~" in layout else len(layout)
    members = [member.split(" ") for member in layout if member != "~"]
    inners = [(name, _fits(kind), place < needed) for place, (name, kind) in enumerate(members)]

    def is_shaped(value: Json) -> bool:
        if type(value) is not dict:
            return False
        for name, inner, is_needed in inners:
            if name in value:
                if not inner(value[name]):
                    return False
            elif is_needed:
                return False
        return shape != "effect" or (kind := value.get("kind")) not in LAYOUTS or _fits(kind)(value)

    return is_shaped


def expect(value: Json, shape: str) -> None:
    if not fits(value, shape):
        raise ValueError(f"expected the shape {shape}")


def values(data: bytes) -> list[Json]:
    """Returns the values of a file: a single value, the items of a list, or one value per line."""
    text = data.decode("utf-8")
    try:
        value = read(text)
    except ValueError:
        return [read(line) for line in text.split("\n") if line.strip(" \t\r")]
    return value if isinstance(value, list) else [value]


def write(value: Json) -> str:
    return "".join(_parts(value, 0)) if _parts else _encoder.encode(value)


def is_canonical(text: str, value: Json) -> bool:
    """Returns whether a text is the canonical text of the value that was read from it."""
    text.encode()  # raises UnicodeEncodeError for half of a surrogate pair
    return write(value) == text and _is_plain(value)


def _is_plain(value: Json) -> bool:
    """Returns whether numbers, keys and texts are within the narrowed JSON of tt1."""
    if isinstance(value, dict):
        return all(_good_key(key) and _is_plain(item) for key, item in value.items())
    if isinstance(value, list):
        return all(map(_is_plain, value))
    if isinstance(value, str):
        return "\0" not in value
    return value is None or (isinstance(value, int) and abs(value) <= LARGEST)


class Unordered(ValueError):
    """An error: an object has an invalid key, or its keys are not in order."""


def reader() -> ReadCore:
    """Returns `read_core(text)`: the value, and whether the text is certainly canonical.

    It recognises nearly all canonical texts while it parses them, so that they need not be written again and compared.
    A text is canonical if it is plain, each of its objects has valid keys in order, and no object has a key twice: the
    number of keys equals the number of `":` in the text. For any other text, is_canonical decides.
    """
    good: set[tuple[str, ...]] = set()
    keys: list[str] = []
    add_keys = keys.extend

    def note(value: Object) -> Object:
        order = tuple(value)
        if order not in good:  # all events have the same few orders of keys
            if order != tuple(sorted(order)) or not all(map(_good_key, order)):
                raise Unordered
            good.add(order)
        add_keys(order)
        return value

    decode = json.JSONDecoder(object_hook=note, parse_float=_no_float, parse_constant=_no_float).raw_decode

    def read_core(text: str) -> tuple[Json, bool]:
        keys.clear()
        try:
            value, end = decode(text)
        except ValueError:
            end = None
        if end != len(text):
            return _not_too_deep(text, _decode_core(text)), False
        return _not_too_deep(text, value), len(keys) == text.count('":') and _is_plain_text(text)

    return read_core


def _is_plain_text(text: str) -> bool:
    """Returns whether a text is ASCII without spaces and escapes, and its numbers have under 16 digits and are not
    -0.
    """
    if not text.isascii() or " " in text or "\\" in text or "\n" in text or "\t" in text or "\r" in text:
        return False
    if "-" in text and "-0" in text:
        return False
    return b"0" * 16 not in text.encode().translate(_digits_alike) or not _large(text)


CELL, SALT = tag("tt1/cell"), tag("tt1/salt")


def cell_commit(match: bytes, seq: int, path: str, salt: bytes, value: Json) -> bytes:
    return _committed(CELL + match + u(seq, 8), path, salt, value)


def _committed(start: bytes, path: str, salt: bytes, value: Json) -> bytes:
    """Returns the commitment to a value. start: the prefix that all cells of an event share."""
    place = path.encode()
    return hashlib.sha256(start + u(len(place), 2) + place + salt + write(value).encode()).digest()


def tree_root(leaves: Iterable[bytes]) -> bytes:
    """Returns the Merkle tree hash of RFC 9162, 2.1.1, level by level; a last node without a neighbour goes up
    unchanged.
    """
    sha256 = hashlib.sha256
    level = [sha256(b"\0" + leaf).digest() for leaf in leaves] or [sha(b"")]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        paired = [sha256(b"\1" + left + right).digest() for left, right in pairs]
        level = paired + level[2 * len(paired) :]
    return level[0]


class Roots:
    """The roots of the trees over the first leaves, for increasing sizes. Each leaf is hashed once."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self.leaves, self.size = leaves, 0
        self.whole: list[bytes] = []  # the roots of full trees, the largest first

    def of(self, size: int) -> bytes:
        if not size:
            return sha(b"")
        for leaf in self.leaves[self.size : size]:
            node, number = sha(b"\0" + leaf), self.size
            while number & 1:  # the node completes a full tree with the last full tree
                node, number = sha(b"\1" + self.whole.pop() + node), number >> 1
            self.whole.append(node)
            self.size += 1
        root = self.whole[-1]
        for node in self.whole[-2::-1]:
            root = sha(b"\1" + node + root)
        return root


def root_of_proof(leaf: bytes, place: int, size: int, proof: Iterable[bytes]) -> bytes:
    """Returns the root to which an inclusion proof leads (RFC 9162, 2.1.3.2)."""
    if not 0 <= place < size:
        raise ValueError("expected a place in the tree")
    node, at, last, rest = sha(b"\0" + leaf), place, size - 1, list(proof)
    while last:
        if at & 1 or at < last:
            sibling = rest.pop(0)
            node = sha(b"\1" + (sibling + node if at & 1 else node + sibling))
        at, last = at >> 1, last >> 1
    if rest:
        raise ValueError("expected a shorter proof")
    return node


def numbers(seed: bytes, k: int, label: str) -> Callable[[int], int]:
    """Returns the generator `below(n)` of the random numbers of draw k."""
    name, block = label.encode("ascii"), 0
    words: list[int] = []
    if not 1 <= len(name) <= 64:
        raise ValueError("expected a label of 1 to 64 signs")
    key = mac(seed, tag("tt1/draw") + u(k, 4) + u(len(name), 1) + name)

    def below(limit: int) -> int:
        nonlocal words, block
        if limit > 2**32:
            raise ValueError("expected a limit of at most 2^32")
        fair = 2**32 - 2**32 % limit
        while limit > 1:
            if not words:
                text = mac(key, u(block, 8))
                words, block = [int.from_bytes(text[i : i + 4], "big") for i in range(28, -1, -4)], block + 1
            if (word := words.pop()) < fair:
                return word % limit
        return 0

    return below


def shuffled(items: Iterable[int], below: Callable[[int], int]) -> list[int]:
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


# Ed25519 (RFC 8032, 5.1): verification only. A point is (X, Y, Z, T) with x = X/Z, y = Y/Z, x * y = T/Z.

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
PARTS, BITS = 4, 64  # the four parts of a number, each of 64 bits, are processed at once


def _x_of(y: int, sign: int) -> int | None:
    """Returns the x coordinate for a y coordinate; None if there is none (RFC 8032, 5.1.3)."""
    if y >= P:
        return None
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if (x * x - xx) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - xx) % P or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


def _add(one: Point, other: Point) -> Point:
    a, b = (one[1] - one[0]) * (other[1] - other[0]) % P, (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _doubled(point: Point) -> Point:
    x, y, z, _ = point
    a, b, c = x * x % P, y * y % P, 2 * z * z
    h = a + b
    e, g = h - (x + y) ** 2 % P, a - b
    f = c % P + g
    return e * f % P, g * h % P, f * g % P, e * h % P


def _point(text: bytes) -> Point | None:
    number = int.from_bytes(text, "little")
    y = number & (1 << 255) - 1
    x = _x_of(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % P)


BASE = _point(u(4 * pow(5, P - 2, P) % P, 32)[::-1])


@lru_cache(maxsize=64)
def _sums(point: Point) -> list[Point]:
    """Returns the point times 0, 1, 2^64, 2^64 + 1, 2^128, ..., the sums of any of 1, 2^64, 2^128 and 2^192."""
    sums = [(0, 1, 1, 0)]
    for _ in range(PARTS):
        sums += [_add(point, each) for each in sums]
        for _ in range(BITS):
            point = _doubled(point)
    return sums


def _sum_of_multiples(*multiples: tuple[int, list[Point]]) -> Point:
    """Returns the sum of numbers times points. It processes one bit of all parts of all numbers at a time."""
    total = (0, 1, 1, 0)
    for bit in range(BITS - 1, -1, -1):
        total = _doubled(total)
        for number, sums in multiples:
            bits = number >> bit  # the bits of the four parts are 0, 64, 128 and 192 bits further up
            total = _add(total, sums[bits & 1 | bits >> 63 & 2 | bits >> 126 & 4 | bits >> 189 & 8])
    return total


def _text_of(point: Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, P - 2, P)
    return u(y * inverse % P | (x * inverse % P & 1) << 255, 32)[::-1]


@lru_cache(maxsize=64)
def _sums_against(public_key: bytes) -> list[Point] | None:
    """Returns the sums of the negated point of a key; None if the key is not a point."""
    point = _point(public_key)
    return None if point is None else _sums((P - point[0], point[1], 1, P - point[3]))


@lru_cache(maxsize=64)
def signature_holds(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Returns whether a key signed a message (Ed25519): s * BASE - digest * key is the point in the signature."""
    s, against = int.from_bytes(signature[32:], "little"), _sums_against(public_key)
    if against is None or s >= ORDER or len(signature) != 64:
        return False
    digest = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % ORDER
    return _text_of(_sum_of_multiples((s, _sums(BASE)), (digest, against))) == signature[:32]


# The bundle


class Event:
    """An event: its core, the hashed text, the stated hash, and the opened parts, by path."""

    __slots__ = ("core", "hash", "is_canonical", "opened", "seq", "text")

    def __init__(self, seq: int, raw: Json, read_core: ReadCore) -> None:
        expect(raw, "event")
        self.seq, self.text, self.hash = seq, raw["core"], raw["hash"]
        self.core, self.is_canonical = read_core(self.text)
        cells = raw["cells"]
        self.opened: dict[str, Object] = {cell["path"]: cell for cell in cells} if cells else {}
        if raw.keys() != EVENT_MEMBERS:
            raise ValueError("expected a core, its hash and the parts that are opened, and nothing else")
        if type(cells) is not list or len(self.opened) != len(cells) or not _have_members(cells, CELLS):
            raise ValueError("expected each cell once, with a commitment, what opens it, and nothing else")
        if any("root" in cell and type(cell["value"]) is not list for cell in cells):
            raise ValueError("expected a list under a tree")

    def effects(self) -> list[Object]:
        """Returns the event's effects with the opened parts in their places."""
        stated: list[Object] = self.core["effects"]
        if not self.opened:
            return stated
        effects = list(stated)
        for path, cell in self.opened.items():
            steps = steps_of(path)
            if steps[0] == "effects" and len(steps) > 1:
                place, field = int(steps[1]), steps[2]
                if effects[place] is stated[place]:
                    effects[place] = stated[place].copy()
                effects[place][field] = cell["value"]
        return effects

    def part(self, path: str) -> Json:
        """Returns an opened part; None if it is hidden."""
        return self.opened[path]["value"] if path in self.opened else None


@lru_cache(maxsize=1024)
def steps_of(path: str) -> tuple[str, ...]:
    """Returns the steps of a path. It is cached, because all events of a log have the same few paths."""
    return tuple(path.split("/"))


def _have_members(cells: Iterable[Object], allowed: set[tuple[str, ...]]) -> bool:
    """Returns whether each object has an allowed set of members. The sets are in canonical order."""
    return set(map(tuple, cells)) <= allowed or all(set(cell) in map(set, allowed) for cell in cells)


LISTS = {"events": dict, "keys": dict, "deck": str, "cards": dict, "global_log": dict, "receipts": dict}


def _demand_lists(raw: Object) -> None:
    """Raises ValueError unless the bundle's lists are lists with items of the right types."""
    for name, kind in LISTS.items():
        items = raw[name] if name in ("events", "keys", "deck") else raw.get(name, [])
        if type(items) is not list or any(type(item) is not kind for item in items):
            raise ValueError(f"expected {name} to be a list")
    for key in raw["keys"]:
        expect(key, "key")


def _demand_members(raw: Object, number: int) -> None:
    """Raises Bad unless the bundle has the members of its format, and all its objects have only known members."""
    _demand(raw, *((MEMBERS, NEEDED) if number == 1 else (MEMBERS | {"seal"}, None)), what="the bundle")
    _demand(raw["head"], RECEIPT, what="the head")
    for key in raw["keys"]:
        _demand(key, KEY, what="a key")
    for card in raw.get("cards", ()):
        _demand(card, CARD, what="a card's proof")
    for receipt in raw.get("receipts", ()):
        _demand(receipt, RECEIPT, what="a receipt")
    for entry in raw.get("global_log", ()):
        _demand(entry, ENTRY, what="a leaf's proof")
        _demand(entry["leaf"], LEAF, what="a leaf of the global log")
        _demand(entry["head"], GLOBAL_HEAD, what="a head of the global log")
    if number > 1:
        _demand(raw["seal"], SEAL, what="the seal")


def _demand(value: Object, members: set[str], needed: set[str] | None = None, *, what: str) -> None:
    """Raises Bad unless an object has all needed members (None: all `members`) and no other than `members`."""
    if missing := sorted((members if needed is None else needed) - value.keys()):
        raise Bad(None, f"{what} has no {', '.join(missing)}")
    if unknown := sorted(value.keys() - members):
        raise Bad(None, f"{what} has unknown members: {', '.join(unknown)}")


class Bundle:
    """An export, with the user's other files: receipts, a copy of the global log, proofs and a policy."""

    def __init__(
        self,
        raw: Object,
        receipts: Iterable[Json] = (),
        global_log: list[Json] | None = None,
        proofs: str | None = None,
        policy: str | None = None,
    ) -> None:
        _demand_lists(raw)
        self.raw, self.global_log, self.proofs, self.policy = raw, global_log, proofs, policy
        self.receipts = [*raw.get("receipts", ()), *receipts]
        self.match = unhex(raw["match"].replace("-", ""), 16)
        self.viewer, self.keys = raw["viewer"], {key["key_id"]: key for key in raw["keys"]}
        self.events: list[Event] = []
        self.seed: bytes | None = None
        self.draws = 0
        self.folded: Folded
        if self.viewer not in (None, "all") and type(self.viewer) is not int:
            raise ValueError("expected a seat, null or all")

    @property
    def created(self) -> Object:
        core: Object = self.events[0].core
        return core

    @property
    def is_over(self) -> bool:
        return any(event.core["type"] in ENDS for event in self.events)

    def part(self, kind: str, name: str) -> Json:
        """Returns a public or opened member of the last event of a type; None if it is hidden."""
        for event in reversed(self.events):
            if event.core["type"] == kind:
                return event.core.get(name, event.part(name))
        return None


def rows(bundle: Bundle, check: Callable[[Event], None]) -> None:
    """Checks each event. Raises Bad with its seq if the event has another shape than its check expects."""
    seq = None
    try:
        for event in bundle.events:
            seq = event.seq
            check(event)
    except SHAPELESS as error:
        raise Bad(seq, "the row has a wrong shape") from error


def check_form(bundle: Bundle) -> str:
    number = FORMATS.get(bundle.raw["format"])
    if number is None:
        raise Bad(None, f"expected the format {' or '.join(FORMATS)}")
    _demand_members(bundle.raw, number)
    expect(bundle.raw, "bundle")
    seq = last = 0
    layout, read_core = 1, reader()
    forms: set[tuple[Json, ...]] = set()
    try:
        for seq, raw in enumerate(bundle.raw["events"]):
            bundle.events.append(Event(seq, raw, read_core))
    except SHAPELESS as error:
        raise Bad(seq, "the row has a wrong shape") from error
    if not bundle.events:
        raise Bad(None, "the log has no rows")

    def in_form(event: Event) -> None:
        nonlocal last, layout
        _check_core(event, event.core, last, layout, forms)
        last, layout = event.core["at_ms"], event.core["format"]

    rows(bundle, in_form)
    for name in ("game", "rules_version"):
        if write(bundle.raw[name]) != write(bundle.created[name]):  # compared as texts, because in Python 1 equals True
            raise Bad(0, f"the {name} of the bundle is not that of the log")
    if number < bundle.created.get("bundle", 1):
        raise Bad(0, f"the log is exported in format {bundle.created['bundle']} and later ones only")
    if type(bundle.viewer) is int and bundle.viewer not in range(bundle.created["seats"]):
        raise Bad(0, "the bundle is for a seat that the match does not have")
    return f"{len(bundle.events)} rows in canonical JSON, seq 0 to {len(bundle.events) - 1}"


def _check_core(event: Event, core: Object, last: int, layout: int, forms: set[tuple[Json, ...]]) -> None:
    """Checks a core. forms: the types, formats and members of the events that passed."""
    seq = event.seq
    if core["seq"] != seq or type(core["seq"]) is not int:
        raise Bad(seq, f"expected seq {seq}, got {core['seq']}")
    if not (event.is_canonical or is_canonical(event.text, core)):
        raise Bad(seq, "the core is not canonical JSON")
    for shape in ("core", "further", "given", "set", core["type"]):
        if shape in LAYOUTS:
            expect(core, shape)
    if event.opened:
        expect(event.effects(), "[effect]")
    if core["at_ms"] < last:
        raise Bad(seq, "the time decreases")
    number = core["format"]
    if type(number) is not int or number not in (1, 2):
        raise Bad(seq, "the format of the row is unknown")
    if number < layout:
        raise Bad(seq, "the row has an older format than the previous row")
    kind = core["type"]
    if kind not in TYPES or core["by"] not in BY:
        raise Bad(seq, "the type or author of the row is unknown")
    if (kind == "match.created") != (seq == 0):
        raise Bad(seq, "the first row, and no other, must be match.created")
    if (form := (kind, number, *core)) not in forms:
        further = set() if number == 1 else WAITING
        if not further <= core.keys():
            raise Bad(seq, "the row does not state the seats that the match waits for")
        if not CORE <= core.keys() <= CORE_OF_TYPE.get(kind, CORE) | further:
            raise Bad(seq, "the row has unknown members")
        forms.add(form)
    if core["cells"] and not _have_members(core["cells"], COMMITMENTS):
        raise Bad(seq, "a commitment has unknown members")


def check_chain(bundle: Bundle) -> str:
    prefix, last = tag("tt1/event"), sha(tag("tt1/genesis") + bundle.match)

    def linked(event: Event) -> None:
        nonlocal last
        last = sha(prefix + last + event.text.encode())
        if event.hash != last.hex():
            raise Bad(event.seq, "its hash does not follow from its core and the previous row")

    rows(bundle, linked)
    return f"every hash follows; the last is {last.hex()}"


def _check_signed(bundle: Bundle, head: Object, seq: int | None, message: str) -> None:
    """Raises Bad unless a known key that had not expired at the event's time signed the message."""
    key = bundle.keys.get(head["key_id"])
    if key is None or sha(unhex(key["public_key"])).hex()[:16] != head["key_id"]:
        raise Bad(seq, f"the key {head['key_id']} is not in the bundle")
    if seq is not None and key["not_after"] is not None:
        if (datetime.fromisoformat(key["not_after"]) - _EPOCH) // _MILLISECOND < bundle.events[seq].core["at_ms"]:
            raise Bad(seq, f"the key {head['key_id']} had expired")
    if not signature_holds(unhex(key["public_key"]), message.encode(), unhex(head["signature"], 64)):
        raise Bad(seq, "the signature is invalid")


def _check_receipt(bundle: Bundle, receipt: Object, roots: Roots) -> None:
    size, events = _size_of(receipt), bundle.events
    if receipt["match"] != bundle.raw["match"]:
        raise Bad(None, "a receipt belongs to another match")
    text = f"tt1/head\n{bundle.match.hex()}\n{size}\n{receipt['hash']}\n{receipt['root']}\n"
    _check_signed(bundle, receipt, min(size, len(events)) - 1, text)
    if size > len(events):
        raise Bad(len(events), f"a signed head covers {size} rows, the log has {len(events)}")
    if receipt["hash"] != events[size - 1].hash or receipt["root"] != roots.of(size).hex():
        raise Bad(size - 1, "a signed head belongs to another log")


def _size_of(receipt: Object) -> int:
    size = receipt["size"]
    if type(size) is not int or size < 1:
        raise ValueError("expected a number of rows")
    return size


def _roots(bundle: Bundle) -> Roots:
    return Roots([unhex(event.hash) for event in bundle.events])


def check_head(bundle: Bundle) -> str:
    _check_receipt(bundle, bundle.raw["head"], _roots(bundle))
    if bundle.raw["head"]["size"] != len(bundle.events):
        raise Bad(len(bundle.events) - 1, "the signed head covers fewer rows")
    return f"{len(bundle.events)} rows signed by {bundle.raw['head']['key_id']}"


def check_receipts(bundle: Bundle) -> str:
    if not bundle.receipts:
        raise Skipped("there are no receipts; only they can show that the whole log was rewritten")
    expect(bundle.receipts, "[head]")
    different = {write(receipt): receipt for receipt in bundle.receipts}
    if len(different) > MOST_RECEIPTS:
        raise Bad(None, f"there are more than {MOST_RECEIPTS} different receipts: bring fewer at once")
    roots = _roots(bundle)
    for receipt in sorted(different.values(), key=_size_of):
        _check_receipt(bundle, receipt, roots)
    return f"{len(bundle.receipts)} receipts belong to this chain"


GLOBAL_KINDS = {"match.created": "created", "match.over": "ended", "match.void": "void"}


def check_global_log(bundle: Bundle) -> str:
    entries = bundle.raw.get("global_log", [])
    for entry in entries:
        _check_entry(bundle, entry)
    if bundle.global_log is None and entries:
        return f"{len(entries)} leaves of this match are signed; there is no copy of the global log to compare"
    if bundle.global_log is None:
        raise Skipped("there is no copy of the global log")
    expect(bundle.global_log, "[line]")
    leaves, heads = _copied(bundle.global_log)
    hashes = [_global_leaf(leaf) for leaf in leaves]
    roots = Roots(hashes)
    for head in sorted({write(head): head for head in heads}.values(), key=lambda head: head["size"]):
        _check_global_head(bundle, head, None)
        if head["size"] > len(leaves) or head["root"] != roots.of(head["size"]).hex():
            raise Bad(None, f"the head of {head['size']} leaves is not that of this global log")
    signed = {(leaf["kind"], leaf["hash"]) for leaf in leaves[: max((head["size"] for head in heads), default=0)]}
    for event in bundle.events:
        kind = GLOBAL_KINDS.get(event.core["type"])
        if kind is not None and (kind, event.hash) not in signed:
            raise Bad(event.seq, f"the global log has no signed leaf for {kind}")
    if any(hashes[entry["position"] : entry["position"] + 1] != [_global_leaf(entry["leaf"])] for entry in entries):
        raise Bad(None, "this copy has a leaf of this match elsewhere: there are two global logs")
    return f"{len(heads)} signed heads over {len(leaves)} leaves; this match is among them"


def _copied(lines: list[Object]) -> tuple[list[Object], list[Object]]:
    """Returns the leaves and heads of a copy of the global log: pages of the log, and lines of a witness file."""
    whole = [each for line in lines for each in (*line.get("items", [line]), *([line] if "items" in line else []))]
    return [line["leaf"] for line in whole if "leaf" in line], [line["head"] for line in whole if line.get("head")]


def _global_leaf(leaf: Object) -> bytes:
    return sha(tag("tt1/global") + write(leaf).encode())


def _check_global_head(bundle: Bundle, head: Object, seq: int | None) -> None:
    _check_signed(bundle, head, seq, f"tt1/global-head\n{head['size']}\n{head['root']}\n{head['at_ms']}\n")


def _check_entry(bundle: Bundle, entry: Object) -> None:
    """Checks that a leaf of this match belongs to one of its events and is in the log of a signed head."""
    leaf, head = entry["leaf"], entry["head"]
    seq = next((event.seq for event in bundle.events if event.hash == leaf["hash"]), None)
    if seq is None or leaf["kind"] not in ("head", GLOBAL_KINDS.get(bundle.events[seq].core["type"])):
        raise Bad(seq, "a leaf of the global log matches no row of this match")
    root = root_of_proof(_global_leaf(leaf), entry["position"], head["size"], map(unhex, entry["proof"]))
    if root.hex() != head["root"]:
        raise Bad(seq, "a leaf has no valid proof that it is in the global log")
    _check_global_head(bundle, head, seq)


# Witnesses (C2SP: signed-note, tlog-checkpoint, tlog-cosignature, tlog-proof, tlog-policy)

PROOF = "c2sp.org/tlog-proof@v1\n"
LOG_KEY, WITNESS_KEY = 1, 4
_good_size = re.compile(r"0|[1-9][0-9]{0,14}").fullmatch
_good_key_name = re.compile(r"[!-*,-~]+").fullmatch
_good_base64 = re.compile(r"[A-Za-z0-9+/]+={0,2}").fullmatch


def base64_of(text: str, size: int | None = None) -> bytes:
    """Returns the bytes of a Base 64 text in its canonical spelling. size: the required number of bytes, if any."""
    if not _good_base64(text):
        raise ValueError("expected Base 64")
    data = base64.b64decode(text, validate=True)
    if base64.b64encode(data).decode() != text or (size is not None and len(data) != size):
        raise ValueError("expected Base 64 of the right length")
    return data


def key_of(vkey: str, kind: int) -> Key:
    """Returns the name, the id and the public key of a verifier key."""
    name, id, *rest = vkey.split("+")
    material = base64_of("+".join(rest), 33)
    if not _good_key_name(name) or material[0] != kind or unhex(id, 4) != sha(name.encode() + b"\n" + material)[:4]:
        raise ValueError("expected a verifier key")
    return name, unhex(id, 4), material[1:]


class Policy:
    """The signatures that a user requires: the signature of a log, and the signatures of a quorum of witnesses."""

    quorum: str | None = None

    def __init__(self, text: str) -> None:
        self.logs: list[Key] = []
        self.witnesses: dict[str, Key] = {}
        self.groups: dict[str, tuple[int, list[str]]] = {}
        for line in text.split("\n"):
            words = re.split(r"[ \t]+", line.strip(" \t"))
            if words != [""] and not words[0].startswith("#"):
                self._read(words)
        publics = [key[2] for key in [*self.logs, *self.witnesses.values()]]
        if self.quorum is None or not self.logs or len(set(publics)) < len(publics):
            raise ValueError("expected a quorum, a log, and no key twice")

    def _read(self, words: list[str]) -> None:
        known, kind = {*self.witnesses, *self.groups}, words[0]
        if kind == "log" and len(words) in (2, 3):
            self.logs.append(key_of(words[1], LOG_KEY))
        elif kind == "witness" and len(words) in (3, 4) and words[1] not in known | {"none"}:
            self.witnesses[words[1]] = key_of(words[2], WITNESS_KEY)
        elif kind == "group" and len(words) > 3 and words[1] not in known | {"none"} and known.issuperset(words[3:]):
            members = words[3:]
            least = {"any": 1, "all": len(members)}.get(words[2]) or int(words[2] if _good_size(words[2]) else 0)
            if not 1 <= least <= len(members) or len(set(members)) < len(members):
                raise ValueError("expected a number of the group's members")
            self.groups[words[1]] = least, members
        elif kind == "quorum" and len(words) == 2 and self.quorum is None and words[1] in known | {"none"}:
            self.quorum = words[1]
        else:
            raise ValueError("expected a line of a policy")

    def holds(self, found: set[str], name: str) -> bool:
        """Returns whether the found witnesses satisfy a rule of the policy: a witness, a group or `none`."""
        if name in self.groups:
            least, members = self.groups[name]
            return sum(self.holds(found, member) for member in members) >= least
        return name == "none" or name in found


def _proofs(text: str) -> dict[int, tuple[list[bytes], str]]:
    """Returns the proofs, each the hashes and the checkpoint's note, by the position of the leaf."""
    before, *parts = text.split(PROOF)
    if before:
        raise ValueError("expected proofs")
    found: dict[int, tuple[list[bytes], str]] = {}
    for part in parts:
        head, _, note = part.partition("\n\n")
        lines = head.split("\n")
        index, *hashes = lines[lines[0].startswith("extra ") :]
        if not index.startswith("index ") or not _good_size(index[6:]):
            raise ValueError("expected the index of a leaf")
        found[int(index[6:])] = [base64_of(line, 32) for line in hashes], note
    return found


def _checkpoint(note: str) -> tuple[str, int, bytes, list[Key]]:
    """Returns the text of a checkpoint, the size, the root, and the signatures as (name, id, signature)."""
    text, gap, lines = note.rpartition("\n\n")
    origin, size, root, *more = text.split("\n")
    if not gap or not origin or not _good_size(size) or "" in more or not lines.endswith("\n"):
        raise ValueError("expected a checkpoint")
    signatures = []
    for line in lines[:-1].split("\n"):
        dash, name, data = line.split(" ")
        if dash != "\u2014":
            raise ValueError("expected a signature")
        signatures.append((name, base64_of(data)[:4], base64_of(data)[4:]))
    return f"{text}\n", int(size), base64_of(root, 32), signatures


def _is_signed(key: Key, text: str, signatures: list[Key]) -> bool:
    """Returns whether a key signed the text. Raises Bad if a signature with the key's name and id is invalid."""
    mine = [signature for name, id, signature in signatures if (name, id) == key[:2]]
    if not all(signature_holds(key[2], *_signed(key, text, signature)) for signature in mine):
        raise Bad(None, "a signature of a checkpoint is invalid")
    return bool(mine)


def _signed(key: Key, text: str, signature: bytes) -> tuple[bytes, bytes]:
    """Returns the text that a log or a witness signed, and the signature.

    A witness's signature begins with the time.
    """
    if len(signature) != 72:
        return text.encode(), signature
    seconds = int.from_bytes(signature[:8], "big")
    return f"cosignature/v1\ntime {seconds}\n{text}".encode(), signature[8:]


def check_witnesses(bundle: Bundle) -> str:
    policy, proofs = Policy(bundle.policy or ""), _proofs(bundle.proofs or "")
    roots: dict[tuple[str, int], bytes] = {}
    entries = bundle.raw.get("global_log", [])
    if not entries:
        raise Bad(None, "the bundle has no leaf of the global log that witnesses could have seen")
    for entry in entries:
        position, leaf = entry["position"], entry["leaf"]
        if position not in proofs:
            raise Bad(None, f"there is no proof for leaf {position}")
        hashes, note = proofs[position]
        text, size, root, signatures = _checkpoint(note)
        if root_of_proof(_global_leaf(leaf), position, size, hashes) != root:
            raise Bad(None, f"the proof for leaf {position} does not lead to its checkpoint")
        logs = [key for key in policy.logs if key[0] == text.split("\n")[0] and _is_signed(key, text, signatures)]
        if not logs:
            raise Bad(None, f"no log of the policy signed the checkpoint of {size} leaves")
        found = {name for name, key in policy.witnesses.items() if _is_signed(key, text, signatures)}
        if not policy.holds(found, policy.quorum or "none"):
            raise Bad(None, f"too few witnesses cosigned the checkpoint of {size} leaves: {len(found)}")
        if roots.setdefault((text.split("\n")[0], size), root) != root:
            raise Bad(None, f"two checkpoints of {size} leaves differ: there are two global logs")
    return f"{len(entries)} leaves of this match are in logs that enough witnesses cosigned"


# Seeds and chance

SEEDED = ("fixed_seed", "deal")  # the seats contribute nothing


def _is_complete(contributions: Collection[int], seats: int) -> bool:
    """Returns whether every seat has contributed."""
    return len(contributions) == seats and all(seat in range(seats) for seat in contributions)


def check_seeds(bundle: Bundle) -> str:
    created, closed = bundle.created, False
    commits: dict[int, str] = {}
    seeds: dict[int, bytes] = {}
    mode = created["fairness"]

    def settled(event: Event) -> None:
        nonlocal closed
        core, kind, seat = event.core, event.core["type"], event.core["actor"]
        for effect in core["effects"]:
            if effect.get("draw") is not None:
                if effect["draw"]["k"] != bundle.draws:
                    raise Bad(event.seq, f"expected draw {bundle.draws}, got {effect['draw']['k']}")
                bundle.draws += 1
        if kind == "seat.left":
            commits.pop(seat, None), seeds.pop(seat, None)
        elif kind in ("seat.joined", "seed.committed"):
            if closed and mode == "commit_reveal":
                raise Bad(event.seq, "a seat commits after the commitments were closed")
            if core.get("client_commit") is not None:
                commits[seat] = core["client_commit"]
            if core.get("nonce") is not None:
                seeds[seat] = unhex(core["nonce"])
        elif kind == "seeds.closed":
            closed = True
            if not _is_complete(commits, created["seats"]):
                raise Bad(event.seq, "the commitments are closed before every seat has committed")
        elif kind == "seed.revealed":
            seeds[seat] = unhex(core["client_seed"])
            commit = sha(tag("tt1/commit/client") + bundle.match + u(seat, 1) + seeds[seat]).hex()
            if not closed or commits.get(seat) != commit:
                raise Bad(event.seq, "the seed does not match its commitment")
        elif kind == "match.started" and mode not in SEEDED and not _is_complete(seeds, created["seats"]):
            raise Bad(event.seq, "the match starts before every seat has sent its seed")

    rows(bundle, settled)
    if mode == "deal":
        return _open_seed(bundle, mode, unhex(created["deal"]["id"], 16), [unhex(created["deal"]["nonce"])])
    return _open_seed(bundle, mode, bundle.match, [seeds[seat] for seat in sorted(seeds)])


def _open_seed(bundle: Bundle, mode: str, drawn_for: bytes, seeds: list[bytes]) -> str:
    """Sets `bundle.seed`, derived from the opened parts; returns the result of the step.

    Raises Bad if the bundle states another match seed.

    drawn_for: the id of the match, or of the deal that several matches share.
    """
    if bundle.created["prng"] != "tt1" or bundle.created["beacon_round"] is not None:
        raise Bad(0, "the generator is unknown")
    stated, opened = bundle.raw.get("match_seed"), bundle.part("seed.opened", "server_seed")
    last = bundle.events[-1].seq
    if opened is None:
        if stated is not None:
            raise Bad(last, "the bundle has a match seed that the log does not open")
        return f"{mode}: the commitments and seeds of the seats are valid; this viewer may not see the server's seed"
    server = unhex(opened)
    bundle.seed = server
    if mode != "fixed_seed":
        if sha(tag("tt1/commit/server") + drawn_for + server).hex() != bundle.created["server_commit"]:
            raise Bad(last, "the server's seed does not match its commitment")
        message = tag("tt1/match-seed") + drawn_for + u(len(seeds), 1) + b"".join(seeds) + bytes(32)
        bundle.seed = mac(server, message)
    if stated is not None and stated != bundle.seed.hex():
        raise Bad(last, "the match seed does not follow from the seeds in the log")
    return f"{mode}: the server's seed matches its commitment; {bundle.draws} draws without a gap"


def zone_of(zone: Object) -> Zone:
    return zone["name"], zone["seat"], zone["number"]


class Table:
    """The cards as this viewer can follow them: the ids by zone (None: unseen), and the faces of visible cards.

    origins: for each shuffled pile, the shuffle and place from which each of its cards comes, according to public data.
    dealt: card -> (origin, stated face, event), for cards that the viewer saw leave a shuffled pile. sets: the names of
    zones without an order; random acts number the cards of these zones by face, then by id.
    """

    def __init__(self, deck: list[str], sets: Iterable[str]) -> None:
        self.sets = frozenset(sets)
        self.zones: dict[Zone, list[Json]] = {BOX: list(range(len(deck)))}
        self.faces = dict(enumerate(deck))
        self.unseen, self.next_card = Counter[str](), len(deck)
        self.origins: dict[Zone, list[Origin | None]] = {}
        self.dealt: dict[int, tuple[Origin, str, int]] = {}
        self.seq = 0

    def apply(self, seq: int, place: int, effect: Object) -> None:
        kind, self.seq = effect["kind"], seq
        if kind == "moved":
            self._move(effect)
        elif kind == "shuffled":
            self._shuffle(seq, place, effect)
        elif kind == "shown" and None not in effect["cards"] and None not in effect["faces"]:
            for card, face in zip(effect["cards"], effect["faces"], strict=True):
                demand(card in self.zones[zone_of(effect["zone"])], "a card is shown in a zone where it is not")
                demand(self.faces[card] == face, "a card is shown with another face")

    def _move(self, effect: Object) -> None:
        cards, to, faces, src, dst = effect["cards"], effect["to"], effect["faces"], effect["src"], effect["dst"]
        src, dst, number, at = zone_of(src), zone_of(dst), len(cards), effect["at"]
        lying = self.zones.setdefault(src, [])
        if not len(to) == len(faces) == number <= len(lying):
            raise Bad(None, "cards come from nowhere")
        if at is not None:
            if len(set(at)) != number or not all(map(range(len(lying)).__contains__, at)):
                raise Bad(None, "a place does not exist")
        if None in cards:
            demand(lying.count(None) == len(lying), "cards that this viewer sees leave hidden")
            del lying[len(lying) - number :]
        else:
            if at is not None and [lying[place] for place in at] != cards:
                raise Bad(None, "other cards are at these places")
            self._leave(lying, cards, faces)
        self._arrive(dst, to, faces, effect["index"], self._origins_of(src, at, number))

    def _leave(self, lying: list[int | None], cards: list[int], faces: list[str | None]) -> None:
        gone, number = set(cards), len(lying)
        lying[:] = [card for card in lying if card not in gone]
        if not len(gone) == len(cards) == number - len(lying):
            raise Bad(None, "a card leaves a zone where it is not")
        for card, face in zip(cards, faces, strict=True):
            known = self.faces.pop(card)
            if face is not None and face != known:
                raise Bad(None, "a card has changed its face")
            self.unseen[known] += 1

    def _arrive(
        self, dst: Zone, to: list[Json], faces: list[Json], index: int | None, origins: list[Origin | None]
    ) -> None:
        there = self.zones.setdefault(dst, [])
        index = len(there) if index is None else index
        if dst in self.origins:
            self.origins[dst][index:index] = [None] * len(to)
        there[index:index] = to
        first, self.next_card = self.next_card, self.next_card + len(to)
        if None in to:
            demand(to.count(None) == len(to), "some cards are shown and some hidden")
            return
        if to != list(range(first, self.next_card)):
            raise Bad(None, "the new ids are not the next free ids")
        for card, face, origin in zip(to, faces, origins, strict=True):
            self.unseen[face] -= 1
            if self.unseen[face] < 0:
                raise Bad(None, "there are more cards of a face than the deck has")
            self.faces[card] = face
            if origin is not None:
                self.dealt[card] = (origin, face, self.seq)

    def in_order(self, zone: Zone) -> list[Json]:
        """Returns the visible cards of a zone, in the order in which random acts number them."""
        cards = self.zones[zone]
        return sorted(cards, key=lambda card: (self.faces[card], card)) if zone[0] in self.sets else cards

    def _origins_of(self, src: Zone, at: list[int] | None, number: int) -> list[Origin | None]:
        """Returns the origins of moved cards.

        They are unknown (None) once a random act has taken cards from the pile.
        """
        lying = self.origins.get(src)
        if lying is None:
            return [None] * number
        if at is None:
            self.origins[src] = [None] * (len(lying) - number)
            return [None] * number
        taken = [lying[place] for place in at]
        for place in sorted(set(at), reverse=True):
            del lying[place]
        return taken

    def _shuffle(self, seq: int, place: int, effect: Object) -> None:
        zone, size, faces = zone_of(effect["zone"]), effect["size"], effect["faces"]
        lying = self.zones.setdefault(zone, [])
        demand(len(lying) == size, "the number of shuffled cards is not that of the zone")
        path = f"effects/{place}/faces"
        self.origins[zone] = [(seq, path, p) for p in range(size)]
        first, self.next_card = self.next_card, self.next_card + size
        if faces is None:
            demand(lying.count(None) == size, "visible cards are shuffled hidden")
            return
        before = [self.faces.pop(card) for card in lying]
        demand([before[p] for p in effect["order"]] == faces, "the shuffled cards are not those of the zone")
        self.zones[zone] = list(range(first, self.next_card))
        self.faces.update(zip(self.zones[zone], faces, strict=True))


def demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Bad(None, otherwise)


def recomputed(table: Table, effect: Object, seed: bytes) -> bool | None:
    """Returns whether the result of a random act follows from the match seed; None if this viewer cannot check it."""
    below, kind = numbers(seed, effect["draw"]["k"], effect["draw"]["label"]), effect["kind"]
    if kind == "rolled":
        return bool(effect["draw"]["label"] == f"roll:{effect['die']}" and below(effect["sides"]) == effect["value"])
    if kind == "shuffled":
        name, seat, _ = zone_of(effect["zone"])
        label = f"shuffle:{name}" if seat is None else f"shuffle:{name}:{seat}"
        if effect["order"] is None or len(effect["order"]) != effect["size"]:
            return None
        return bool(effect["draw"]["label"] == label and shuffled(range(effect["size"]), below) == effect["order"])
    demand(kind == "moved", "an effect of this kind is not left to chance")
    if None in effect["cards"]:
        return None
    drawn = shuffled(table.in_order(zone_of(effect["src"])), below)[: len(effect["cards"])]
    return bool(drawn == effect["cards"])


ASKING = frozenset({"prompted", "closed", "ended"})
CARDS = frozenset({"moved", "shuffled", "shown"})


class Folded:
    """A pass over the events that fills the table, recomputes random acts, follows prompts and stores defects."""

    def __init__(self, bundle: Bundle) -> None:
        self.bundle, self.checked, self.next_prompt = bundle, 0, 0
        self.chance: Bad | None = None
        self.fold: Bad | None = None
        self.prompts: dict[int, Object] = {}
        self.standings: Object | None = None
        self.last_move: int | None = None
        self.deck = bundle.raw["deck"]
        self.table = Table(self.deck, bundle.created.get("sets", ()))
        if sha(write(self.deck).encode()).hex() != bundle.created["deck_hash"]:
            self.fold = Bad(0, "the deck differs from the one in match.created")
            return
        try:
            rows(bundle, self._row)
        except Bad as bad:
            self.fold = bad

    def _row(self, event: Event) -> None:
        core, seat, prompt = event.core, event.core["actor"], event.core["prompt"]
        try:
            if prompt is not None:
                if prompt not in self.prompts or not is_open(self.prompts, prompt):
                    raise Bad(None, "the prompt is not open")
                if seat is not None and seat not in self.prompts[prompt]["seats"]:
                    raise Bad(None, "the prompt is not for this seat")
            if core["type"] == "move.undone":
                is_last = self.last_move is not None and core["undoes"] == self.last_move
                demand(is_last, "the row takes back another row than the last move")
            if core["effects"]:
                self.last_move = event.seq if core["type"] == "move" and seat is not None else None
            if core["type"] == "match.over":
                stated = {"standings": core["standings"], "scores": core["scores"]}
                demand(stated == self.standings, "the places differ from those of the rules")
            for place, effect in enumerate(event.effects()):
                if effect.get("draw") is not None:
                    self._chance(event.seq, effect)
                if effect["kind"] in ASKING:
                    self._prompt(effect)
                elif effect["kind"] in CARDS:
                    self.table.apply(event.seq, place, effect)
            if core["type"] == "match.started":
                self._position(self.bundle.events[0])
        except Bad as bad:
            raise Bad(event.seq, str(bad)) from bad

    def _position(self, created: Event) -> None:
        """Checks that a fork begins with the cards and prompts of the position that its first event commits to."""
        if created.core.get("forked_from") is None:
            return
        demand(any(cell["path"] == POSITION for cell in created.core["cells"]), "the fork commits to no position")
        position = created.part(POSITION)
        if position is None:
            return
        expect(position, "position")
        lying = {zone: [self.table.faces[card] for card in cards] for zone, cards in self.table.zones.items() if cards}
        stated = {zone_of(zone): zone["faces"] for zone in position["zones"]}
        for zone in self.table.sets | {BOX[0]}:  # sets and the box have no order
            for cards in (lying, stated):
                cards.update({place: sorted(faces) for place, faces in cards.items() if place[0] == zone})
        is_same = lying == stated and len(stated) == len(position["zones"])
        demand(is_same, "the cards do not lie as in the position of the fork")
        asked, expected = (
            [(prompt["phase"], prompt["mode"], prompt["seats"]) for prompt in prompts]
            for prompts in (self.prompts.values(), position["prompts"])
        )
        demand(asked == expected, "the prompts are not those in the position of the fork")

    def _chance(self, seq: int, effect: Object) -> None:
        if self.bundle.seed is None or self.chance is not None:
            return
        follows = recomputed(self.table, effect, self.bundle.seed)
        self.checked += follows is True
        if follows is False:
            self.chance = Bad(seq, f"draw {effect['draw']['k']} does not follow from the seed")

    def _prompt(self, effect: Object) -> None:
        if effect["kind"] == "prompted":
            prompt = effect["prompt"]
            demand(prompt["id"] == self.next_prompt, "the prompts are not numbered consecutively")
            self.prompts[prompt["id"]], self.next_prompt = prompt, prompt["id"] + 1
        elif effect["kind"] == "closed":
            self.prompts.pop(effect["prompt"], None)
        elif effect["kind"] == "ended":
            self.prompts.clear()
            self.standings = {"standings": effect["standings"], "scores": effect["scores"]}


def is_open(prompts: dict[int, Object], number: int) -> bool:
    """Returns whether a prompt can be answered: it is `beside`, or all its children that are not `beside` are
    closed.
    """
    if prompts[number]["beside"]:
        return True
    for other in prompts.values():  # noqa: SIM110 — all() takes twice as long, and this is done for all prompts
        if other["parent"] == number and not other["beside"]:
            return False
    return True


def check_chance(bundle: Bundle) -> str:
    folded = Folded(bundle)
    bundle.folded = folded
    if folded.chance is not None:
        raise folded.chance
    proved = _check_cards(bundle, folded.table)
    if bundle.seed is not None:
        return f"{folded.checked} of {bundle.draws} draws follow from the seed; {proved} cards proved"
    if proved:
        return f"{proved} cards match the shuffle; the draws can be checked once the seed is open"
    raise Skipped("the seed is not open, and the bundle proves no cards")


def _check_cards(bundle: Bundle, table: Table) -> int:
    """Checks that the shuffle had fixed each proved card at its place; returns the number of proved cards."""
    for card in bundle.raw.get("cards", ()):
        seq = card["seq"]
        cells = {cell["path"]: cell for cell in bundle.events[seq].core["cells"]}
        leaf = cell_commit(bundle.match, seq, f"{card['path']}/{card['position']}", unhex(card["salt"]), card["value"])
        root = root_of_proof(leaf, card["position"], card["size"], map(unhex, card["proof"])).hex()
        if not root == cells[card["path"]]["root"] == card["root"] or cells[card["path"]]["size"] != card["size"]:
            raise Bad(seq, f"card {card['card']} has no valid proof for place {card['position']} of the shuffle")
        if table.dealt.get(card["card"]) != ((seq, card["path"], card["position"]), card["value"], card["dealt"]):
            raise Bad(card["dealt"], f"card {card['card']} does not match the shuffle")
    return len(bundle.raw.get("cards", ()))


def check_fold(bundle: Bundle) -> str:
    if bundle.folded.fold is not None:
        raise bundle.folded.fold
    counted = sum(map(len, bundle.folded.table.zones.values()))
    if counted != len(bundle.folded.deck):
        raise Bad(bundle.events[-1].seq, f"expected {len(bundle.folded.deck)} cards, found {counted}")
    return f"{counted} cards, none lost, doubled or changed"


# Redaction and the clock


def check_redaction(bundle: Bundle) -> str:
    salt_key, opened = bundle.part("seed.opened", "salt_key"), 0
    salts: set[bytes] = set()
    salt_of = None if salt_key is None else mac_with(unhex(salt_key))

    def cells_hold(event: Event) -> None:
        nonlocal opened
        core = event.core
        if not core["cells"] and not event.opened:
            return
        cells, seq = {cell["path"]: cell for cell in core["cells"]}, u(event.seq, 8)
        for path in cells:
            if not _is_blank(core, steps_of(path)):
                raise Bad(event.seq, f"{path} is public")
        start, salted = CELL + bundle.match + seq, SALT + seq
        for path, part in event.opened.items():
            cell, commitments = cells[path], []
            to = cell["to"]
            if to is not None and bundle.viewer not in to and bundle.viewer != "all":
                raise Bad(event.seq, f"{path} was opened to a viewer that may not read it")
            for name, text, value in _items(path, part, "root" in cell):
                salt = unhex(text)
                if salt in salts:
                    raise Bad(event.seq, f"the salt of {name} was used twice")
                if salt_of is not None and to is not None and salt != salt_of(salted + name.encode()):
                    raise Bad(event.seq, f"the salt of {name} does not follow from the salt key")
                salts.add(salt)
                commitments.append(_committed(start, name, salt, value))
            if not _is_commitment(cell, part, commitments):
                raise Bad(event.seq, f"{path} does not match its commitment")
            opened += 1

    rows(bundle, cells_hold)
    return f"{opened} opened parts are valid, and none was opened to a seat that may not read it"


def _items(path: str, part: Object, is_tree: bool) -> Iterable[tuple[str, str, Json]]:
    """Returns the values that have commitments, as (path, salt, value): a whole part, or each item of a tree."""
    if not is_tree:
        return ((path, part["salt"], part["value"]),)
    names = [f"{path}/{place}" for place in range(len(part["value"]))]
    return zip(names, part["salts"], part["value"], strict=True)


def _is_commitment(cell: Object, part: Object, commitments: list[bytes]) -> bool:
    """Returns whether `commitments`, computed from values, match those in the event and in the opened part."""
    if "root" in cell:
        is_root = tree_root(commitments).hex() == cell["root"] == part["root"]
        return bool(is_root and cell["size"] == len(commitments))
    return bool(commitments[0].hex() == cell["c"] == part["c"])


def _is_blank(core: Object, steps: tuple[str, ...]) -> bool:
    """Returns whether the core has null, or a list of nulls, in the place of a hidden part, which reveals nothing."""
    if steps[0] == "effects":
        shown = core["effects"][int(steps[1])][steps[2]]
    else:
        shown = core["move"]["args"][steps[2]] if steps[0] == "move" else core.get(steps[0])
    return shown is None or (isinstance(shown, list) and shown.count(None) == len(shown))


DAY, MINUTE = 86_400_000, 60_000
PAUSE = 14 * DAY
BANK = -1
LADDER = {
    "default_move": "clock",
    "bot": "seat.replaced",
    "substitute": "seat.replaced",
    "resign": "seat.resigned",
    "end": "match.void",
}


def within(hours: Object, at: int) -> tuple[bool, int]:
    """Returns whether a seat's time runs at a moment, and when this may change. hours: the hours from an event."""
    offsets, change = hours["offsets"], None
    offset = offsets[0][1]
    for place, (since, minutes) in enumerate(offsets):
        if since > at:
            change = since if place else None
            break
        offset = minutes
    passed, length = (at + MINUTE * (offset - hours["start"])) % DAY, MINUTE * hours["minutes"]
    until = at - passed + (length if passed < length else DAY)
    return passed < length, until if change is None else min(until, change)


def time_spent(hours: Object | None, start: int, end: int) -> int:
    total = 0
    while start < end:
        runs, change = within(hours, start) if hours else (True, end)
        total += min(change, end) - start if runs else 0
        start = change
    return total


def time_ends(hours: Object | None, start: int, left: int) -> int:
    while hours:
        runs, change = within(hours, start)
        if runs and left <= change - start:
            break
        left -= change - start if runs else 0
        start = change
    return start + left


def _are_hours(hours: Object) -> bool:
    """Returns whether hours are valid: at least eight hours a day, with offsets in order."""
    since = [at for at, _ in hours["offsets"]]
    in_order = bool(since) and since == sorted(set(since))
    return in_order and 480 <= hours["minutes"] <= 1440 and 0 <= hours["start"] < 1440


class SeatTimes:
    """The times of the seats, in matches that give each seat a bank, hours, or vacations.

    left: the time left, by prompt (or BANK) and seat. running: the key in `left` that an open prompt uses, by prompt
    and seat.
    """

    def __init__(self, created: Object) -> None:
        clock = created["clock"]
        self.seats, self.unseen = created["seats"], created.get("unseen", ())
        self.per_move, self.bank, self.increment = clock.get("per_move"), clock.get("bank"), clock.get("increment", 0)
        self.at, self.last = 0, -1
        self.left: dict[Share, int] = {}
        self.running: dict[Share, Share] = {}
        self.hours: dict[int, Object | None] = {}
        self.until: dict[int, int] = {}
        self.vacation = dict.fromkeys(range(self.seats), DAY * clock.get("vacation_days", 0))

    def charge(self, now: int, is_paused: bool) -> None:
        for key in () if is_paused else set(self.running.values()):
            start = max(self.at, min(self.until.get(key[1], 0), now))
            self.left[key] = max(0, self.left[key] - time_spent(self.hours.get(key[1]), start, now))
        self.at = now

    def tell(self, core: Object, kind: str, seat: Json) -> None:
        """Applies the statements of an event about the time of a seat."""
        if kind == "match.started" and self.bank is not None:
            self.left = {(BANK, other): 1000 * self.bank for other in range(self.seats)}
        elif kind in ("seat.joined", "seat.left", "seat.replaced", "seat.vacation"):
            until = core["until_ms"] if kind == "seat.vacation" else self.at
            self.vacation[seat] += max(0, self.until.get(seat, 0) - self.at) - (until - self.at)
            self.until[seat] = until
            demand(until >= self.at and self.vacation[seat] >= 0, "the vacation is longer than the seat has left")
            if kind != "seat.vacation":
                hours = self.hours[seat] = core.get("hours")
                demand(hours is None or _are_hours(hours), "the hours of the seat are not in form")

    def renew(self, seat: int) -> None:
        whole = self.bank if self.per_move is None else self.per_move
        self.left.update({key: 1000 * whole for key in self.left if key[1] == seat})

    def ask(self, prompts: dict[int, Object], is_open: Iterable[int], arrived: dict[int, set[int]]) -> None:
        """Applies a change of the prompts to the time of the seats."""
        for number, prompt in prompts.items():
            is_new = number > self.last and prompt["mode"] == "once" and prompt["phase"] not in self.unseen
            for seat in prompt["seats"] if is_new and self.bank is not None else ():
                self.left[BANK, seat] += 1000 * self.increment
        before, self.running = self.running, {}
        for number in is_open:
            prompt = prompts[number]
            for seat in prompt["seats"] if prompt["mode"] == "once" else ():
                if seat not in arrived[number]:
                    self.running[number, seat] = self._key(prompt, seat, before)
        kept = set(self.running.values())
        self.left = {key: time for key, time in self.left.items() if key[0] == BANK or key in kept}
        self.last = max((self.last, *prompts))

    def _key(self, prompt: Object, seat: int, before: Mapping[Share, Share]) -> Share:
        if self.bank is not None and prompt["phase"] not in self.unseen:
            return BANK, seat
        key = prompt["id"], seat
        if key not in before:
            bank = self.per_move is None
            self.left[key] = self.left[BANK, seat] + 1000 * self.increment if bank else 1000 * self.per_move
        return key

    def ends(self, prompt: int) -> int | None:
        keys = [key for (number, _), key in self.running.items() if number == prompt]
        starts = {key: max(self.at, self.until.get(key[1], 0)) for key in keys}
        return max((time_ends(self.hours.get(key[1]), starts[key], self.left[key]) for key in keys), default=None)


class Clock:
    """The clock: the times when prompts were opened, their deadlines, and the seats that the match waits for."""

    def __init__(self, created: Object) -> None:
        clock = created["clock"] or {}
        self.per_move, self.is_void, self.answered = clock.get("per_move"), False, 0
        self.prompts: dict[int, Object] = {}
        self.prompted_at: dict[int, int] = {}
        self.arrived: dict[int, set[int]] = {}
        self.bots: set[Json] = set()
        self.left: set[Json] = set()
        self.sealing: int | None = None
        self.waiting: tuple[list[int], list[int]] | None = ([], [])
        self.seats = SeatTimes(created) if any(map(clock.get, ("bank", "play_window", "vacation_days"))) else None
        self.ladder, self.missed = clock.get("ladder"), Counter[int]()
        self.paused_at: int | None = None
        self.pause_ends: int | None = None

    def check(self, event: Event) -> None:
        try:
            self._check(event, event.core, event.core["type"], event.core["actor"])
        except Bad as bad:
            raise bad if str(bad).startswith("seq ") else Bad(event.seq, str(bad)) from bad

    def _check(self, event: Event, core: Object, kind: str, seat: Json) -> None:
        if kind == "seat.joined":
            (self.bots.add if core["by"] == "bot" else self.bots.discard)(seat)
        elif kind == "seeds.closed":
            self.sealing = core["deadline_ms"]
        if core["by"] == "clock" or kind == "clock":
            self._by_clock(event.seq, core, seat)
        elif kind == "move" and seat is None and (window := self.prompts[core["prompt"]]["window"]):
            at = self.prompted_at[core["prompt"]] + 1000 * window
            if core["at_ms"] < min(at, self._deadline(core["prompt"], at)):
                raise Bad(event.seq, "answers took effect before their window ended")
        if kind == "seat.replaced":
            (self.bots.add if core.get("policy") else self.bots.discard)(seat)
        if kind in ("move", "seat.replaced") and seat is not None:
            self.missed[seat] = 0
        if kind == "seat.resigned":
            self.left.add(seat)
        demand(not core["effects"] or self.paused_at is None, "something happens while the match is paused")
        self._count(core, kind, seat)
        self._fold(core)
        if core["format"] > 1:
            self._waits(event.seq, core)
            self.waiting = core["to_act"], core["may_act"]
        elif core["effects"]:
            self.waiting = None  # an event of format 1 does not state it

    def _count(self, core: Object, kind: str, seat: Json) -> None:
        """Charges the time until an event to the seats, and applies the statements of the event about time."""
        now = core["at_ms"]
        if self.seats is not None:
            self.seats.charge(now, self.paused_at is not None)
            self.seats.tell(core, kind, seat)
        elif kind == "seat.vacation":
            raise Bad(None, "the match gives no vacations")
        if kind == "seat.replaced" and (core["by"] == "clock" or core.get("renewed")):
            asked = {p: self.prompts[p]["seats"] for p in self.prompted_at if self.prompts[p]["mode"] == "once"}
            is_shared = core["by"] != "clock"
            own = [p for p, seats in asked.items() if seats == [seat] or (is_shared and seat in seats)]
            self.prompted_at.update(dict.fromkeys(own, int(now)))
            if self.seats is not None:
                self.seats.renew(seat)
        elif kind == "match.paused":
            demand(self.paused_at is None, "the match is paused already")
            demand(now <= core["until_ms"] <= now + PAUSE, "the pause is too long")
            self.paused_at, self.pause_ends = now, core["until_ms"]
        elif kind == "match.resumed":
            paused_at = self.paused_at
            if paused_at is None:
                raise Bad(None, "the match is not paused")
            self.prompted_at = {p: since + now - paused_at for p, since in self.prompted_at.items()}
            self.paused_at = self.pause_ends = None

    def _by_clock(self, seq: int, core: Object, seat: Json) -> None:
        self.answered += 1
        kind = core["type"]
        if kind == "match.resumed":
            deadline = self.pause_ends
        elif kind == "match.void" and core["reason"] != "absent":
            deadline = self.sealing
        elif kind in ("seat.resigned", "seat.replaced", "match.void"):
            [seat] = core["seats"] if kind == "match.void" else [seat]
            own = [p for p in self.prompted_at if seat in self.prompts[p]["seats"]]
            deadline = min((self._deadline(p, LARGEST) for p in own), default=None)
            self._step(seq, kind, seat)
        elif seat in self.left or seat in self.bots:
            return
        else:
            deadline, prompt = self._deadline(core["prompt"], None), self.prompts[core["prompt"]]
            if prompt["mode"] == "open" and self.bots.intersection(prompt["seats"]):
                return
            if seat is not None:
                self._step(seq, kind, seat)
        if deadline is None or core["at_ms"] < deadline:
            raise Bad(seq, "the clock acts before the deadline")

    def _step(self, seq: int, kind: str, seat: int) -> None:
        """Raises Bad unless the clock takes the step of the ladder that is due."""
        if self.ladder and LADDER[self.ladder[min(self.missed[seat], len(self.ladder) - 1)]] != kind:
            raise Bad(seq, "the clock takes another step than the ladder has")
        self.missed[seat] += 1

    def _deadline(self, prompt: int, otherwise: Json) -> Json:
        current, since = self.prompts[prompt], self.prompted_at[prompt]
        after, times = current["after"], []
        if after is not None:
            times.append(since + 1000 * after)
        if current["mode"] == "once" and self.seats is None and self.per_move is not None:
            times.append(since + 1000 * self.per_move)
        if self.seats is not None and (own := self.seats.ends(prompt)) is not None:
            times.append(own)
        return min(times, default=otherwise)

    def _waits(self, seq: int, core: Object) -> None:
        """Raises Bad unless the event states whom the match waits for and until when, as far as the log shows it."""
        to_act, may_act = core["to_act"], core["may_act"]
        if not (_are_seats(to_act) and _are_seats(may_act)):
            raise Bad(seq, "whom the match waits for is not a list of seats in order")
        prompts = [] if self.is_void else [self.prompts[p] for p in self.prompted_at]
        required, may_wait, asked = set[int](), set[int](), set[int]()
        for prompt in prompts:
            seats, mode = prompt["seats"], prompt["mode"]
            asked.update(seats)
            if mode == "open":
                may_wait.update(seats)
            elif mode == "once":
                required.update(seats if not (arrived := self.arrived[prompt["id"]]) else set(seats) - arrived)
        waited_for = set(to_act)
        if not required <= waited_for <= required | may_wait:
            raise Bad(seq, "to_act is not whom the open prompts wait for")
        if not (asked - waited_for - self.left).issuperset(may_act):
            raise Bad(seq, "may_act is not among those who can answer the open prompts")
        if not (core["effects"] or self.is_void) and self.waiting not in (None, (to_act, may_act)):
            raise Bad(seq, "whom the match waits for changes without an effect")
        known = []
        for prompt in prompts if self.paused_at is None else ():
            if (at := self._deadline(prompt["id"], None)) is not None:
                known.append({"prompt": prompt["id"], "seats": prompt["seats"], "at_ms": at})
        if (core["deadlines"] != [] or known) and write(core["deadlines"]) != write(known):
            raise Bad(seq, "the deadlines are not those that follow from the log")

    def _fold(self, core: Object) -> None:
        self.is_void = self.is_void or core["type"] == "match.void"
        if not core["effects"]:
            return
        prompts, arrived = self.prompts, self.arrived
        for effect in core["effects"]:
            kind = effect["kind"]
            if kind == "prompted":
                prompt = effect["prompt"]
                prompts[prompt["id"]] = prompt
                arrived[prompt["id"]] = set(prompt["arrived"])
            elif kind == "answered" and effect["prompt"] in arrived:
                arrived[effect["prompt"]].add(effect["seat"])
            elif kind == "closed":
                prompts.pop(effect["prompt"], None)
            elif kind == "ended":
                prompts.clear()
        since, now = self.prompted_at, int(core["at_ms"])
        self.prompted_at = {prompt: since.get(prompt, now) for prompt in prompts if is_open(prompts, prompt)}
        if self.seats is not None:
            self.seats.ask(self.prompts, self.prompted_at, self.arrived)


def _are_seats(seats: Json) -> bool:
    """Returns whether a list contains seats in order, without repetition."""
    return type(seats) is list and set(map(type, seats)) <= {int} and seats == sorted(set(seats))


def check_clock(bundle: Bundle) -> str:
    clock = Clock(bundle.created)
    rows(bundle, clock.check)
    stated = sum(event.core["format"] > 1 for event in bundle.events)
    return f"{clock.answered} rows by the clock, none before its deadline; {stated} rows state who is to act"


def check_rules(bundle: Bundle) -> NoReturn:
    raise Skipped("this file has no rules: python -m games.kernel.audit BUNDLE replays them")


# What a bundle has to contain


def check_contents(bundle: Bundle) -> str:
    """Checks that the bundle has everything that the viewer may see according to the events.

    The seal proves the rest.
    """
    opened = _check_all_opened(bundle)
    proved = _check_all_proved(bundle)
    if bundle.seed is not None and bundle.viewer == "all" and bundle.raw.get("match_seed") is None:
        if bundle.is_over and any(event.core["type"] == "match.started" for event in bundle.events):
            raise Bad(bundle.events[-1].seq, "the match seed is missing")
    summary = f"{opened} parts for this viewer are opened and {proved} cards proved, none is missing; "
    if "seal" not in bundle.raw:
        _check_stands(bundle)
        weakness = "a viewer, a key or a leaf of the global log that was changed may not show"
        return f"{summary}this format has no seal: {weakness}"
    _check_seal(bundle)
    return summary + f"the whole is sealed by {bundle.raw['seal']['key_id']}"


def _check_stands(bundle: Bundle) -> None:
    """Checks that a format 1 bundle of a match that is over has the leaf of its creation, if it has any leaves."""
    kinds = {entry["leaf"]["kind"] for entry in bundle.raw.get("global_log", ())}
    if "global_log" in bundle.raw and bundle.is_over and "created" not in kinds:
        raise Bad(0, "the leaf for the creation of the match is missing")


def _check_all_opened(bundle: Bundle) -> int:
    """Checks that each part that the viewer may read is opened; returns the number of these parts."""
    viewer, opened = bundle.viewer, 0
    for event in bundle.events:
        for cell in event.core["cells"]:
            if cell["to"] is not None and (viewer == "all" or viewer in cell["to"]):
                opened += 1
                if cell["path"] not in event.opened:
                    raise Bad(event.seq, f"{cell['path']} is missing, although this viewer may read it")
    return opened


def _check_all_proved(bundle: Bundle) -> int:
    """Checks that each card from a known place is proved, except for the viewer `all`; returns the number of proofs."""
    cards = bundle.raw.get("cards", [])
    proved, dealt = {card["card"] for card in cards}, bundle.folded.table.dealt
    if len(proved) != len(cards):
        raise Bad(None, "a card is proved twice")
    if bundle.viewer != "all" and (missing := sorted(dealt.keys() - proved)):
        raise Bad(dealt[missing[0]][2], f"the proof of card {missing[0]} is missing")
    return len(proved)


PIECE = 32  # the number of list items that are written at once


def _check_seal(bundle: Bundle) -> None:
    """Checks that the operator signed the whole bundle except the receipts, which its holder adds."""
    digest, mark = hashlib.sha256(tag("tt1/bundle")), "{"
    for name in sorted(bundle.raw.keys() - {"seal", "receipts"}):
        digest.update(f"{mark}{write(name)}:".encode())
        for text in _texts(bundle.raw[name]):
            digest.update(text.encode())
        mark = ","
    digest.update(b"}")
    text = f"tt1/bundle\n{bundle.match.hex()}\n{digest.hexdigest()}\n"
    _check_signed(bundle, bundle.raw["seal"], None, text)


def _texts(value: Json) -> Iterator[str]:
    """Yields the text of a value, and of a long list in pieces.

    Writing all events at once takes more memory and time.
    """
    if type(value) is not list or len(value) < 2 * PIECE:
        yield write(value)
        return
    for start in range(0, len(value), PIECE):
        yield ("," if start else "[") + write(value[start : start + PIECE])[1:-1]
    yield "]"


STEPS = (
    ("1 form", check_form),
    ("2 chain", check_chain),
    ("3 head", check_head),
    ("3 receipts", check_receipts),
    ("3 global log", check_global_log),
    ("4 seeds", check_seeds),
    ("5 chance", check_chance),
    ("5 cards", check_fold),
    ("6 rules", check_rules),
    ("7 redaction", check_redaction),
    ("8 clock", check_clock),
    ("9 contents", check_contents),
)
WITNESSED = (*STEPS[:5], ("3 witnesses", check_witnesses), *STEPS[5:])  # the steps if there is a policy


def verify(
    raw: Json,
    receipts: Iterable[Json] = (),
    global_log: list[Json] | None = None,
    proofs: str | None = None,
    policy: str | None = None,
) -> list[Result]:
    """Returns the results of the steps, in order. Unreadable events end the check.

    proofs, policy: the texts of the files.
    """
    gc.disable()  # collecting would take most of the time, and all data is needed until the end
    try:
        return _steps(Bundle(raw, receipts, global_log, proofs, policy))
    except SHAPELESS:
        return [("FAILED", "1 form", "the bundle has a wrong shape")]
    finally:
        gc.enable()


def _steps(bundle: Bundle) -> list[Result]:
    results = []
    for step, check in STEPS if bundle.policy is None else WITNESSED:
        try:
            results.append(("OK", step, check(bundle)))
        except Skipped as reason:
            results.append(("SKIPPED", step, str(reason)))
        except Bad as bad:
            results.append(("FAILED", step, str(bad)))
        except SHAPELESS:
            results.append(("FAILED", step, "the data it needs has a wrong shape"))
        if not bundle.events or len(bundle.events) < len(bundle.raw["events"]):
            break  # some events cannot be read
    return results


def verify_bytes(
    bundle: bytes,
    receipts: bytes | None = None,
    global_log: bytes | None = None,
    proofs: bytes | None = None,
    policy: bytes | None = None,
) -> list[Result]:
    """Returns the results of the steps for the bytes of files."""
    try:
        [raw, *_] = values(bundle)
        held = () if receipts is None else values(receipts)
        copy = None if global_log is None else values(global_log)
        texts = [None if text is None else text.decode("utf-8") for text in (proofs, policy)]
    except (ValueError, RecursionError):
        return [("FAILED", "1 form", UNREADABLE)]
    return verify(raw, held, copy, *texts)


def _bytes(path: str | None) -> bytes | None:
    if path is None:
        return None
    with open(path, "rb") as file:
        return file.read()


FILES = ("--receipts", "--global-log", "--proofs", "--policy")


def main(arguments: list[str]) -> int:
    files = dict(zip(arguments[1::2], arguments[2::2], strict=False))
    if len(arguments) % 2 != 1 or not set(files) <= set(FILES):
        print(f"usage: python verify.py BUNDLE {' '.join(f'[{name} FILE]' for name in FILES)}", file=sys.stderr)
        return 2
    try:
        bundle, *others = (_bytes(path) for path in (arguments[0], *map(files.get, FILES)))
    except OSError as error:
        print(f"FAILED  1 form: {error}")
        return 1
    results = verify_bytes(bundle or b"", *others)
    for status, step, words in results:
        print(f"{status:<8}{step}: {words}")
    return 1 if any(status == "FAILED" for status, _, _ in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
