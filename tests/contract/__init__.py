"""Compares today's OpenAPI document with the document of the last version.

python -m tests.contract            what has changed since the last version, and which of it breaks clients
python -m tests.contract --freeze   stores today's contract as that of the version in pyproject.toml
"""
