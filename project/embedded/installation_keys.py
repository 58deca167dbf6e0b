"""The keys of an installation, stored outside the database.

The keys come from the environment. The embedded installation generates them once, in a file that only its owner can
read. A backup of only the database therefore can neither decrypt a seed nor sign the head of a log.
"""

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

NAMES = (
    "SECRET_KEY",  # Django: sessions and CSRF tokens
    "COMPTOIR_SECRET_KEY",  # 32 bytes in hex or base64: encrypts seeds and salt keys; former keys follow after commas
    "COMPTOIR_SIGNING_SEED",  # 32 bytes in hex: the Ed25519 seed that signs heads of logs
    "COMPTOIR_BOT_KEY",  # the randomness of bots
)
PUSH_KEY = "COMPTOIR_PUSH_KEY"  # 32 bytes in hex: the P-256 key that signs requests to push services (VAPID)
ALL = (*NAMES, PUSH_KEY)
"""The keys that a server requires, and the optional key for Web Push."""


def generate() -> dict[str, str]:
    """Returns new keys of 256 random bits each."""
    return {name: secrets.token_hex(32) for name in ALL}


def load_or_create(data: Path) -> dict[str, str]:
    """Returns the keys in the folder. Generates all missing keys and saves them."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = data / "secrets"
    stored: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
    if missing := {name: key for name, key in generate().items() if name not in stored}:
        stored |= missing
        _write(path, stored)
    return stored


def load(data: Path) -> dict[str, str]:
    """Returns the keys in the folder; empty if the file does not exist or is not readable."""
    try:
        keys: dict[str, str] = json.loads((data / "secrets").read_text())
        return keys
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return {}


def from_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Returns the keys that the environment sets."""
    return {name: environment[name] for name in ALL if environment.get(name)}


def _write(path: Path, values: Mapping[str, str]) -> None:
    """Writes the file atomically, because matches cannot be read with an incomplete file."""
    draft = path.with_suffix(".new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(values, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


if __name__ == "__main__":  # python -m project.embedded.installation_keys > .env
    print("\n".join(f"{name}={value}" for name, value in generate().items()))
