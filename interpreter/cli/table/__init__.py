"""A match at the terminal: what lies on the table, what can be done, and the talk about it."""
