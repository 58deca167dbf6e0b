"""A witness of transparency logs (C2SP tlog-witness): `python -m comptoir_client.witness --help`.

The witness is one file, which needs Python 3.11 and `cryptography`, so that anybody can copy and run it. A witness
signs a log's checkpoint only if it extends the last checkpoint that the witness signed. Its signature shows that the
log had no second history, or that the witness lied together with the log. It works for every log that follows the
specification.

The witness's state is a folder, which must be kept: `key` holds the secret key, and `logs` holds a file for each log
with the newest checkpoint that the witness signed. A witness that lost these files would sign a second history. A file
is replaced as a whole and is on disk before a signature is sent, so after a crash every sent signature is in the state.
Give each folder to one process only; a lock keeps a second process out.
"""

from __future__ import annotations

import argparse
import base64
import fcntl
import hashlib
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ED25519, COSIGNATURE = 1, 4  # the kinds of keys
MOST_HASHES, MOST_BYTES, LARGEST, SECONDS = 63, 64 * 1024, 2**63 - 1, 10
EMPTY_ROOT = hashlib.sha256(b"").digest()

_SIGNATURE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")
_SIZE = re.compile(r"0|[1-9][0-9]{0,18}", re.ASCII)


class CosigningRefused(Exception):
    """The reason why a witness does not sign. status, body, kind: the response's status, body and content type."""

    def __init__(self, status: int, body: str, kind: str = "text/plain; charset=utf-8") -> None:
        super().__init__(body)
        self.status, self.body, self.kind = status, body, kind


class Key(NamedTuple):
    """The public key of a log or a witness. kind: ED25519 or COSIGNATURE; public: 32 bytes."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that identify the key in a signature."""
        return hashlib.sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:4]

    @property
    def vkey(self) -> str:
        """The key as text, for other programs."""
        return f"{self.name}+{self.id.hex()}+{encoded(bytes([self.kind]) + self.public)}"

    def has_signed(self, message: bytes, signature: bytes) -> bool:
        """Returns whether a signature of 64 bytes was made with this key."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


class Checkpoint(NamedTuple):
    """A signed note about the state of a log. text: the signed text; signatures: each line's (name, id, signature)."""

    origin: str
    size: int
    root: bytes
    text: str
    signatures: tuple[tuple[str, bytes, bytes], ...]

    def is_signed_by(self, keys: Iterable[Key]) -> bool:
        """Returns whether a log's key has signed; False if a signature that names one of the keys is wrong."""
        known = {(key.name, key.id): key for key in keys}
        named = [(known[line[:2]], line[2]) for line in self.signatures if line[:2] in known]
        return bool(named) and all(key.has_signed(self.text.encode(), signature) for key, signature in named)

    def cosigners(self, keys: Iterable[Key]) -> set[Key]:
        """Returns the witnesses whose keys have signed."""
        return {
            key for key in keys for line in self.signatures if line[:2] == (key.name, key.id) and self._is(key, line[2])
        }

    def _is(self, key: Key, signature: bytes) -> bool:
        seconds = int.from_bytes(signature[:8], "big")
        is_stamped = len(signature) == 72 and 0 < seconds <= LARGEST
        return is_stamped and key.has_signed(cosigned(self.text, seconds), signature[8:])


def encoded(data: bytes) -> str:
    """Returns Base 64 with padding."""
    return base64.b64encode(data).decode("ascii")


def decoded(text: str, size: int | None = None) -> bytes:
    """Decodes canonical Base 64, of a certain size in bytes if one is given. Raises ValueError."""
    data = base64.b64decode(text, validate=True)
    if encoded(data) != text or (size is not None and len(data) != size):
        raise ValueError("expected Base 64 in its usual spelling, of the right length")
    return data


def key_of(vkey: str) -> Key:
    """Reads a key from its text. Raises ValueError."""
    name, _, rest = vkey.partition("+")
    id, _, data = rest.partition("+")
    material = decoded(data, 33)
    key = Key(name, material[0], material[1:])
    if not name or re.search(r"\s", name) or key.kind not in (ED25519, COSIGNATURE) or key.id.hex() != id:
        raise ValueError(f"expected the verifier key of an Ed25519 key, got {vkey!r}")
    return key


def checkpoint_of(note: str) -> Checkpoint:
    """Reads a checkpoint without verifying it. Raises ValueError."""
    text, _, lines = note.rpartition("\n\n")
    origin, size, root, *more = text.split("\n") if text else ("", "", "")
    is_plain = all(line.isprintable() for line in note.split("\n"))
    if not origin or not _SIZE.fullmatch(size) or "" in more or not lines.endswith("\n") or not is_plain:
        raise ValueError("expected a checkpoint: origin, size, root, an empty line, signatures")
    if int(size) > LARGEST:
        raise ValueError("expected a smaller size")
    return Checkpoint(origin, int(size), decoded(root, 32), f"{text}\n", tuple(map(_signature, lines[:-1].split("\n"))))


def _signature(line: str) -> tuple[str, bytes, bytes]:
    match = _SIGNATURE.fullmatch(line)
    data = decoded(match[2]) if match else b""
    if not match or len(data) < 5:
        raise ValueError("expected a line of signature")
    return match[1], data[:4], data[4:]


def line_of(name: str, id: bytes, signature: bytes) -> str:
    """Returns a signature line for a note, with its line end."""
    return f"— {name} {encoded(id + signature)}\n"


def cosigned(text: str, seconds: int) -> bytes:
    """Returns the text that a witness signs."""
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def extends(old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Returns whether a proof shows that a tree of `new` leaves extends one of `old` leaves (RFC 9162, 2.1.4.2)."""
    if old == 0:
        return not proof and old_root == EMPTY_ROOT and (new > 0 or new_root == EMPTY_ROOT)
    if old >= new:
        return old == new and not proof and old_root == new_root
    path = list(proof) if old & (old - 1) else [old_root, *proof]
    if not path:
        return False
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    before = after = path[0]
    for node in path[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            before, after = _node(node, before), _node(node, after)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            after = _node(after, node)
        place, last = place >> 1, last >> 1
    return last == 0 and before == old_root and after == new_root


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


class Witness:
    """A witness with its state.

    folder: the folder of the state; name: the witness's name; logs: the keys of the accepted logs; clock: returns the
    seconds since 1970. Raises BlockingIOError if another process uses the folder.
    """

    def __init__(self, folder: Path, name: str, logs: Iterable[Key], clock: Callable[[], float] = time.time) -> None:
        (folder / "logs").mkdir(parents=True, exist_ok=True)
        self._lock_file = (folder / "lock").open("w")
        fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        self._folder, self._clock, self._lock = folder, clock, threading.Lock()
        self._logs: dict[str, list[Key]] = {}
        for key in logs:
            self._logs.setdefault(key.name, []).append(key)
        self._secret = _secret_key(folder / "key")
        self.key = Key(name, COSIGNATURE, self._secret.public_key().public_bytes_raw())

    def close(self) -> None:
        """Lets another process use the folder."""
        self._lock_file.close()

    def add_checkpoint(self, body: str) -> str:
        """Cosigns the checkpoint in the body of a request; returns the signature line. Raises CosigningRefused."""
        old, proof, offered = _request(body)
        if offered.origin not in self._logs:
            raise CosigningRefused(404, "expected a log that this witness knows\n")
        if not offered.is_signed_by(self._logs[offered.origin]):
            raise CosigningRefused(403, "expected a signature by a key of the log\n")
        if old > offered.size:
            raise CosigningRefused(400, "expected an old size no larger than the checkpoint's\n")
        with self._lock:  # the lock is held from the comparison until the state is on disk
            known = self.newest(offered.origin)
            if old != (known.size if known else 0):
                raise CosigningRefused(409, f"{known.size if known else 0}\n", "text/x.tlog.size")
            root = known.root if known else EMPTY_ROOT
            if not extends(old, root, offered.size, offered.root, proof):
                raise CosigningRefused(
                    422, "expected a checkpoint that extends the last one that this witness signed\n"
                )
            line = self._cosignature(offered.text)
            self._keep(offered, line)
        return line

    def newest(self, origin: str) -> Checkpoint | None:
        """Returns the newest cosigned checkpoint of a log. Raises ValueError if its file is damaged."""
        path = self._path(hashlib.sha256(origin.encode()).hexdigest())
        return checkpoint_of(path.read_text()) if path.exists() else None

    def note(self, digest: str) -> str:
        """Returns the newest cosigned checkpoint, by the SHA-256 of the log's origin. Raises CosigningRefused."""
        if not re.fullmatch(r"[0-9a-f]{64}", digest) or not self._path(digest).exists():
            raise CosigningRefused(404, "no checkpoint of such a log has been cosigned\n")
        return self._path(digest).read_text()

    def _cosignature(self, text: str) -> str:
        seconds = int(self._clock())
        signature = self._secret.sign(cosigned(text, seconds))
        return line_of(self.key.name, self.key.id, seconds.to_bytes(8, "big") + signature)

    def _keep(self, signed: Checkpoint, line: str) -> None:
        known = {(key.name, key.id) for key in self._logs[signed.origin]}
        logs = "".join(line_of(*each) for each in signed.signatures if each[:2] in known)
        note = f"{signed.text}\n{logs}{line}"
        write_whole(self._path(hashlib.sha256(signed.origin.encode()).hexdigest()), note.encode())

    def _path(self, digest: str) -> Path:
        return self._folder / "logs" / digest


def _request(body: str) -> tuple[int, list[bytes], Checkpoint]:
    """Returns the parts of a request: the old size, the proof, and the checkpoint. Raises CosigningRefused."""
    head, _, note = body.partition("\n\n")
    first, *lines = head.split("\n")
    try:
        if not first.startswith("old ") or not _SIZE.fullmatch(first[4:]) or len(lines) > MOST_HASHES:
            raise ValueError("expected `old`, a size, and at most 63 hashes")
        return int(first[4:]), [decoded(line, 32) for line in lines], checkpoint_of(note)
    except ValueError as error:
        raise CosigningRefused(400, f"{error}\n") from None


def write_whole(path: Path, data: bytes) -> None:
    """Replaces a file atomically and durably: after an interruption, the file is either the old or the new one."""
    beside = path.with_name(f"{path.name}.new")
    beside.unlink(missing_ok=True)
    with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _secret_key(path: Path) -> Ed25519PrivateKey:
    if not path.exists():
        if any((path.parent / "logs").iterdir()):
            raise ValueError(f"{path} is missing, but this witness has signed: restore it, or begin in another folder")
        write_whole(path, os.urandom(32))
    return Ed25519PrivateKey.from_private_bytes(path.read_bytes())


class _WitnessHandler(BaseHTTPRequestHandler):
    """A handler of POST /add-checkpoint, and GET /<SHA-256 of the origin>/checkpoint."""

    protocol_version = "HTTP/1.1"
    timeout = SECONDS
    witness: Witness

    def do_POST(self) -> None:
        self._answer(self._added)

    def do_GET(self) -> None:
        self._answer(self._read)

    def _added(self) -> str:
        length = self.headers.get("Content-Length", "")
        if self.path != "/add-checkpoint":
            raise CosigningRefused(404, "expected POST /add-checkpoint\n")
        if not _SIZE.fullmatch(length) or int(length) > MOST_BYTES:
            self.close_connection = True
            raise CosigningRefused(413, "expected a body of at most 64 KiB, with its length\n")
        try:
            body = self.rfile.read(int(length)).decode("utf-8")
        except UnicodeDecodeError:
            raise CosigningRefused(400, "expected UTF-8\n") from None
        return self.witness.add_checkpoint(body)

    def _read(self) -> str:
        digest, _, rest = self.path[1:].partition("/")
        if rest != "checkpoint":
            raise CosigningRefused(404, "expected GET /<SHA-256 of the origin>/checkpoint\n")
        return self.witness.note(digest)

    def _answer(self, action: Callable[[], str]) -> None:
        status, kind = 200, "text/plain; charset=utf-8"
        try:
            body = action()
        except CosigningRefused as refused:
            status, body, kind = refused.status, refused.body, refused.kind
        except (OSError, ValueError) as error:  # a full disk, a damaged file: sign nothing
            print(f"witness: {error}", file=sys.stderr, flush=True)
            status, body = 500, "the state cannot be read or written\n"
        self.send_response(status, HTTPStatus(status).phrase)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())


def server_of(witness: Witness, host: str, port: int) -> ThreadingHTTPServer:
    """Returns a server that serves after `serve_forever` is called. port: 0 for any free port."""
    server = ThreadingHTTPServer((host, port), type("Handler", (_WitnessHandler,), {"witness": witness}))
    server.daemon_threads = True
    return server


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a witness until it is stopped."""
    parser = argparse.ArgumentParser(prog="witness", description="Cosign the checkpoints of transparency logs.")
    parser.add_argument("folder", type=Path, help="the key and newest checkpoints; never restore an old copy")
    parser.add_argument("--name", required=True, help="the name of the witness, such as witness.example.org/w1")
    parser.add_argument("--log", action="append", required=True, type=key_of, metavar="VKEY", help="a log to accept")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8090)
    given = parser.parse_args(arguments)
    witness = Witness(given.folder, given.name, given.log)
    server = server_of(witness, given.host, given.port)
    print(f"{witness.key.vkey} http://{given.host}:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
