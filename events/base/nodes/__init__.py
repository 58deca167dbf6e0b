"""A database whose matches are divided among nodes."""
