"""Single requests to a running stack."""

from __future__ import annotations

import http.client
import json
from email.message import Message
from typing import Any


def request(
    port: int, method: str, path: str, token: str = "", body: Any = None, timeout: float = 60.0
) -> tuple[Message, Any]:
    """Returns the headers and the body of the response; raises RuntimeError if it is not 200 or 201."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    connection.request(method, f"/api/v1{path}", None if body is None else json.dumps(body), headers)
    response = connection.getresponse()
    text = response.read()
    if response.status not in (200, 201):
        raise RuntimeError(f"expected 200 or 201 of {method} {path}, got {response.status} {text[:300]!r}")
    connection.close()
    return response.headers, json.loads(text)
