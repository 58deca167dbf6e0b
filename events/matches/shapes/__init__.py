"""The shapes of requests and responses about matches, by subject."""
