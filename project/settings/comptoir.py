"""Comptoir's own settings: its address, the global log, metrics, quotas, caches and times."""

from project.settings.api import COMPTOIR_LIMITS
from project.settings.base import env

# The address of the installation: links in mails lead there, and passkeys work only there.
COMPTOIR_URL = env("COMPTOIR_URL", default="http://localhost:8000").rstrip("/")

# The name of the global log in its checkpoints, as others have written it down; a change makes it another log.
COMPTOIR_LOG_ORIGIN = env("COMPTOIR_LOG_ORIGIN", default=COMPTOIR_URL.partition("://")[2] + "/log")
# The witnesses of its checkpoints, with commas: the verifier key of each, a space, its address. How many of them
# have to sign before a checkpoint is the public one; 0: more than half. Seconds between two rounds of asking.
COMPTOIR_WITNESSES = env.list("COMPTOIR_WITNESSES", default=[])
COMPTOIR_WITNESS_QUORUM = env.int("COMPTOIR_WITNESS_QUORUM", default=0)
COMPTOIR_WITNESS_SECONDS = env.int("COMPTOIR_WITNESS_SECONDS", default=60)

# Opens /metrics to `Authorization: Bearer <token>`; without it, only to requests from this host without a proxy.
COMPTOIR_METRICS_TOKEN = env("COMPTOIR_METRICS_TOKEN", default="")
# For workers and schedulers in containers of their own: where they serve what they count, and the file that they touch.
COMPTOIR_METRICS_PORT = env.int("COMPTOIR_METRICS_PORT", default=0)
COMPTOIR_HEARTBEAT_FILE = env("COMPTOIR_HEARTBEAT_FILE", default="")

# Webhooks and Web Push: hosts of the operator's own, `host:port`, that may have private addresses and no TLS.
COMPTOIR_WEBHOOK_HOSTS = env.list("COMPTOIR_WEBHOOK_HOSTS", default=[])

# How many unfinished matches a player may have created; 0: any number, the default without rate limits.
COMPTOIR_MATCHES_PER_PLAYER = env.int("COMPTOIR_MATCHES_PER_PLAYER", default=50 if COMPTOIR_LIMITS else 0)

# How many unfinished tournaments a player may organise; 0: any number.
COMPTOIR_TOURNAMENTS_PER_PLAYER = env.int("COMPTOIR_TOURNAMENTS_PER_PLAYER", default=10 if COMPTOIR_LIMITS else 0)

# How many leagues a player may organise at a time; 0: any number.
COMPTOIR_LEAGUES_PER_PLAYER = env.int("COMPTOIR_LEAGUES_PER_PLAYER", default=10 if COMPTOIR_LIMITS else 0)

# How many clubs a player may own; 0: any number.
COMPTOIR_CLUBS_PER_PLAYER = env.int("COMPTOIR_CLUBS_PER_PLAYER", default=10 if COMPTOIR_LIMITS else 0)

# How many bot accounts a player may own.
COMPTOIR_BOTS_PER_PLAYER = env.int("COMPTOIR_BOTS_PER_PLAYER", default=10)

# How many passkeys a player may have; they work only at COMPTOIR_URL.
COMPTOIR_PASSKEYS_PER_PLAYER = env.int("COMPTOIR_PASSKEYS_PER_PLAYER", default=10)

# How many apps a player may register.
COMPTOIR_APPS_PER_PLAYER = env.int("COMPTOIR_APPS_PER_PLAYER", default=10)

# How many streams each process holds at once, by player and by address; a further one is refused with 429.
COMPTOIR_STREAMS = {
    "player": env.int("COMPTOIR_STREAMS_PER_PLAYER", default=32),
    "address": env.int("COMPTOIR_STREAMS_PER_ADDRESS", default=256),
}
# Threads that read new events for all streams of a process; each uses its own database connection.
COMPTOIR_STREAM_THREADS = env.int("COMPTOIR_STREAM_THREADS", default=2)

# Threads in each process of project.serving.server; each uses its own database connection.
COMPTOIR_THREADS = env.int("COMPTOIR_THREADS", default=8)

# For how many matches a process keeps what it has computed; an older match is read from the database again.
COMPTOIR_CACHED_MATCHES = env.int("COMPTOIR_CACHED_MATCHES", default=256)

# Seconds that the seats of a commit_reveal match have to commit, and again to reveal.
COMPTOIR_SEALING_SECONDS = env.int("COMPTOIR_SEALING_SECONDS", default=86_400)

# Days for which the reply to a request is stored, for when it is sent again; 0: for ever.
COMPTOIR_COMMAND_DAYS = env.int("COMPTOIR_COMMAND_DAYS", default=30)
