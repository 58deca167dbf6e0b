"""The heartbeat of a process: a thread that reports every ten seconds that the process runs, and the keys that it has.

It also touches COMPTOIR_HEARTBEAT_FILE. The age of the file shows whether the process works.

A process calls `begin` when it starts to serve, after any fork, and `end` before a regular end.
"""

from __future__ import annotations

import os
import socket
import threading
from pathlib import Path

import structlog
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection

from events.processes.services import process_beat, process_end

SECONDS = 10.0

log = structlog.get_logger()


class ProcessHeartbeat:
    """The heartbeat of one process. kind: the task of the process; must_work: whether the file is touched only after
    work.
    """

    def __init__(self, kind: str, must_work: bool = False) -> None:
        self.kind = kind
        self._must_work = must_work
        self.name = f"{kind} {os.getpid()} on {socket.gethostname()}"
        self._has_worked = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    def begin(self) -> ProcessHeartbeat:
        """Starts the thread."""
        self._thread.start()
        return self

    def worked(self) -> None:
        """Records that the process has finished a round of its work; the next beat reports this."""
        self._has_worked = True

    def beat(self) -> None:
        """Reports once that the process runs. If the database is unavailable, the next beat repeats the report."""
        worked, self._has_worked = self._has_worked, False
        if settings.COMPTOIR_HEARTBEAT_FILE and (worked or not self._must_work):
            Path(settings.COMPTOIR_HEARTBEAT_FILE).touch()
        try:
            process_beat(name=self.name, kind=self.kind, worked=worked)
        except DatabaseError as error:
            self._has_worked |= worked
            log.info("heartbeat_lost", error=type(error).__name__)
        except Exception:  # an exception that ended this thread would make the process appear dead
            self._has_worked |= worked
            log.exception("heartbeat_lost")

    def end(self) -> None:
        """Stops the thread, which reports that the process ends."""
        self._stop.set()
        self._thread.join(SECONDS)

    def _run(self) -> None:
        """Beats until the end, on a separate connection, so that no transaction of the work delays a beat."""
        while not self._stop.is_set():
            self.beat()
            connection.close()
            self._stop.wait(SECONDS)
        try:
            process_end(name=self.name)
        except DatabaseError as error:
            log.info("heartbeat_lost", error=type(error).__name__)
        finally:
            connection.close()


def begin(kind: str, must_work: bool = False) -> ProcessHeartbeat:
    """Starts the heartbeat of this process."""
    return ProcessHeartbeat(kind, must_work).begin()
