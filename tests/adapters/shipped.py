"""The games that are shipped, with their overlays, for each number of players."""

from tests.engine.found import ROOT, TABLES

SHIPPED = tuple(table for table in TABLES if table[0].startswith(str(ROOT / "games")))
