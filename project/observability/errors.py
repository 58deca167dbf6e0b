"""Error reports to Sentry, if SENTRY_DSN names a project and the extra `sentry` is installed.

Sentry's own variables configure it. Request bodies and local variables are never sent, because they contain passwords,
seeds and hands. The secrets of links are masked. The addresses of webhooks are secrets and are left out.
"""

from __future__ import annotations

import os
from typing import Any

from events.http.request_log import masked


def start() -> None:
    """Initializes Sentry if SENTRY_DSN is set. Its integrations instrument Django and Celery."""
    if not os.environ.get("SENTRY_DSN"):
        return
    import sentry_sdk

    sentry_sdk.init(
        send_default_pii=False,
        max_request_body_size="never",
        include_local_variables=False,
        before_send=without_secrets,
        before_send_transaction=without_secrets,
        before_breadcrumb=lambda crumb, _: None if crumb.get("category") == "httplib" else crumb,
    )


def without_secrets(event: Any, _: Any) -> Any:
    """Returns an event without the tokens of links and the tickets of streams in its texts."""
    if isinstance(event, dict):
        return {key: without_secrets(value, _) for key, value in event.items()}
    if isinstance(event, list | tuple):
        return [without_secrets(value, _) for value in event]
    return masked(event) if isinstance(event, str) else event
