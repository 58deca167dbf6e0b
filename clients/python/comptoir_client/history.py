"""The history of a server's log as this computer has seen it. Detects a server that later shows another one.

    python -m comptoir_client.history https://comptoir.example.org ~/.comptoir/log

Run it regularly, from the place where you play. It needs `cryptography`. Exit status 0: the log extends the stored log.
1: the logs could not be compared. 2: there are two histories, and both signed checkpoints are in the folder.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from comptoir_client.witness import Checkpoint, CosigningRefused, Key, Witness, checkpoint_of, key_of, write_whole

SECONDS = 20
MOST_BYTES = 65_536
SHORTER, OTHERWISE = 409, 422
"""The statuses of a comparison: the log has fewer leaves than before; the log has other leaves."""


class TwoHistories(Exception):
    """The server shows a log that does not extend an earlier one. seen, shown: the files of both signed notes."""

    def __init__(self, reason: str, seen: Path, shown: Path) -> None:
        super().__init__(f"{reason}; keep {seen} and {shown}, and show them to others")
        self.seen, self.shown = seen, shown


def history_check(server: str, folder: Path, vkey: str | None = None) -> Checkpoint:
    """Compares the log of a server with the log stored in this folder, and stores it; returns its checkpoint.

    vkey: the key of the log, if you know it from elsewhere; otherwise the server's first response is trusted. Raises
    TwoHistories; OSError if the server does not respond; and ValueError for an invalid response or another key.
    """
    address, key = server.rstrip("/"), _known_key(server, folder, vkey)
    witness = Witness(folder, "memory", [key])
    try:
        seen = witness.newest(key.name)
        body = _text(f"{address}/log/extension/{seen.size if seen else 0}")
        try:
            if seen is not None and not body.startswith("old "):
                _demand_fewer(checkpoint_of(body), seen, key)
                raise CosigningRefused(SHORTER, "the log has fewer leaves than it had")
            witness.add_checkpoint(body)
        except CosigningRefused as refused:
            reason = refused.body.strip()
            if refused.status in (SHORTER, OTHERWISE):
                raise _contradiction(
                    folder, witness.note(hashlib.sha256(key.name.encode()).hexdigest()), body or "", reason
                ) from None
            raise ValueError(f"{reason}; if the operator has announced another key, name it as --vkey") from None
        newest = witness.newest(key.name)
        assert newest is not None, "what was just added"
        return newest
    finally:
        witness.close()


def _contradiction(folder: Path, seen: str, body: str, reason: str) -> TwoHistories:
    files = folder / "seen.txt", folder / "shown.txt"
    write_whole(files[0], seen.encode())
    write_whole(files[1], body.encode())
    return TwoHistories(reason, *files)


def _demand_fewer(shown: Checkpoint, seen: Checkpoint, key: Key) -> None:
    """Raises ValueError unless the log has signed that it has fewer leaves: an error page proves nothing."""
    if shown.origin != seen.origin or shown.size >= seen.size or not shown.is_signed_by([key]):
        raise ValueError("expected a proof that the log grows, or its signed checkpoint")


def _known_key(server: str, folder: Path, vkey: str | None) -> Key:
    file = folder / "vkey"
    if vkey is None and not file.exists():
        vkey = _text(f"{server.rstrip('/')}/log/vkey").partition("\n")[0]
    folder.mkdir(parents=True, exist_ok=True)
    if vkey is not None:
        key = key_of(vkey)
        write_whole(file, vkey.encode())
        return key
    return key_of(file.read_text())


def _text(address: str) -> str:
    """Returns the text at an address, also with status 409, which a shorter log sends."""
    if not address.startswith(("http://", "https://")):
        raise ValueError(f"expected an address that begins with https://, got {address!r}")
    try:
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:  # noqa: S310
            content: bytes = answer.read(MOST_BYTES)
    except urllib.error.HTTPError as error:
        if error.code != SHORTER:
            raise
        content = error.read(MOST_BYTES)
    return content.decode("utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Checks once; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m comptoir_client.history", description=__doc__.splitlines()[0])
    parser.add_argument("server", help="the address of the server")
    parser.add_argument("folder", type=Path, help="the folder for checkpoints; one for each server")
    parser.add_argument("--vkey", help="the key of the log, from another source than the server")
    given = parser.parse_args(arguments)
    try:
        newest = history_check(given.server, given.folder, given.vkey)
    except TwoHistories as found:
        print(f"TWO HISTORIES: {found}", file=sys.stderr)
        return 2
    except (OSError, ValueError) as error:
        print(f"not checked: {error}", file=sys.stderr)
        return 1
    print(f"{newest.origin}: {newest.size} leaves, an extension of what was seen")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
