"""What the commands that play many matches have in common, and how they tell what came of it."""
