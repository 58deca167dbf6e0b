"""A folder as the store of the archive."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.core.files.storage import FileSystemStorage


class DurableFolder(FileSystemStorage):
    """Files that are on the disk, with the folders that name them, when `save` returns."""

    def _save(self, name: str, content: Any) -> str:
        saved: str = super()._save(name, content)  # type: ignore[misc]  # missing in the stubs
        root, path = Path(self.location), Path(self.path(saved))
        for each in (path, *path.parents):
            descriptor = os.open(each, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            if each == root.parent:
                break
        return saved
