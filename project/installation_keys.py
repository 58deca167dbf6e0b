"""The four secrets of an installation, kept outside the database.

They come from the environment. The embedded default makes them once, in a file only its owner can read;
a backup of the database alone therefore opens no seed and signs no head.
"""

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

NAMES = (
    "SECRET_KEY",  # Django: sessions, tokens of forms
    "COMPTOIR_SECRET_KEY",  # 32 bytes in hex or base64: seals seeds and salt keys at rest; former keys after commas
    "COMPTOIR_SIGNING_SEED",  # 32 bytes in hex: the Ed25519 seed that signs heads of the log
    "COMPTOIR_BOT_KEY",  # the bots' chance
)


def drawn() -> dict[str, str]:
    """New secrets, each with 256 bits of chance."""
    return {name: secrets.token_hex(32) for name in NAMES}


def kept(data: Path) -> dict[str, str]:
    """The secrets of the folder, made at the first call."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = data / "secrets"
    if not path.exists():
        _write(path, drawn())
    return known(data)


def known(data: Path) -> dict[str, str]:
    """The secrets of the folder, or nothing where none were made or they are not ours to read."""
    try:
        return json.loads((data / "secrets").read_text())
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return {}


def named(environment: Mapping[str, str]) -> dict[str, str]:
    """The secrets that the environment names."""
    return {name: environment[name] for name in NAMES if environment.get(name)}


def _write(path: Path, values: Mapping[str, str]) -> None:
    """Write whole or not at all: half a file of keys would lock every match."""
    draft = path.with_suffix(".new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(values, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


if __name__ == "__main__":  # python -m project.installation_keys > .env
    print("\n".join(f"{name}={value}" for name, value in drawn().items()))
