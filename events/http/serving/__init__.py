"""The way of a request through the API: from ASGI to a view, and back."""
