"""Measures speed, as figures and ratios of one run on one machine. Measurements do not pass or fail.

Figures come with a lower bound or another system from the same run. Compare only the ratios between machines or days.
"""
