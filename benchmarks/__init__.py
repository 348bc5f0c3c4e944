"""Benchmarks: `pytest benchmarks` runs them, `python benchmarks/table.py` prints them as a table."""
