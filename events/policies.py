"""The names of the policies that a bot can follow: the one list. `bots.policies` has a module for each name."""

POLICIES = ("greedy", "uniform")
DEFAULT_POLICY = "greedy"
