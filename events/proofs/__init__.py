"""Exports and proofs, which show that a log is whole.

Also audits of the stored logs, and the archive.
"""
