"""Whole matches through each door of the text table, by scripts that read only what the door says."""
