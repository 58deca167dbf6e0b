"""Clubs: members, invitation links, defaults for new tables, and the club's own ratings."""
