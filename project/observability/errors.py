"""Errors sent to Sentry, where SENTRY_DSN names a project of it; its package is the extra `sentry`.

Sentry's own variables configure it. Bodies of requests and local variables never leave: they hold passwords, seeds
and hands. The secrets of links are masked, and addresses of webhooks, which are secrets, are left out.
"""

from __future__ import annotations

import os
from typing import Any

from events.http.request_log import masked


def start() -> None:
    """Initializes Sentry, if it is wanted; Django and Celery are instrumented by its integrations."""
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
    """Returns an event whose texts have no tokens of links and no tickets of streams."""
    if isinstance(event, dict):
        return {key: without_secrets(value, _) for key, value in event.items()}
    if isinstance(event, list | tuple):
        return [without_secrets(value, _) for value in event]
    return masked(event) if isinstance(event, str) else event
