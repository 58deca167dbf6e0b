"""What Django's admin, the operator's pages, needs of every request, kept to its own paths."""

from __future__ import annotations

from django.contrib.messages.middleware import MessageMiddleware
from django.http import HttpRequest

ADMIN = "/admin/"


class Messages(MessageMiddleware):
    """Django's messages between two pages, for the operator's pages only: the API and the client have none."""

    def process_request(self, request: HttpRequest) -> None:
        """Prepares the messages of a page."""
        if request.path_info.startswith(ADMIN):
            super().process_request(request)
