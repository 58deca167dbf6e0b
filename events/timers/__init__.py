"""Timers: function calls at given times, and the scheduler that makes them."""
