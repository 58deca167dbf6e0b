"""The data folder of an installation on one machine, and whether it has to be small."""

import os
from pathlib import Path

BASE = Path(__file__).resolve().parent.parent.parent


def data_folder() -> Path:
    """Returns the data folder: COMPTOIR_DATA, else `.data` beside the program."""
    return Path(os.environ.get("COMPTOIR_DATA") or BASE / ".data").resolve()


def is_small() -> bool:
    """Returns whether COMPTOIR_SMALL asks for as little memory as a club of fifty needs."""
    return os.environ.get("COMPTOIR_SMALL", "") not in ("", "0")
