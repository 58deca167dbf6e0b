"""The types of requests and responses about matches, by subject."""
