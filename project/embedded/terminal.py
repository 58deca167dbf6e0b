"""Isolation of a run: one per folder, a port of its own, and Ctrl-C for itself."""

import fcntl
import os
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path


class Occupied(Exception):
    """Another process uses the folder or the port."""


@contextmanager
def only_one(data: Path) -> Iterator[None]:
    """Holds the lock of the folder. Raises Occupied, which names the process that holds it."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (data / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            raise Occupied(_occupied(data, lock.read().strip(), holders(data / "lock"))) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def _occupied(data: Path, named: str, living: Sequence[int]) -> str:
    """Returns who holds the lock. named: the process that took it; those that it has forked may outlive it."""
    if not living or named in map(str, living):
        return f"Comptoir already runs in {data} (process {named}); it continues"
    listed = " ".join(map(str, living))
    return f"a run in {data} was killed, but processes of it are left: end them with `kill -9 {listed}`"


def holders(file: Path) -> list[int]:
    """Returns the other processes that have a file open, where /proc shows them."""
    found = []
    for folder in Path("/proc").glob("[0-9]*/fd"):
        with suppress(OSError):
            if any(descriptor.exists() and descriptor.samefile(file) for descriptor in folder.iterdir()):
                found.append(int(folder.parent.name))
    return sorted(pid for pid in found if pid != os.getpid())


def port_of(text: str) -> int:
    """Returns the number of a port. Raises Occupied, which says what was expected."""
    if not (text.isascii() and text.isdigit() and int(text) < 65_536):
        raise Occupied(f"expected PORT to be a number from 0 to 65535, got {text!r}")
    return int(text)


def listening_socket(host: str, port: int) -> socket.socket:
    """Returns the socket that all web processes listen on; it outlives each of them.

    port: 0 lets the system choose one. Raises Occupied before anything else is started. Connections inherit
    TCP_NODELAY, which uvicorn does not set on an inherited socket: without it, a response in two writes waits 40 ms for
    the acknowledgement of the first.
    """
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise Occupied(f"port {port} of {host}: {error.strerror}; choose another with PORT=") from error
    return listening


@contextmanager
def own_foreground() -> Iterator[None]:
    """Keeps Ctrl-C from the parent: `make` would end with it and report a failure.

    Applies only if this process shares the foreground of the terminal with its parent.
    """
    before = os.getpgrp()
    if before == os.getpid() or not _is_foreground(before):
        yield
        return
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # otherwise returning the terminal would stop this process
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)  # Ctrl-Z would return the terminal to a parent that waits
    os.setpgid(0, 0)
    _set_foreground(os.getpid())
    try:
        yield
    finally:
        _set_foreground(before)


def _is_foreground(group: int) -> bool:
    with suppress(OSError, ValueError):
        return os.tcgetpgrp(sys.stdin.fileno()) == group
    return False


def _set_foreground(group: int) -> None:
    with suppress(OSError, ValueError):
        os.tcsetpgrp(sys.stdin.fileno(), group)
