"""What many matches show of a game."""

from interpreter.analysis.results import GameResult, Results, Spread, wilson, write_csv
from interpreter.analysis.simulate import derived_seed, simulate

__all__ = ["GameResult", "Results", "Spread", "derived_seed", "simulate", "wilson", "write_csv"]
