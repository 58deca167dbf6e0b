"""What follows from a row: pending work, consents, views of the table."""
