"""What many matches show of a game."""

from interpreter.analysis.arena import Standings, arena
from interpreter.analysis.compare import Shift, moved, shifts
from interpreter.analysis.details import Details
from interpreter.analysis.ratings import Rating, Record, ratings
from interpreter.analysis.results import GameResult, Results, Spread, Tally, wilson
from interpreter.analysis.simulate import agents_of, simulate, simulate_together
from interpreter.analysis.tables import open_table, run_name

__all__ = [
    "Details",
    "GameResult",
    "Rating",
    "Record",
    "Results",
    "Shift",
    "Spread",
    "Standings",
    "Tally",
    "agents_of",
    "arena",
    "moved",
    "open_table",
    "ratings",
    "run_name",
    "shifts",
    "simulate",
    "simulate_together",
    "wilson",
]
