"""E-mails as files in the data folder, the default without a mail server: only the server's own user can read them."""

from __future__ import annotations

import os
from io import BufferedWriter
from typing import Any

from django.core.mail.backends.filebased import EmailBackend


class PrivateFiles(EmailBackend):
    """Django's backend, with a folder (0700) and files (0600) that are closed to others: links in e-mails are keys."""

    stream: BufferedWriter | None  # type: ignore[assignment]  # the stubs have that of the console

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        os.chmod(self.file_path, 0o700)

    def open(self) -> bool:
        """Opens the file of this connection; returns whether it was closed."""
        if self.stream is not None:
            return False
        descriptor = os.open(self._get_filename(), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)  # type: ignore[attr-defined]
        self.stream = os.fdopen(descriptor, "ab")
        return True
