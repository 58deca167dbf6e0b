"""S3, or a service with the same API, as the store of the archive. Requires `django-storages[s3]`."""

from __future__ import annotations

from typing import Any

from botocore.config import Config
from storages.backends.s3 import S3Storage

LIMITS = Config(connect_timeout=2, read_timeout=5, retries={"max_attempts": 2})  # a request must not wait long


class ObjectStore(S3Storage):
    """A store of private objects that are never overwritten."""

    client_config: Config

    def __init__(self, **options: Any) -> None:
        super().__init__(file_overwrite=False, default_acl=None, **options)
        self.client_config = self.client_config.merge(LIMITS)
