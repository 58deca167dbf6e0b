"""Measures speed, as figures and ratios of one run on one machine; nothing passes or fails. Run it with `make bench`.

Each part prints its figure next to a lower bound from the same run: a plain response of the same server, one durable
statement on one connection, or a fixed loop of Python. Compare only the ratios between machines or days, not the
absolute figures. `--quick` shortens every part; the report is written to `.data/bench/`.
"""
