"""Celery, and the broker of its messages."""

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from project.embedded import postgres
from project.settings.base import DATA_DIR, env
from project.settings.database import LISTEN_DATABASE_URL

# The broker may lose messages, because the timers of matches guarantee that bots play. Late acknowledgement and
# redelivery only shorten the delay. Nothing is scheduled through the broker.
QUEUE_DATABASE_URL = env(
    "QUEUE_DATABASE_URL",
    default=LISTEN_DATABASE_URL  # workers also use LISTEN
    or env("DATABASE_URL", default=postgres.url(DATA_DIR / "postgres", database=postgres.QUEUE_DATABASE)),
)
CELERY_BROKER_URL = env("CELERY_BROKER_URL", default="") or "pgmq://localhost"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker reconnects without limit
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_POOL_LIMIT = 4
CELERY_BROKER_CHANNEL_ERROR_RETRY = True  # also reconnects after a refused login
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_DB_REUSE_MAX = 2**31  # without it, each task would connect again; project.celery closes lost connections
CELERY_TASK_ROUTES = {
    "bots.tasks.coach": {"queue": "background"},  # for the queues of bots' turns, see bots.tasks.send_turn
    "events.proofs.tasks.audit": {"queue": "background"},
    "events.tasks.cosign": {"queue": "notices"},
    "events.tasks.send": {"queue": "notices"},  # slow receivers delay no other task
    "events.tasks.mail": {"queue": "mails"},
}
if CELERY_BROKER_URL.startswith("amqp"):  # replicated, durable queues; a lost node loses no confirmed message
    CELERY_TASK_DEFAULT_QUEUE_TYPE = CELERY_TASK_CREATE_MISSING_QUEUE_TYPE = "quorum"
    CELERY_WORKER_DETECT_QUORUM_QUEUES = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SOFT_TIME_LIMIT = 20
CELERY_TASK_TIME_LIMIT = 25
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0.2}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # unused; with RabbitMQ, two workers cannot share a mailbox
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # No throttle: with the default of 250 ms, most notifications would be dropped until the next poll.
    "pgmq": {
        # As key=value pairs, because the client's URL parser drops the query. A crash may lose messages.
        "conn_string": make_conninfo(
            "",
            **{"connect_timeout": "2", "options": "-c synchronous_commit=off"} | conninfo_to_dict(QUEUE_DATABASE_URL),
        ),
        "init_extension": False,
        "use_notify": True,
        "notify_throttle_interval_ms": 0,
        "wait_time_seconds": 0,
        "polling_interval": 5,
        "visibility_timeout": 60,
        "pool_size": 1,
        "pool_timeout": 2,
    },
    "redis": {"visibility_timeout": 120, "socket_timeout": 5, "socket_connect_timeout": 2},
    "rediss": {"visibility_timeout": 120, "socket_timeout": 5, "socket_connect_timeout": 2},
    "amqp": {"confirm_publish": True},
    "amqps": {"confirm_publish": True},
}.get(CELERY_BROKER_URL.partition("://")[0], {})
