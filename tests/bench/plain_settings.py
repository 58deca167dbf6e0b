"""Settings of the floor: a plain `JsonResponse` without middleware, under the server of the application."""

from project.settings import *  # noqa: F403

MIDDLEWARE: list[str] = []
ROOT_URLCONF = "tests.bench.plain_urls"
SPECTACULAR_SETTINGS = {"POSTPROCESSING_HOOKS": []}  # they expect the operations of the API
