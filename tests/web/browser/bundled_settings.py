"""The settings of a packaged server, with a bundle and static files in folders of the test."""

import os
from pathlib import Path

from project.settings import *  # noqa: F403
from project.settings import STATICFILES_DIRS as SOURCES

STATIC_ROOT = os.environ["COMPTOIR_TEST_COLLECTED"]
STATICFILES_DIRS = [*SOURCES[:2], Path(os.environ["COMPTOIR_TEST_BUNDLE"])]
STATICFILES_FINDERS = ["project.web.static_files.StaticFilesFinder"]  # without static files of other packages
