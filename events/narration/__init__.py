"""A match in words: what happened, how the table stands, what is asked, and answers in words."""
