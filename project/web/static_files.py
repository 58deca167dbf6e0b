"""Static files from the folders of STATICFILES_DIRS. The Python files in these folders are never served.

`collectstatic` gives the files hashed names and rewrites the imports between modules. Bundled files have hashed names
already (`project.web.client_files`).
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
    """A finder of all files except Python files. The Python and JavaScript verifiers share one folder."""

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
    """A storage that hashes ES modules with their imports, so that an old page never mixes old and new modules."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 24  # each pass resolves one level of imports between modules

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Any:
        """Hashes static files. With a bundle, skips the sources of the bundle, because pages do not load them."""
        is_left = _is_of_the_bundle if DESCRIBED in paths else _is_bundled
        left = {name: place for name, place in paths.items() if not is_left(name, place[0])}
        return super().post_process(left, *args, **options)

    def save_manifest(self) -> None:
        """Adds the hashed names of the bundle. Raises ValueError for a bundle of other sources."""
        if self.exists(DESCRIBED):
            self.hashed_files |= names_in(Path(self.path(DESCRIBED)))
        super().save_manifest()
