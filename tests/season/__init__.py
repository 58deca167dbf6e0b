"""A season simulated whole: a club, a league and evenings over weeks, on the server's code with a simulated clock."""
