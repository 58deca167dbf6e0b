"""The stores of the archive: the conversion of COMPTOIR_ARCHIVE_URL to an entry of Django's STORAGES."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

S3_OPTIONS = frozenset({"endpoint_url", "region_name", "addressing_style"})


def storage_of(url: str) -> dict[str, Any]:
    """Returns the entry for `file:///folder`, or for `s3://bucket/prefix`. Raises ImproperlyConfigured.

    The query may contain endpoint_url, region_name and addressing_style. boto3 finds the credentials for S3.
    """
    parts = urlsplit(url)
    path = unquote(parts.path)
    if parts.scheme == "file" and not parts.netloc and path.startswith("/"):
        options: dict[str, Any] = {
            "location": path,
            "file_permissions_mode": 0o600,
            "directory_permissions_mode": 0o700,
        }
        return {"BACKEND": "project.storage.durable_folder.DurableFolder", "OPTIONS": options}
    query = dict(parse_qsl(parts.query))
    if parts.scheme == "s3" and parts.netloc and query.keys() <= S3_OPTIONS:
        options = {"bucket_name": parts.netloc, "location": path.strip("/"), **query}
        return {"BACKEND": "project.storage.object_store.ObjectStore", "OPTIONS": options}
    raise ImproperlyConfigured(
        f"expected COMPTOIR_ARCHIVE_URL like file:///folder or s3://bucket/prefix?endpoint_url=https://host, got {url}"
    )
