"""The API, and what its apps share."""
