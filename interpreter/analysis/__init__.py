"""What many matches show of a game."""

from interpreter.analysis.details import Details
from interpreter.analysis.results import GameResult, Results, Spread, Tally, wilson
from interpreter.analysis.simulate import agents_of, derived_seed, simulate
from interpreter.analysis.tables import open_table, run_name

__all__ = [
    "Details",
    "GameResult",
    "Results",
    "Spread",
    "Tally",
    "agents_of",
    "derived_seed",
    "open_table",
    "run_name",
    "simulate",
    "wilson",
]
