"""PostgreSQL, and its replica."""

from psycopg import IsolationLevel

from project.database.pool import pool_options, pooled
from project.database.roles import timeouts
from project.embedded import postgres
from project.observability import tracing
from project.settings.base import DATA_DIR, env

# The database; only PostgreSQL is supported. `manage.py prepare` migrates without these timeouts.
# After two seconds of waiting for the lock of a match, a request returns 503 and can be retried with the same key.
DATABASE_IS_NAMED = bool(env("DATABASE_URL", default=""))
EMBEDDED_OWNER_URL = postgres.url(DATA_DIR / "postgres", postgres.OWNER)
LISTEN_DATABASE_URL = env("LISTEN_DATABASE_URL", default="")  # bypasses a pooler, which does not support LISTEN
DATABASE_POOL_SIZE = env.int("DATABASE_POOL_SIZE", default=0)
TIMEOUTS = timeouts(env("DATABASE_STATEMENT_TIMEOUT", default=None))
DATABASES = {
    "default": {
        **env.db_url("DATABASE_URL", default=postgres.url(DATA_DIR / "postgres")),
        "ENGINE": "django.db.backends.postgresql",
        **pooled(DATABASE_POOL_SIZE),
        # A server-side cursor belongs to one connection, but a pooler reassigns connections after each transaction.
        "DISABLE_SERVER_SIDE_CURSORS": bool(LISTEN_DATABASE_URL),
    }
}
DATABASES["default"].setdefault("OPTIONS", {}).update(
    isolation_level=IsolationLevel.READ_COMMITTED,  # with a snapshot from before the lock, a read returns a stale head
    options=" ".join(f"-c {name}={value}" for name, value in TIMEOUTS.items()),
    # With a pooler, each transaction may have another session. Traces include only statements that are not prepared.
    prepare_threshold=None if LISTEN_DATABASE_URL or tracing.state() == "on" else 2,
)
DATABASES["default"]["OPTIONS"].update(pool_options(DATABASE_POOL_SIZE))

# A replica of the database for reads of ended matches (events.log.replicas); empty: no replica.
REPLICA_URL = env("REPLICA_URL", default="")
if REPLICA_URL:
    DATABASES["replica"] = {**DATABASES["default"], **env.db_url("REPLICA_URL"), "TEST": {"MIRROR": "default"}}
    DATABASES["replica"]["ENGINE"] = DATABASES["default"]["ENGINE"]
    DATABASES["replica"]["OPTIONS"] = DATABASES["default"]["OPTIONS"] | {"connect_timeout": 2}
    if DATABASE_POOL_SIZE:
        DATABASES["replica"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": DATABASE_POOL_SIZE, "timeout": 2}
DATABASE_ROUTERS = ["events.log.replicas.Router"]
