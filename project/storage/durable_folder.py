"""A folder as the store of the archive."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.core.files.storage import FileSystemStorage


class DurableFolder(FileSystemStorage):
    """A storage whose `save` returns after the file and its folder entries have been written to disk."""

    def _save(self, name: str, content: Any) -> str:
        saved: str = super()._save(name, content)  # type: ignore[misc]  # the stubs lack the method
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
