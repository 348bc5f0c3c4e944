"""Exhaustive solving: the value of every position of a game, in memory and in table files."""

from __future__ import annotations

from spielkern.solving.memory import to_bytes
from spielkern.solving.nets import NetSolution
from spielkern.solving.solution import Solution, solve
from spielkern.solving.tables import TableInfo, open_table, table_info

__all__ = ["NetSolution", "Solution", "TableInfo", "open_table", "solve", "table_info", "to_bytes"]
