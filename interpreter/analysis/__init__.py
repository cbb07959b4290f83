"""What many matches show of a game."""

from typing import TYPE_CHECKING

from interpreter.lazy import lazily

if TYPE_CHECKING:
    from interpreter.analysis.compare import Shift, moved, shifts
    from interpreter.analysis.contest import Standings, arena
    from interpreter.analysis.details import Details
    from interpreter.analysis.rating import Rating, Record, ratings
    from interpreter.analysis.results import GameResult, Results, Spread, Tally, wilson
    from interpreter.analysis.simulation import agents_of, simulate, simulate_together
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

__getattr__ = lazily(
    __name__,
    {
        "Details": "details",
        "GameResult": "results",
        "Rating": "rating",
        "Record": "rating",
        "Results": "results",
        "Shift": "compare",
        "Spread": "results",
        "Standings": "contest",
        "Tally": "results",
        "agents_of": "simulation",
        "arena": "contest",
        "moved": "compare",
        "open_table": "tables",
        "ratings": "rating",
        "run_name": "tables",
        "shifts": "compare",
        "simulate": "simulation",
        "simulate_together": "simulation",
        "wilson": "results",
    },
)
