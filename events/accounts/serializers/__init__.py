"""The types of requests and responses about accounts, by subject."""
