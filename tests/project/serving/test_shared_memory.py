"""Forked processes share the program's memory: garbage collection does not write to it."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from celery.signals import worker_before_create_process

from project import celery
from project.embedded.installation_keys import NAMES
from tests.stack import ROOT

PROGRAM = 100_000  # objects; the program has far more


@pytest.fixture
def thawed() -> Iterator[None]:
    gc.unfreeze()
    yield
    gc.unfreeze()


def test_a_loaded_server_exempts_its_objects_from_garbage_collection() -> None:
    words = [sys.executable, "-c", "import gc, project.asgi; print(gc.get_freeze_count())"]
    environment = {**os.environ, **dict.fromkeys(NAMES, "11" * 32)}
    assert int(subprocess.check_output(words, cwd=ROOT, text=True, env=environment)) > PROGRAM


@pytest.mark.usefixtures("thawed")
def test_a_worker_exempts_its_objects_from_garbage_collection_before_it_forks() -> None:
    assert gc.get_freeze_count() == 0
    worker_before_create_process.send(sender=celery.app)
    assert gc.get_freeze_count() > PROGRAM
