"""Installation, keys, applications, languages, static files and logging."""

import os
from importlib.util import find_spec
from pathlib import Path

import environ

from games.kernel.words import texts
from project.embedded import installation_keys
from project.embedded.places import data_folder
from project.observability import errors
from project.observability.logs import logging_for
from project.storage.archive_stores import storage_of

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent.parent
DATA_DIR = data_folder()
DEBUG = env.bool("DEBUG", default=False)
HTTPS = env.bool("HTTPS", default=False)

# Keys come from the environment, or else from the embedded installation. Without either, they are random and temporary.
# Temporary keys are enough for checks and tests, but servers refuse to start with them (project.checks).
_secrets = installation_keys.load(DATA_DIR) | installation_keys.from_environment(os.environ)
SECRETS_ARE_TEMPORARY = not _secrets.keys() >= set(installation_keys.NAMES)
if SECRETS_ARE_TEMPORARY:
    _secrets = installation_keys.generate() | _secrets
SECRET_KEY = _secrets["SECRET_KEY"]
COMPTOIR_SECRET_KEY = _secrets["COMPTOIR_SECRET_KEY"]
COMPTOIR_SIGNING_SEED = _secrets["COMPTOIR_SIGNING_SEED"]
COMPTOIR_BOT_KEY = _secrets["COMPTOIR_BOT_KEY"]
COMPTOIR_PUSH_KEY = _secrets.get(installation_keys.PUSH_KEY, "")  # empty: no notifications by Web Push

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

if DEBUG and find_spec("debug_toolbar"):  # part of the dependency group `dev`
    INSTALLED_APPS.append("debug_toolbar")
    _after_compression = MIDDLEWARE.index("django.middleware.gzip.GZipMiddleware") + 1
    MIDDLEWARE.insert(_after_compression, "debug_toolbar.middleware.DebugToolbarMiddleware")
    INTERNAL_IPS = ["127.0.0.1"]

ROOT_URLCONF = "project.urls"
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
APPEND_SLASH = False  # our middleware strips slashes, because a redirect would lose the body of a POST
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The store of `manage.py archive` for ended matches: file:///folder or s3://bucket/prefix?endpoint_url=https://...
ARCHIVE_IS_NAMED = bool(env("COMPTOIR_ARCHIVE_URL", default=""))
COMPTOIR_ARCHIVE_URL = env("COMPTOIR_ARCHIVE_URL", default="") or f"file://{DATA_DIR}/archive"

# Languages and times.
LANGUAGE_CODE = next(iter(texts.LANGUAGES))
LANGUAGES = list(texts.LANGUAGES.items())
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files: directly from the packages; after `collectstatic` hashed and collected. `make bundle` or `manage.py up`
# makes the bundle of the client. `manage.py up` also puts one hash of all files into their addresses.
STATIC_MANIFEST = env.bool("STATIC_MANIFEST", default=False)
STATIC_VERSION = "" if STATIC_MANIFEST else env("COMPTOIR_STATIC_VERSION", default="")
STATIC_URL = f"static/{STATIC_VERSION}/" if STATIC_VERSION else "static/"
STATIC_ROOT = BASE_DIR / "static-collected" if STATIC_MANIFEST else None
CLIENT_BUNDLE = env("COMPTOIR_CLIENT_BUNDLE", default=str(BASE_DIR / "build" / "client") if STATIC_MANIFEST else "")
STATICFILES_DIRS = [
    path
    for path in (
        BASE_DIR / "project" / "web" / "static",
        BASE_DIR / "events" / "verifier",
        *([Path(CLIENT_BUNDLE)] if CLIENT_BUNDLE else []),
    )
    if path.is_dir()
]
STATICFILES_FINDERS = [
    "project.web.static_files.StaticFilesFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
WHITENOISE_USE_FINDERS = not STATIC_MANIFEST
if STATIC_VERSION:
    WHITENOISE_IMMUTABLE_FILE_TEST = f"^/{STATIC_URL}"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "project.web.static_files.StaticFilesStorage"
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
