"""Fixtures for tests of notifications: a stopped clock, and a receiver of webhooks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.events.notifications.receivers import Receiver, receiving
from tests.events.tables import Hands, standing_clock


@pytest.fixture
def hands() -> Iterator[Hands]:
    with standing_clock() as hands:
        yield hands


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    with receiving(settings) as receiver:
        yield receiver
