"""Static files from the folders of STATICFILES_DIRS; the Python files beside them are never served.

After `collectstatic` they have hashed names, and the imports between modules are rewritten too. Bundled files have such
names already (`project.web.client_files`).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from whitenoise.storage import CompressedManifestStaticFilesStorage

from project.web.client_files import BUNDLE, DESCRIBED, SOURCES, names_in

NOT_SERVED = ["*.py", "__pycache__"]


class StaticFilesFinder(FileSystemFinder):
    """Finds all files but Python: the verifiers in Python and in JavaScript share one folder."""

    def find_location(self, root: str, path: str, prefix: str | None = None) -> str | None:
        if path.endswith((".py", ".pyc")):
            return None
        return super().find_location(root, path, prefix)

    def list(self, ignore_patterns: Iterable[str] | None) -> Any:
        return super().list([*(ignore_patterns or ()), *NOT_SERVED])


def _is_bundled(name: str, _: Any) -> bool:
    return name.startswith(f"{BUNDLE}/")


def _is_of_the_bundle(name: str, storage: Any) -> bool:
    is_ours = Path(storage.location) in map(Path, settings.STATICFILES_DIRS)
    return _is_bundled(name, storage) or (is_ours and name.endswith(SOURCES))


class HashedModules(CompressedManifestStaticFilesStorage):
    """Hashes ES modules with what they import, so that an old page never mixes old and new modules."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 24  # modules import modules: each pass settles one level

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Any:
        """Hashes static files; with a bundle, skips the files that it was made from, because pages do not name them."""
        is_left = _is_of_the_bundle if DESCRIBED in paths else _is_bundled
        left = {name: place for name, place in paths.items() if not is_left(name, place[0])}
        return super().post_process(left, *args, **options)

    def save_manifest(self) -> None:
        """Adds the names that the bundle has. Raises ValueError for a bundle of other sources."""
        if self.exists(DESCRIBED):
            self.hashed_files |= names_in(Path(self.path(DESCRIBED)))
        super().save_manifest()
