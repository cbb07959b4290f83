"""The slots that every state begins with."""

PENDING = 0  # the number of the site at which somebody decides; 0: the game is over
GENERATOR = 1  # the random generator's 64 bits
ME = 2  # the player who acts
