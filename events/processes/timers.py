"""The timers of processes, which delete old error reports and processes."""

from __future__ import annotations

from events.base.error_reports import error_reports_prune
from events.processes.services import processes_prune
from events.timers.registry import MINUTE_MS, every

every(MINUTE_MS, error_reports_prune, processes_prune)
