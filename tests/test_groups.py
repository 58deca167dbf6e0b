"""Tests that share a server or a folder run one after the other: they are in a group, which one worker gets whole."""

from __future__ import annotations

import pytest


@pytest.mark.xdist_group("groups")
def test_the_workers_of_a_run_know_the_groups(request: pytest.FixtureRequest):
    by_groups = getattr(request.config.option, "loadgroup", False)  # a worker of `--dist loadgroup` has it

    assert not by_groups or request.node.nodeid.endswith("@groups")
