"""The reference client: plain ES modules in `static`, one page in `templates`, its libraries pinned in `vendor`."""
