"""The whole stack under load while its processes are killed: nothing acknowledged is lost, and nothing happens twice.

`make chaos MINUTES=10`, or `python -m tests.chaos --minutes 10 --seed 1 [--mutant no_key]`. Clients play over HTTP
through a proxy that sometimes drops a response, and faults are injected at random moments. Afterwards the harness
compares the logs with the acknowledged moves. `--mutant all` runs the correct server and then each faulty one.
"""
