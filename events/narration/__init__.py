"""A match in words: the events, the table, the question to a seat, and answers in words."""
