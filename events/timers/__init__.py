"""Timers: functions to call at a time, and the scheduler that calls them."""
