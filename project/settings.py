"""All settings of Comptoir; those that use `env` come from the environment and differ between installations."""

import os
from importlib.util import find_spec
from pathlib import Path

import environ
from corsheaders.defaults import default_headers
from psycopg import IsolationLevel
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from games.kernel.words import texts
from project.database.pool import pool_options, pooled
from project.database.roles import timeouts
from project.embedded import installation_keys, postgres
from project.embedded.places import data_folder
from project.limits import limits_from
from project.observability import errors, tracing
from project.observability.logs import logging_for
from project.storage.archive_stores import storage_of

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = data_folder()
DEBUG = env.bool("DEBUG", default=False)
HTTPS = env.bool("HTTPS", default=False)

# Keys: from the environment, else those of the embedded installation. Without either, random ones for this process
# only: enough for checks and tests, but servers refuse to start with them (project.checks).
_secrets = installation_keys.load(DATA_DIR) | installation_keys.from_environment(os.environ)
SECRETS_ARE_TEMPORARY = not _secrets.keys() >= set(installation_keys.NAMES)
if SECRETS_ARE_TEMPORARY:
    _secrets = installation_keys.generate() | _secrets
SECRET_KEY = _secrets["SECRET_KEY"]
COMPTOIR_SECRET_KEY = _secrets["COMPTOIR_SECRET_KEY"]
COMPTOIR_SIGNING_SEED = _secrets["COMPTOIR_SIGNING_SEED"]
COMPTOIR_BOT_KEY = _secrets["COMPTOIR_BOT_KEY"]
COMPTOIR_PUSH_KEY = _secrets.get(installation_keys.PUSH_KEY, "")  # empty: no notices by Web Push

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.messages",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "pgtrigger",
    "corsheaders",
    "oauth2_provider",
    "project",
    "events.processes",
    "events.timers",
    "events.users",
    "events.log",
    "events.projections",
    "events.notifications",
    "events.matches",
    "events.narration",
    "events.ratings",
    "events.tournaments",
    "events.bot_accounts",
    "events.match_history",
    "events.oauth",
    "events.passkeys",
    "events.play_by_email",
    "events.proofs",
    "events.replays",
    "events.streams",
    "events.transparency",
    "events.leagues",
    "events.clubs",
    "events.moderation",
    "events.accounts",
    "events",
    "bots",
]

MIDDLEWARE = [
    "events.http.middleware.RequestMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "events.http.middleware.PageMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]

if DEBUG and find_spec("debug_toolbar"):  # of the dependency group `dev`
    INSTALLED_APPS.append("debug_toolbar")
    _after_compression = MIDDLEWARE.index("django.middleware.gzip.GZipMiddleware") + 1
    MIDDLEWARE.insert(_after_compression, "debug_toolbar.middleware.DebugToolbarMiddleware")
    INTERNAL_IPS = ["127.0.0.1"]

ROOT_URLCONF = "project.urls"
ASGI_APPLICATION = "project.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "project" / "web" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [  # for the operator's pages
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
APPEND_SLASH = False  # middleware strips slashes; a redirect would lose the body of a POST
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Callers.
AUTH_USER_MODEL = "users.Player"
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CORS_ALLOWED_ORIGINS = env.list("CORS_ALLOWED_ORIGINS", default=[])  # empty: the same origin only
CORS_URLS_REGEX = r"^/(api|oauth|\.well-known)/"
CORS_ALLOW_HEADERS = [*default_headers, "idempotency-key", "if-match", "if-none-match", "last-event-id"]
CORS_EXPOSE_HEADERS = [
    "Content-Language",
    "ETag",
    "Idempotent-Replayed",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "X-Request-Id",
]
CORS_PREFLIGHT_MAX_AGE = 7200
CSRF_FAILURE_VIEW = "events.http.problems.csrf_failure"
COMPTOIR_PROXIES = env.int("COMPTOIR_PROXIES", default=0)  # how many trusted proxies add to X-Forwarded-For
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# HTTPS. The trusted proxy sets X-Forwarded-Proto; without a proxy, any client could send that header.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS and COMPTOIR_PROXIES else None
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$", r"^metrics$"]  # probes come from the internal network
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and env.bool("HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = HTTPS and env.bool("HSTS_PRELOAD", default=False)  # browsers ship the list: hard to take back
SILENCED_SYSTEM_CHECKS = [
    *("security.W005", "security.W021"),  # the operator decides about other hosts of the domain
    "security.W002",  # RequestMiddleware sends X-Frame-Options
    "oauth2_provider.W008",  # native apps receive their code at http://127.0.0.1
]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = (  # sent by RequestMiddleware
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

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
        # A cursor of the server lives in one connection, which a pooler gives to others after each transaction.
        "DISABLE_SERVER_SIDE_CURSORS": bool(LISTEN_DATABASE_URL),
    }
}
DATABASES["default"].setdefault("OPTIONS", {}).update(
    isolation_level=IsolationLevel.READ_COMMITTED,  # a snapshot from before the lock would read a stale head
    options=" ".join(f"-c {name}={value}" for name, value in TIMEOUTS.items()),
    # A pooler gives each transaction another session; and only statements that are not prepared are traced.
    prepare_threshold=None if LISTEN_DATABASE_URL or tracing.state() == "on" else 2,
)
DATABASES["default"]["OPTIONS"].update(pool_options(DATABASE_POOL_SIZE))

# A replica of the database, from which matches that are over are read (events.log.replicas); empty: there is none.
REPLICA_URL = env("REPLICA_URL", default="")
if REPLICA_URL:
    DATABASES["replica"] = {**DATABASES["default"], **env.db_url("REPLICA_URL"), "TEST": {"MIRROR": "default"}}
    DATABASES["replica"]["ENGINE"] = DATABASES["default"]["ENGINE"]
    DATABASES["replica"]["OPTIONS"] = DATABASES["default"]["OPTIONS"] | {"connect_timeout": 2}
    if DATABASE_POOL_SIZE:
        DATABASES["replica"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": DATABASE_POOL_SIZE, "timeout": 2}
DATABASE_ROUTERS = ["events.log.replicas.Router"]

# Celery. The broker may lose messages: the timers of matches guarantee that bots play. Late
# acknowledgement and redelivery only shorten the delay. Nothing is scheduled through the broker.
QUEUE_DATABASE_URL = env(
    "QUEUE_DATABASE_URL",
    default=LISTEN_DATABASE_URL  # workers listen, too
    or env("DATABASE_URL", default=postgres.url(DATA_DIR / "postgres", database=postgres.QUEUE_DATABASE)),
)
CELERY_BROKER_URL = env("CELERY_BROKER_URL", default="") or "pgmq://localhost"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker outlives its broker
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_POOL_LIMIT = 4
CELERY_BROKER_CHANNEL_ERROR_RETRY = True  # also one that refuses the login
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TASK_ROUTES = {
    "bots.tasks.coach": {"queue": "background"},  # turns of bots have queues by their kind (bots.tasks.send_turn)
    "events.proofs.tasks.audit": {"queue": "background"},
    "events.tasks.cosign": {"queue": "notices"},
    "events.tasks.send": {"queue": "notices"},  # nor do receivers of notices that answer late
    "events.tasks.mail": {"queue": "mails"},
}
if CELERY_BROKER_URL.startswith("amqp"):  # replicated and on disk; a lost broker node loses no confirmed message
    CELERY_TASK_DEFAULT_QUEUE_TYPE = CELERY_TASK_CREATE_MISSING_QUEUE_TYPE = "quorum"
    CELERY_WORKER_DETECT_QUORUM_QUEUES = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SOFT_TIME_LIMIT = 20
CELERY_TASK_TIME_LIMIT = 25
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0.2}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # unused; RabbitMQ refuses a second worker the same mailbox
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Throttle 0: with the default of 250 ms most notifications would be dropped until the next poll.
    "pgmq": {
        # As key=value pairs: the client's URL parser drops the query. A crash may lose messages.
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

# The API.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "events.http.auth.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["events.http.parsers.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "events.http.openapi.operations.Operations",
    "DEFAULT_THROTTLE_CLASSES": ["events.http.throttles.WindowThrottle"],
    "EXCEPTION_HANDLER": "events.http.problems.problem_handler",
    "URL_FORMAT_OVERRIDE": None,
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Comptoir",
    "DESCRIPTION": "Card games as event logs: matches, views of the table, and moves.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.1",
    "LICENSE": {"name": "All rights reserved"},
    "SERVERS": [{"url": "/", "description": "This server"}],
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "docExpansion": "none", "filter": True, "validatorUrl": None},
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_NAME_OVERRIDES": {
        "AppKindEnum": ["page", "device"],
        "ClubOfficeEnum": ["owner", "organiser", "member"],
        "ClubRoleEnum": ["owner", "organiser", "member", "asking"],
        "ClubVisibilityEnum": ["public", "private"],
        "ForkModeEnum": ["exact", "resampled"],
        "FormatEnum": ["comptoir-bundle/2"],
        "KindsEnum": [
            "your_turn",
            "match_started",
            "match_over",
            "invited",
            "message",
            "deadline_near",
            "round_drawn",
            "tournament_news",
        ],
        "LeagueOutcomeEnum": ["promoted", "relegated", "stays", "dropped"],
        "LeagueStatusEnum": ["open", "ended"],
        "PromptOutModeEnum": ["once", "open"],
        "SeasonStatusEnum": ["proposed", "running", "finished"],
        "StatusEnum": ["open", "sealing", "running", "finished", "aborted", "void"],
        "TournamentFormatEnum": ["round_robin", "swiss", "knock_out"],
        "TournamentStatusEnum": ["open", "running", "finished", "cancelled"],
        "VisibilityEnum": ["public", "unlisted", "private"],
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "events.openapi.unwrap_references",
        "events.openapi.add_shapes",
        "events.openapi.describe_lines",
        "events.http.openapi.operations.describe_tags",
        "events.http.openapi.headers.add_headers",
        "events.http.openapi.problem_schema.share_problem_responses",
        "events.http.openapi.names.name_components",
    ],
}

# Counters of rate limits: in each process, or in a Redis for all (rediscache://host:6379/1).
CACHES = {"default": env.cache_url("CACHE_URL", default="locmemcache://")}
if CACHES["default"]["BACKEND"].endswith(".LocMemCache"):
    CACHES["default"]["OPTIONS"] = {"MAX_ENTRIES": 100_000}

# Rate limits, (requests, seconds) by scope: COMPTOIR_LIMIT_MOVES=40/10 sets one, COMPTOIR_LIMITS=off removes all.
COMPTOIR_LIMITS = limits_from(os.environ)

# Opens /metrics to `Authorization: Bearer <token>`; without it, only to requests from this host without a proxy.
COMPTOIR_METRICS_TOKEN = env("COMPTOIR_METRICS_TOKEN", default="")
# For workers and schedulers in containers of their own: where they serve what they count, and the file that they touch.
COMPTOIR_METRICS_PORT = env.int("COMPTOIR_METRICS_PORT", default=0)
COMPTOIR_HEARTBEAT_FILE = env("COMPTOIR_HEARTBEAT_FILE", default="")

# E-mails: EMAIL_URL as django-environ reads it, such as smtp+tls://user:password@mail.example.org:587; by default files
# in the data folder. COMPTOIR_URL: where the links in them lead, and
# where passkeys work.
COMPTOIR_URL = env("COMPTOIR_URL", default="http://localhost:8000").rstrip("/")
# The name of the global log in its checkpoints, as others have written it down; a change makes it another log.
COMPTOIR_LOG_ORIGIN = env("COMPTOIR_LOG_ORIGIN", default=COMPTOIR_URL.partition("://")[2] + "/log")
# The witnesses of its checkpoints, with commas: the verifier key of each, a space, its address. How many of them
# have to sign before a checkpoint is the public one; 0: more than half. Seconds between two rounds of asking.
COMPTOIR_WITNESSES = env.list("COMPTOIR_WITNESSES", default=[])
COMPTOIR_WITNESS_QUORUM = env.int("COMPTOIR_WITNESS_QUORUM", default=0)
COMPTOIR_WITNESS_SECONDS = env.int("COMPTOIR_WITNESS_SECONDS", default=60)
_mail = env.email_url("EMAIL_URL", default=f"filemail:///{DATA_DIR}/mails")
vars().update(_mail)
if _mail["EMAIL_BACKEND"].endswith(".filebased.EmailBackend"):
    EMAIL_BACKEND = "project.storage.mail_files.PrivateFiles"
DEFAULT_FROM_EMAIL = env("EMAIL_FROM", default="comptoir@localhost")

# Play by e-mail. The domain of the addresses for answers (empty: no play by e-mail); the receiving server whose
# Authentication-Results count (empty: none); the local port where `make run` takes e-mails.
COMPTOIR_MAIL_PORT = env.int("COMPTOIR_MAIL_PORT", default=0)
COMPTOIR_MAIL_DOMAIN = env("COMPTOIR_MAIL_DOMAIN", default="localhost" if COMPTOIR_MAIL_PORT else "")
COMPTOIR_MAIL_AUTHSERV = env("COMPTOIR_MAIL_AUTHSERV", default="")

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

# How many apps a player may register, and the settings of django-oauth-toolkit (`events.oauth`).
COMPTOIR_APPS_PER_PLAYER = env.int("COMPTOIR_APPS_PER_PLAYER", default=10)
OAUTH2_PROVIDER_APPLICATION_MODEL = "oauth2_provider.Application"
OAUTH2_PROVIDER = {
    "OAUTH2_VALIDATOR_CLASS": "events.oauth.redeeming.Validator",
    "SCOPES": {"read": "read", "play": "play"},
    "DEFAULT_SCOPES": ["read"],
    "AUTHORIZATION_CODE_EXPIRE_SECONDS": 60,
    "ACCESS_TOKEN_EXPIRE_SECONDS": 3600,
    "REFRESH_TOKEN_EXPIRE_SECONDS": 90 * 86_400,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "COMPLIANT_BCP_RFC9700_PKCE_METHOD": True,
    "COMPLIANT_BCP_RFC9700_TOKEN_STORAGE": True,
    "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True,
    "COMPLIANT_BCP_RFC9700_IMPLICIT_GRANT": True,
    "COMPLIANT_BCP_RFC9700_PASSWORD_GRANT": True,
    "COMPLIANT_BCP_RFC9700_ACCESS_TOKEN_TRANSPORT": True,
}

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

# Where `manage.py archive` puts matches that are over: file:///folder, or s3://bucket/prefix?endpoint_url=https://...
ARCHIVE_IS_NAMED = bool(env("COMPTOIR_ARCHIVE_URL", default=""))
COMPTOIR_ARCHIVE_URL = env("COMPTOIR_ARCHIVE_URL", default="") or f"file://{DATA_DIR}/archive"

# Languages and times.
LANGUAGE_CODE = next(iter(texts.LANGUAGES))
LANGUAGES = list(texts.LANGUAGES.items())
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files: directly from the packages, or hashed and collected if `collectstatic` has run, with the bundle if there
# is one (`make bundle`).
STATIC_URL = "static/"
STATIC_MANIFEST = env.bool("STATIC_MANIFEST", default=False)
STATIC_ROOT = BASE_DIR / "static-collected" if STATIC_MANIFEST else None
CLIENT_BUNDLE = BASE_DIR / "build" / "client"
STATICFILES_DIRS = [
    path
    for path in (
        BASE_DIR / "project" / "web" / "static",
        BASE_DIR / "events" / "verifier",
        *([CLIENT_BUNDLE] if STATIC_MANIFEST else []),
    )
    if path.is_dir()
]
STATICFILES_FINDERS = [
    "project.web.static_files.StaticFilesFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
WHITENOISE_USE_FINDERS = not STATIC_MANIFEST
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "project.web.static_files.HashedModules"
        if STATIC_MANIFEST
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
    "archive": storage_of(COMPTOIR_ARCHIVE_URL),
}

LOGGING_CONFIG = None
LOG_LEVEL = env("LOG_LEVEL", default="INFO")
LOG_FORMAT = env("LOG_FORMAT", default="text")
LOGGING = logging_for(LOG_FORMAT, LOG_LEVEL)
errors.start()
