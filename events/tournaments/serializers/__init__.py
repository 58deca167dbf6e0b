"""The types of requests and responses about tournaments, by subject."""
