"""Tests of apps that sign players in."""
