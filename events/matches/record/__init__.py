"""Data derived from events: pending work, consents, views of the table."""
