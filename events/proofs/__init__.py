"""What proves that a log is whole: exports, audits, the archive."""
