"""The browser of the tests: pages, keys, and robots that play by clicking."""
