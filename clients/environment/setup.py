"""The packages of the wheel: the environments, all games of this version, the encoding and the bots' policies."""

from setuptools import find_packages, setup

PACKAGES = [
    "games",
    "games.*",
    "bots.arena",
    "bots.encoding",
    "bots.policies",
    "bots.policies.*",
    "bots.search",
    "bots.search.*",
]

setup(packages=["comptoir_env", "comptoir_env.learning", *find_packages("../..", include=PACKAGES)])
