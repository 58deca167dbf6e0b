"""The project: settings, servers, and the programs that start the servers."""

import os

from project.secret_files import read_secret_files

read_secret_files(os.environ)  # before other modules read the environment

from project.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
