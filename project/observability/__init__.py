"""Observability for operators: logs, metrics, probes, traces."""
