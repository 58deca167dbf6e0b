"""The headers of every response: of pages, the API, static files, and refusals before Django receives a request.

The OpenAPI document describes them in `events.http.openapi.headers.EVERYWHERE`.
"""

from __future__ import annotations

import re
import uuid

from django.conf import settings

_REQUEST_ID = re.compile(r"[\w.:+/=-]{1,36}", re.ASCII)


def headers_of_every_response(request_id: str) -> dict[str, str]:
    """Returns the headers of every response. A view may set other values."""
    return {
        "X-Request-Id": request_id,
        "Content-Security-Policy": settings.CONTENT_SECURITY_POLICY,
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
    }


def request_id_from(text: str) -> str:
    """Returns the id that a proxy or client has given a request, otherwise a new id."""
    return text if _REQUEST_ID.fullmatch(text) else str(uuid.uuid4())
