"""Secret settings from files, as containers provide them: `NAME_FILE` is the path of a file that contains `NAME`."""

from collections.abc import MutableMapping
from pathlib import Path

SECRETS = (
    *("DATABASE_URL", "DATABASE_OWNER_URL", "LISTEN_DATABASE_URL", "QUEUE_DATABASE_URL", "REPLICA_URL"),
    *("CELERY_BROKER_URL", "EMAIL_URL", "SECRET_KEY", "COMPTOIR_SECRET_KEY", "COMPTOIR_SIGNING_SEED"),
    *("COMPTOIR_BOT_KEY", "COMPTOIR_PUSH_KEY", "COMPTOIR_METRICS_TOKEN", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"),
)


def read_secret_files(environment: MutableMapping[str, str]) -> None:
    """Reads the named files into the environment. A setting that is set, or whose file is empty, is not changed."""
    for name in SECRETS:
        if not environment.get(name) and (path := environment.get(f"{name}_FILE")):
            if value := Path(path).read_text().strip():
                environment[name] = value
