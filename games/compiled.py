"""The location of the compiled build of the games, and whether it is current (docs/performance.md).

With `COMPTOIR_ENGINE=compiled`, a process imports the games from the build. The sources are the reference: a build of
other sources, or for another Python, is not used.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from sysconfig import get_config_var

SOURCES = Path(__file__).parent
ROOT = SOURCES.parent
OTHERS = ("bots.encoding", "bots.policies.greedy")
"""The packages outside the games that the build contains: what environments and search do most often."""
BUILD = ROOT / "build" / "compiled"
SETTING = "COMPTOIR_ENGINE"
STAMP = "sources.sha256"


def fingerprint() -> str:
    """Returns a digest of all files of the build, and of the running Python."""
    digest = sha256(str(get_config_var("EXT_SUFFIX")).encode())
    for path in sources():
        digest.update(f"\0{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def sources() -> Iterable[Path]:
    """Yields the files of the build, in order."""
    folders = SOURCES, *(ROOT / package.replace(".", "/") for package in OTHERS)
    paths = (path for folder in folders for path in sorted(folder.rglob("*")))
    return (path for path in paths if path.is_file() and "__pycache__" not in path.parts)


def is_current() -> bool:
    """Returns whether there is a compiled build of these sources for this Python."""
    stamp = BUILD / STAMP
    return stamp.is_file() and stamp.read_text(encoding="ascii") == fingerprint()


def is_in_use() -> bool:
    """Returns whether this process imports the games from the compiled build."""
    import games

    return [str(BUILD / "games")] == list(games.__path__)


def path_of_games() -> list[str]:
    """Returns the folders in which this process looks for the modules of the games."""
    if os.environ.get(SETTING) != "compiled":
        return [str(SOURCES)]
    if not is_current():
        warnings.warn(f"{SETTING}: there is no compiled build of these sources; run `make compiled`", stacklevel=2)
        return [str(SOURCES)]
    sys.path.append(str(BUILD))  # the folder of the library that the compiled modules share
    return [str(BUILD / "games")]


def path_in_use(package: str, path: Iterable[str]) -> list[str]:
    """Returns the folders in which this process looks for the modules of one of the other packages."""
    return [str(BUILD / package.replace(".", "/"))] if is_in_use() else list(path)
