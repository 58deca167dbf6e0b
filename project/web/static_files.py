"""Static files from the folders of STATICFILES_DIRS; the Python files beside them are never served.

Where `collectstatic` has run they have hashed names, and the imports between modules are rewritten too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.staticfiles.finders import FileSystemFinder
from whitenoise.storage import CompressedManifestStaticFilesStorage

NOT_SERVED = ["*.py", "__pycache__"]


class StaticFilesFinder(FileSystemFinder):
    """Finds all files but Python: the verifiers in Python and in JavaScript share one folder."""

    def find_location(self, root: str, path: str, prefix: str | None = None) -> str | None:
        if path.endswith((".py", ".pyc")):
            return None
        return super().find_location(root, path, prefix)

    def list(self, ignore_patterns: Iterable[str] | None) -> Any:
        return super().list([*(ignore_patterns or ()), *NOT_SERVED])


class HashedModules(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashes ES modules with what they import, so that an old page never mixes old and new modules."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 24  # modules import modules: each pass settles one level
