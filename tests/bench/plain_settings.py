"""Settings of the lower-bound server: a new Django project with REST framework, under the application's server."""

from project.settings import *  # noqa: F403

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
REST_FRAMEWORK = {"DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema"}  # for the document made at the start
ROOT_URLCONF = "tests.bench.plain_urls"
SPECTACULAR_SETTINGS = {"POSTPROCESSING_HOOKS": []}  # the hooks expect the operations of the API
