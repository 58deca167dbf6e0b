"""What operators see: logs, metrics, probes, traces."""
