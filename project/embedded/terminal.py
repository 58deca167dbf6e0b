"""The isolation of a run: a lock of the data folder, a separate port, and Ctrl-C that reaches only this process."""

import fcntl
import os
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path


class AlreadyInUse(Exception):
    """Another process uses the folder or the port."""


@contextmanager
def only_one(data: Path) -> Iterator[None]:
    """Holds the lock of the folder. Raises AlreadyInUse, with the process that holds the lock."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (data / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            raise AlreadyInUse(_occupied(data, lock.read().strip(), holders(data / "lock"))) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def _occupied(data: Path, named: str, living: Sequence[int]) -> str:
    """Returns a message about the holder of the lock. named: the process that acquired the lock; living: the processes
    that have the file open, because forked processes may outlive the named process.
    """
    if not living or named in map(str, living):
        return f"Comptoir already runs in {data} (process {named}); it continues"
    listed = " ".join(map(str, living))
    return f"a run in {data} was killed, but processes of it are left: end them with `kill -9 {listed}`"


def holders(file: Path) -> list[int]:
    """Returns the other processes that have a file open; empty without /proc."""
    found = []
    for folder in Path("/proc").glob("[0-9]*/fd"):
        with suppress(OSError):
            if any(descriptor.exists() and descriptor.samefile(file) for descriptor in folder.iterdir()):
                found.append(int(folder.parent.name))
    return sorted(pid for pid in found if pid != os.getpid())


def port_of(text: str) -> int:
    """Returns the number of a port. Raises AlreadyInUse with the expected form."""
    if not (text.isascii() and text.isdigit() and int(text) < 65_536):
        raise AlreadyInUse(f"expected PORT to be a number from 0 to 65535, got {text!r}")
    return int(text)


def listening_socket(host: str, port: int) -> socket.socket:
    """Returns the socket that all web processes listen on. The socket outlives each of them.

    port: the port; 0: the system chooses a port. Raises AlreadyInUse before other parts start. Connections inherit
    TCP_NODELAY, which uvicorn does not set on an inherited socket. Without TCP_NODELAY, a response in two writes waits
    40 ms for the acknowledgement of the first write.
    """
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise AlreadyInUse(f"port {port} of {host}: {error.strerror}; choose another with PORT=") from error
    return listening


@contextmanager
def own_foreground() -> Iterator[None]:
    """Prevents Ctrl-C from reaching the parent, because `make` would end and report a failure.

    This applies only if the process shares the foreground of the terminal with its parent.
    """
    before = os.getpgrp()
    if before == os.getpid() or not _is_foreground(before):
        yield
        return
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # otherwise returning the terminal would stop this process
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)  # Ctrl-Z would return the terminal to a waiting parent
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
