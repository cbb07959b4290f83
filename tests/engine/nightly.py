"""Many matches on both engines, held side by side: `python -m tests.engine.nightly --games 100000`.

The matches are shared out between all games, overlays, toys and numbers of players, each machine code compiled as it
is for use. Every match is compared when it is over, and every seventh is played again and compared after every
decision. Ends with 1 at the first difference.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from tests.engine.found import TABLES, name_of
from tests.engine.natives import native_of, played_in_python, side_by_side

STEPWISE = 7


def main() -> int:
    """Plays, and says how far it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="how many matches in all (default: 100000)")
    parser.add_argument("--seed", type=int, default=0, help="where the seeds begin (default: 0)")
    parser.add_argument("--only", default="", help="only tables whose names begin so")
    arguments = parser.parse_args()
    tables = [table for table in TABLES if name_of(table).startswith(arguments.only)]
    each = -(-arguments.games // len(tables))
    seeds = range(arguments.seed, arguments.seed + each)
    for table in tables:
        begun = time.perf_counter()
        native = native_of(table, None)
        for seed, found in zip(seeds, native.play_matches(seeds), strict=True):
            if found != played_in_python(native.program, seed):
                print(f"{name_of(table)}: seed {seed} ends differently")
                return 1
            if seed % STEPWISE == 0:
                side_by_side(native, seed, random.Random(seed).randrange)
        print(f"{name_of(table)}: {each} matches alike in {time.perf_counter() - begun:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
