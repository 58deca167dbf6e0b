"""What a run owes to those beside it: one run in a folder, no port taken from others, Ctrl-C for itself."""

import fcntl
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class Occupied(Exception):
    """Somebody else has the folder or the port."""


@contextmanager
def only_one(data: Path) -> Iterator[None]:
    """Hold the folder's lock; whoever comes second is told who has it."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (data / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            raise Occupied(f"Comptoir already runs in {data} (process {lock.read().strip()}); it goes on") from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def port_of(text: str) -> int:
    """The number of a port. Raises Occupied, whose text says what was expected."""
    if not (text.isascii() and text.isdigit() and int(text) < 65_536):
        raise Occupied(f"expected PORT to be a number from 0 to 65535, got {text!r}")
    return int(text)


def taken_port(host: str, port: int) -> socket.socket:
    """The server's socket, ours from now on: all its processes listen on it, and it outlives each of them.

    port: 0 has the system choose one. Raises Occupied, at once and not after everything else was started.
    What connects inherits TCP_NODELAY: the web server takes a socket that it is handed for one that has no such thing,
    and an answer in two writes would then wait 40 ms for the other side's acknowledgement.
    """
    taken = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        taken.bind((host, port))
    except OSError as error:
        taken.close()
        raise Occupied(f"port {port} of {host}: {error.strerror}; choose another with PORT=") from error
    return taken


@contextmanager
def own_foreground() -> Iterator[None]:
    """Take Ctrl-C for ourselves alone: `make` would die of it and report a failure where there is none.

    Done only where we share the terminal's foreground with such a parent.
    """
    before = os.getpgrp()
    if before == os.getpid() or not _is_foreground(before):
        yield
        return
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # else giving the terminal back would stop us
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)  # Ctrl-Z would leave the terminal to a parent that sleeps
    os.setpgid(0, 0)
    _give_foreground(os.getpid())
    try:
        yield
    finally:
        _give_foreground(before)


def _is_foreground(group: int) -> bool:
    with suppress(OSError, ValueError):
        return os.tcgetpgrp(sys.stdin.fileno()) == group
    return False


def _give_foreground(group: int) -> None:
    with suppress(OSError, ValueError):
        os.tcsetpgrp(sys.stdin.fileno(), group)
