"""Speed, as figures and ratios of one run on one machine; nothing here passes or fails. `make bench`.

Each part prints beside its figure a floor measured in the same run: a plain response under the same server, one durable
statement on one connection, a fixed loop of Python. Absolute figures of two machines, or two days, are not to be
compared; the ratios are. `--quick` shortens every part; the report lands in `.data/bench/`.
"""
