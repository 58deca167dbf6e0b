"""Loads the whole stack and kills its processes: no acknowledged move is lost, and none is played twice.

`make chaos MINUTES=10`, or `python -m tests.chaos --minutes 10 --seed 1 [--mutant no_key]`. Clients play over HTTP
through a proxy that sometimes drops a response, and faults are injected at random moments. Afterwards the harness
compares the logs with the acknowledged moves. `--mutant all` runs the correct server and then each faulty one.
"""
