"""A match for the tests of how requests are served."""

from __future__ import annotations

import pytest

from tests.events.calls import Caller, open_match, somebody


@pytest.fixture
def table() -> tuple[str, list[Caller]]:
    """A running match without sealed prompts, and its callers by seat."""
    callers = [somebody(), somebody()]
    return open_match(callers[0], callers[1:], "monopoly_deal"), callers
