"""The user that runs PostgreSQL, which refuses to run as root, and the signal that ends a process with its parent.

An ordinary user runs PostgreSQL as themselves. Root tries these ways in order:

- the owner of the folder, if that is another user
- a user namespace that maps root's id to nobody; no file changes its owner
- the user nobody, for containers without namespaces; the folder then belongs to nobody
- the user nobody with the single capability to enter closed folders, for a checkout under /root

No user is created, and no folder becomes more accessible.
"""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CLONE_NEWUSER = 0x10000000
PR_SET_PDEATHSIG = 1
PR_SET_KEEPCAPS = 8
PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE = 47, 2
CAPABILITY_VERSION_3 = 0x20080522
CAP_DAC_OVERRIDE = 1

_libc = ctypes.CDLL(None, use_errno=True) if os.name == "posix" else None


def dies_with_parent(how: signal.Signals) -> Callable[[], None] | None:
    """Returns a preexec_fn for Popen. It makes Linux signal the child when the thread that started the child ends."""
    if not sys.platform.startswith("linux"):
        return None
    return lambda: _call("prctl", PR_SET_PDEATHSIG, int(how))


def _call(name: str, *arguments: int) -> None:
    assert _libc is not None
    if getattr(_libc, name)(*arguments):
        raise OSError(ctypes.get_errno(), name)


@dataclass(frozen=True)
class Identity:
    """A way to start a process.

    user: the user that runs the process; None: the current user; mapped: whether the process runs in a user namespace;
    passes: whether the process has the capability to enter closed folders.
    """

    user: pwd.struct_passwd | None = None
    mapped: bool = False
    passes: bool = False

    def popen(self, when_parent_dies: signal.Signals | None = None) -> dict[str, Any]:
        """Returns the arguments for subprocess.Popen."""
        arguments: dict[str, Any] = {"preexec_fn": self._before(when_parent_dies)}
        if self.user and not self.mapped and not self.passes:
            arguments |= {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}
        return arguments

    def own(self, folder: Path) -> None:
        """Makes the user the owner of a new folder."""
        if self.user and not self.mapped:
            os.chown(folder, self.user.pw_uid, self.user.pw_gid)

    def can_run(self, program: Path, folder: Path) -> bool:
        """Returns whether a process started in this way can run the program and enter the folder."""
        try:
            version = subprocess.run([program, "--version"], cwd="/", capture_output=True, **self.popen())
            entered = subprocess.run([_shell(), "-c", 'cd "$0"', folder], cwd="/", capture_output=True, **self.popen())
        except (OSError, subprocess.SubprocessError):
            return False
        return version.returncode == entered.returncode == 0

    def _before(self, when_parent_dies: signal.Signals | None) -> Callable[[], None] | None:
        dies = dies_with_parent(when_parent_dies) if when_parent_dies else None
        become = self._enter_namespace if self.mapped else self._become_passing if self.passes else None
        if not become:
            return dies

        def prepare() -> None:
            become()
            if dies:
                dies()  # last, because a change of credentials resets the signal

        return prepare

    def _enter_namespace(self) -> None:
        assert self.user is not None
        uid, gid = os.geteuid(), os.getegid()
        _call("unshare", CLONE_NEWUSER)
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{self.user.pw_uid} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{self.user.pw_gid} {gid} 1")

    def _become_passing(self) -> None:
        assert self.user is not None
        _call("prctl", PR_SET_KEEPCAPS, 1, 0, 0, 0)
        os.setgroups([])
        os.setgid(self.user.pw_gid)
        os.setuid(self.user.pw_uid)
        _keep_capability(CAP_DAC_OVERRIDE)


def _keep_capability(number: int) -> None:
    """Keeps one capability, also after the next exec (capabilities(7))."""
    assert _libc is not None
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    data = (ctypes.c_uint32 * 6)(1 << number, 1 << number, 1 << number, 0, 0, 0)  # effective, permitted, inheritable
    if _libc.capset(header, data):
        raise OSError(ctypes.get_errno(), "capset")
    _call("prctl", PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, number, 0, 0)


def identities(folder: Path) -> Iterator[Identity]:
    """Yields the ways to start a process in the folder, the best first."""
    if os.geteuid() != 0:
        yield Identity()
        return
    owner = folder.stat().st_uid
    if owner != 0 and (known := _user(owner)):
        yield Identity(known)
    nobody = pwd.getpwnam("nobody")
    if sys.platform.startswith("linux"):
        yield Identity(nobody, mapped=True)
    yield Identity(nobody)
    if sys.platform.startswith("linux"):
        yield Identity(nobody, passes=True)


def _user(uid: int) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwuid(uid)
    except KeyError:
        return None


def _shell() -> str:
    return shutil.which("sh") or "/bin/sh"
