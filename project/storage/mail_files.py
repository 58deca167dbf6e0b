"""E-mails as files in the data folder, the default without a mail server. Only the server's user can read them."""

from __future__ import annotations

import os
from io import BufferedWriter
from typing import Any

from django.core.mail.backends.filebased import EmailBackend


class PrivateFiles(EmailBackend):
    """Django's file backend with a private folder (0700) and private files (0600): e-mails contain secret links."""

    stream: BufferedWriter | None  # type: ignore[assignment]  # the stubs have the type of the console backend

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        os.chmod(self.file_path, 0o700)

    def open(self) -> bool:
        """Opens the file of this connection. Returns whether it was closed before."""
        if self.stream is not None:
            return False
        descriptor = os.open(self._get_filename(), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)  # type: ignore[attr-defined]
        self.stream = os.fdopen(descriptor, "ab")
        return True
