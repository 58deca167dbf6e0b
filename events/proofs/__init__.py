"""Exports and proofs, which show that a log is complete.

Also audits of the stored logs, and the archive.
"""
