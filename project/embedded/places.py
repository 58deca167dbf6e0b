"""The data folder of an installation on one machine, and whether the installation is small."""

import os
from pathlib import Path

BASE = Path(__file__).resolve().parent.parent.parent


def data_folder() -> Path:
    """Returns the data folder: COMPTOIR_DATA, or else `.data` beside the program."""
    return Path(os.environ.get("COMPTOIR_DATA") or BASE / ".data").resolve()


def is_small() -> bool:
    """Returns whether COMPTOIR_SMALL is set, which limits memory to the needs of a club with fifty members."""
    return os.environ.get("COMPTOIR_SMALL", "") not in ("", "0")
