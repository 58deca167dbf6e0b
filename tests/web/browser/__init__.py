"""The browser of the tests: its pages, keys, and robots that play by clicking."""
