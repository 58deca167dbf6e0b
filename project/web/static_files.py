"""Static files from the folders of STATICFILES_DIRS. The Python files in these folders are never served.

`collectstatic` gives the files hashed names, except those of the web client, which pages load from its bundle. Bundled
files have hashed names already (`project.web.client_files`).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from whitenoise.storage import CompressedManifestStaticFilesStorage

from project.web.bundling import DESCRIBED
from project.web.client_files import BUNDLE, SOURCES, names_in

NOT_SERVED = ["*.py", "__pycache__"]


class StaticFilesFinder(FileSystemFinder):
    """A finder of all files except Python files. The Python and JavaScript verifiers share one folder."""

    def find_location(self, root: str, path: str, prefix: str | None = None) -> str | None:
        if path.endswith((".py", ".pyc")):
            return None
        return super().find_location(root, path, prefix)

    def list(self, ignore_patterns: Iterable[str] | None) -> Any:
        return super().list([*(ignore_patterns or ()), *NOT_SERVED])


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """A storage that hashes static files, except the client's sources and the files of its bundle."""

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Any:
        """Hashes static files."""
        clients = {Path(folder) for folder in settings.STATICFILES_DIRS}
        left = {
            name: (storage, path)
            for name, (storage, path) in paths.items()
            if not (name.startswith(f"{BUNDLE}/") or (Path(storage.location) in clients and name.endswith(SOURCES)))
        }
        return super().post_process(left, *args, **options)

    def save_manifest(self) -> None:
        """Adds the files of the bundle. Raises ValueError without a bundle, or for a bundle of other sources."""
        self.hashed_files |= names_in(Path(self.path(DESCRIBED)))
        super().save_manifest()
