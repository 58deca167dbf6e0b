"""The ASGI server and the threads behind it."""
