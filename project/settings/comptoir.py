"""Comptoir's own settings: its address, the global log, metrics, quotas, caches and times."""

from project.settings.api import COMPTOIR_LIMITS
from project.settings.base import env

# The address of the installation. Links in e-mails use it, and passkeys work only there.
COMPTOIR_URL = env("COMPTOIR_URL", default="http://localhost:8000").rstrip("/")

# The name of the global log in its checkpoints. Witnesses have stored it; with another name, it is another log.
COMPTOIR_LOG_ORIGIN = env("COMPTOIR_LOG_ORIGIN", default=COMPTOIR_URL.partition("://")[2] + "/log")
# The witnesses of its checkpoints, separated by commas: the verifier key of each, a space, its address. The number of
# witnesses that must sign before a checkpoint is published; 0: more than half. The seconds between two requests.
COMPTOIR_WITNESSES = env.list("COMPTOIR_WITNESSES", default=[])
COMPTOIR_WITNESS_QUORUM = env.int("COMPTOIR_WITNESS_QUORUM", default=0)
COMPTOIR_WITNESS_SECONDS = env.int("COMPTOIR_WITNESS_SECONDS", default=60)

# The token that opens /metrics (`Authorization: Bearer <token>`). Without it, only requests from this host without a
# proxy can read /metrics.
COMPTOIR_METRICS_TOKEN = env("COMPTOIR_METRICS_TOKEN", default="")
# For workers and schedulers in separate containers: the port for their metrics, and the file that they touch.
COMPTOIR_METRICS_PORT = env.int("COMPTOIR_METRICS_PORT", default=0)
COMPTOIR_HEARTBEAT_FILE = env("COMPTOIR_HEARTBEAT_FILE", default="")

# Webhooks and Web Push: the operator's own hosts, as `host:port`. They may have private addresses and no TLS.
COMPTOIR_WEBHOOK_HOSTS = env.list("COMPTOIR_WEBHOOK_HOSTS", default=[])

# The most unfinished matches that one player has created; 0: any number, the default without rate limits.
COMPTOIR_MATCHES_PER_PLAYER = env.int("COMPTOIR_MATCHES_PER_PLAYER", default=50 if COMPTOIR_LIMITS else 0)

# The most unfinished tournaments that one player may organise; 0: any number.
COMPTOIR_TOURNAMENTS_PER_PLAYER = env.int("COMPTOIR_TOURNAMENTS_PER_PLAYER", default=10 if COMPTOIR_LIMITS else 0)

# The most leagues that one player may organise at a time; 0: any number.
COMPTOIR_LEAGUES_PER_PLAYER = env.int("COMPTOIR_LEAGUES_PER_PLAYER", default=10 if COMPTOIR_LIMITS else 0)

# The most clubs that one player may own; 0: any number.
COMPTOIR_CLUBS_PER_PLAYER = env.int("COMPTOIR_CLUBS_PER_PLAYER", default=10 if COMPTOIR_LIMITS else 0)

# The most bot accounts that one player may own.
COMPTOIR_BOTS_PER_PLAYER = env.int("COMPTOIR_BOTS_PER_PLAYER", default=10)

# The most passkeys of one player. Passkeys work only at COMPTOIR_URL.
COMPTOIR_PASSKEYS_PER_PLAYER = env.int("COMPTOIR_PASSKEYS_PER_PLAYER", default=10)

# The most apps that one player may register.
COMPTOIR_APPS_PER_PLAYER = env.int("COMPTOIR_APPS_PER_PLAYER", default=10)

# The most concurrent streams of each process, by player and by address. A further stream is refused with 429.
COMPTOIR_STREAMS = {
    "player": env.int("COMPTOIR_STREAMS_PER_PLAYER", default=32),
    "address": env.int("COMPTOIR_STREAMS_PER_ADDRESS", default=256),
}
# The threads that read new events for all streams of a process. Each thread uses its own database connection.
COMPTOIR_STREAM_THREADS = env.int("COMPTOIR_STREAM_THREADS", default=2)

# The threads in each process of project.serving.server. Each thread uses its own database connection.
COMPTOIR_THREADS = env.int("COMPTOIR_THREADS", default=8)

# The number of matches whose computed data a process caches. Other matches are read from the database again.
COMPTOIR_CACHED_MATCHES = env.int("COMPTOIR_CACHED_MATCHES", default=256)

# The seconds that the seats of a commit_reveal match have to commit, and the same time to reveal.
COMPTOIR_SEALING_SECONDS = env.int("COMPTOIR_SEALING_SECONDS", default=86_400)

# The days for which the reply to a request is stored for repeated requests; 0: forever.
COMPTOIR_COMMAND_DAYS = env.int("COMPTOIR_COMMAND_DAYS", default=30)
