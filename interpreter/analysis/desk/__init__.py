"""The translator's desk: what each message of a game's catalogues stands for, and whether its texts still say it."""
