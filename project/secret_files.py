"""Settings that are secrets, from files: `NAME_FILE` names a file with the value of `NAME`, as containers have them."""

from collections.abc import MutableMapping
from pathlib import Path

SECRETS = (
    *("DATABASE_URL", "DATABASE_OWNER_URL", "LISTEN_DATABASE_URL", "QUEUE_DATABASE_URL", "REPLICA_URL"),
    *("CELERY_BROKER_URL", "EMAIL_URL", "SECRET_KEY", "COMPTOIR_SECRET_KEY", "COMPTOIR_SIGNING_SEED"),
    *("COMPTOIR_BOT_KEY", "COMPTOIR_PUSH_KEY", "COMPTOIR_METRICS_TOKEN", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"),
)


def read_secret_files(environment: MutableMapping[str, str]) -> None:
    """Sets the settings whose files the environment names; one that is set already, or whose file is empty, stays."""
    for name in SECRETS:
        if not environment.get(name) and (path := environment.get(f"{name}_FILE")):
            if value := Path(path).read_text().strip():
                environment[name] = value
