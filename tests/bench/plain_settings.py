"""Settings of the lower-bound server: a plain `JsonResponse` without middleware, under the application's server."""

from project.settings import *  # noqa: F403

MIDDLEWARE: list[str] = []
ROOT_URLCONF = "tests.bench.plain_urls"
SPECTACULAR_SETTINGS = {"POSTPROCESSING_HOOKS": []}  # the hooks expect the operations of the API
