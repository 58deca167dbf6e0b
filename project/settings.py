"""Every setting of Comptoir; `env` marks what differs between places and comes from the environment."""

import os
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from psycopg import IsolationLevel
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from project import postgres, secrets
from project.logs import logging_for

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env("COMPTOIR_DATA", default=str(BASE_DIR / ".data"))).resolve()
DEBUG = env.bool("DEBUG", default=False)
HTTPS = env.bool("HTTPS", default=False)

# Secrets: from the environment, else the embedded installation's own. Where there are neither, drawn for this
# process alone: good for checks and tests; servers refuse to start on them (project.checks).
_secrets = secrets.known(DATA_DIR) | secrets.named(os.environ)
SECRETS_ARE_TEMPORARY = len(_secrets) < len(secrets.NAMES)
_secrets = secrets.drawn() | _secrets
SECRET_KEY = _secrets["SECRET_KEY"]
COMPTOIR_SECRET_KEY = _secrets["COMPTOIR_SECRET_KEY"]
COMPTOIR_SIGNING_SEED = _secrets["COMPTOIR_SIGNING_SEED"]
COMPTOIR_BOT_KEY = _secrets["COMPTOIR_BOT_KEY"]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "pgtrigger",
    "corsheaders",
    "csp",
    "project",
    "events",
    "bots",
]

MIDDLEWARE = [
    "events.api.arrival.Arrival",
    "django.middleware.security.SecurityMiddleware",
    "project.web.compression.StaticCompression",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "project.logs.RequestLog",
    "project.metrics.RequestMetrics",
    "corsheaders.middleware.CorsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "events.api.middleware.ProblemResponses",
]

ROOT_URLCONF = "project.urls"
ASGI_APPLICATION = "project.asgi.application"
WSGI_APPLICATION = "project.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "project" / "web" / "templates"],
        "APP_DIRS": True,
    }
]
APPEND_SLASH = False  # both forms are routed; a redirect would lose a POST's body
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Who may call.
AUTH_USER_MODEL = "events.Player"
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CORS_ALLOWED_ORIGINS = env.list("CORS_ALLOWED_ORIGINS", default=[])  # none: the same origin only
CORS_URLS_REGEX = r"^/api/"
CSRF_FAILURE_VIEW = "events.api.problems.csrf_failure"
COMPTOIR_PROXIES = env.int("COMPTOIR_PROXIES", default=0)  # how many proxies of ours write X-Forwarded-For
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# Behind HTTPS. The proxy must set X-Forwarded-Proto itself; without HTTPS nobody's word is taken for it.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$", r"^metrics$"]  # probes come from inside
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# PostgreSQL, and only PostgreSQL. Timeouts are the servers'; `manage.py prepare` lifts them to migrate.
# A wait for a match's lock longer than two seconds becomes a 503, safe to repeat with the same key.
DATABASE_IS_NAMED = bool(env("DATABASE_URL", default=""))
DATABASE_POOL_SIZE = env.int("DATABASE_POOL_SIZE", default=0)
STATEMENT_TIMEOUT = env("DATABASE_STATEMENT_TIMEOUT", default="5s")
DATABASES = {
    "default": {
        **env.db_url("DATABASE_URL", default=postgres.url(DATA_DIR / "postgres")),
        "ENGINE": "django.db.backends.postgresql",
        "CONN_MAX_AGE": 0 if DATABASE_POOL_SIZE else None,
        "CONN_HEALTH_CHECKS": True,
    }
}
DATABASES["default"].setdefault("OPTIONS", {}).update(
    isolation_level=IsolationLevel.READ_COMMITTED,  # a snapshot older than the lock would read a stale head
    options=(f"-c lock_timeout=2s -c statement_timeout={STATEMENT_TIMEOUT} -c idle_in_transaction_session_timeout=5s"),
)
if DATABASE_POOL_SIZE:
    # At least one connection for each server thread, else threads wait for each other (trap of open streams:
    # they must not use the ORM while idle).
    DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 2, "max_size": DATABASE_POOL_SIZE, "timeout": 5}

# Celery. No broker setting alone loses nothing: the table of due turns and its sweeper do. Late acknowledgement
# and redelivery only shorten the wait. Nothing is scheduled through the broker.
QUEUE_DATABASE_URL = env(
    "QUEUE_DATABASE_URL",
    default=env("DATABASE_URL", default=postgres.url(DATA_DIR / "postgres", database=postgres.QUEUE_DATABASE)),
)
CELERY_BROKER_URL = env("CELERY_BROKER_URL", default="pgmq://localhost")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker outlives its broker
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_POOL_LIMIT = 4
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SOFT_TIME_LIMIT = 20
CELERY_TASK_TIME_LIMIT = 25
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0.2}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # nobody asks for it; RabbitMQ refuses two workers one mailbox
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Throttle 0: at the default of 250 ms most notices would wait for the poll instead.
    "pgmq": {
        "conn_string": make_conninfo(
            **conninfo_to_dict(QUEUE_DATABASE_URL)
        ),  # as words: its parser of URLs drops the query
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
        "events.api.auth.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["events.api.parsers.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["events.api.throttles.CounterThrottle"],
    "EXCEPTION_HANDLER": "events.api.problems.problem_handler",
    "URL_FORMAT_OVERRIDE": None,
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Comptoir",
    "DESCRIPTION": "Card games at one table: the log, the views and the moves.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",  # what comes after it groups the operations: games, matches, me, ...
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "events.api.openapi.add_shapes",
    ],
}

# Requests and seconds by scope; COMPTOIR_LIMITS=off lifts them for harnesses, which say so.
COMPTOIR_LIMITS = (
    {}
    if env("COMPTOIR_LIMITS", default="on") == "off"
    else {
        "general": (300, 10),
        "moves": (40, 10),
        "legal_moves": (100, 10),
        "messages": (10, 10),
        "sign_up": (120, 60),
        "sign_in": (20, 60),
    }
)

# How long the seats of a match with commit and reveal have for each of the two.
COMPTOIR_SEALING_SECONDS = env.int("COMPTOIR_SEALING_SECONDS", default=86_400)

# Words and times.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français")]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files: straight from the packages, or hashed and collected where `collectstatic` has run.
STATIC_URL = "static/"
STATIC_MANIFEST = env.bool("STATIC_MANIFEST", default=False)
STATIC_ROOT = BASE_DIR / "static-collected" if STATIC_MANIFEST else None
STATICFILES_DIRS = [path for path in (BASE_DIR / "project" / "web" / "static",) if path.is_dir()]
WHITENOISE_USE_FINDERS = not STATIC_MANIFEST
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "project.web.storage.HashedModules"
        if STATIC_MANIFEST
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

LOGGING_CONFIG = None
LOG_LEVEL = env("LOG_LEVEL", default="INFO")
LOGGING = logging_for(env("LOG_FORMAT", default="text"), LOG_LEVEL)
