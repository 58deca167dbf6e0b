"""Simulates."""
import os, sys
if os.environ.get("PYTHONHASHSEED") != "0":
    os.environ["PYTHONHASHSEED"] = "0"
    os.execv(sys.executable, [sys.executable, "-m", "tests.simulation", *sys.argv[1:]])
from tests.simulation.stage import staged
with staged():
    from tests.simulation.seeds import Run, Size
    from tests.simulation.faults import KINDS
    a, b = map(int, sys.argv[1].split("-"))
    for seed in range(a, b + 1):
        size = Size(people=2, matches=1, games=("great_dalmuti",))
        report = Run(seed, KINDS if len(sys.argv) < 3 else sys.argv[2].split(",") , size).play()
        print(report)
