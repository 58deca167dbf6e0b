"""The whole stack under load while its processes are killed: nothing acknowledged is lost, nothing is played twice.

`make chaos MINUTES=10`, or `python -m tests.chaos --minutes 10 --seed 1 [--mutant no_key]`. Clients play over HTTP
through a proxy that now and then drops an answer; faults come at random moments; afterwards the logs are read back and
held against what was acknowledged. `--mutant all` runs the sound server and then each faulty one.
"""
