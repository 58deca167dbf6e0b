"""The reference client: plain ES modules in `static`, one page in `templates`, pinned libraries in `vendor`."""
