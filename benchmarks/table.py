"""Prints the benchmarks as the table of the README.

python benchmarks/table.py                  run the benchmarks, with every tier that is installed
python benchmarks/table.py --runs 3         the same three times over: each time is the best of all
python benchmarks/table.py one.json ...     no run: what `pytest benchmarks --benchmark-json=one.json` wrote
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

NOTES = """\
Best times; in brackets how many times faster than pure Python; last, how many times faster than OpenSpiel the core is.
Cython is the pure Python compiled as it stands; both solve by brute force. OpenSpiel has no Mū Tōrere and no perft: for
this it is a loop in Python over `legal_actions`, `apply_action` and `undo_action`. Its random games are its own in C++
(`RandomRolloutEvaluator`)."""

#: Row of the table -> tier -> seconds.
Times = dict[str, dict[str, float]]


def run_benchmarks(file: Path) -> None:
    command = [sys.executable, "-m", "pytest", str(Path(__file__).parent), "-q", f"--benchmark-json={file}"]
    done = subprocess.run(command, stdout=sys.stderr, check=False)
    if done.returncode != 0:
        raise SystemExit(done.returncode)


def best_times(reports: list[dict[str, Any]]) -> Times:
    times: Times = {}
    for report in reports:
        for benchmark in report["benchmarks"]:
            row = times.setdefault(benchmark["group"], {})
            extra = benchmark["extra_info"]
            seconds = benchmark["stats"]["min"] / extra["calls"]
            row[extra["tier"]] = min(seconds, row.get(extra["tier"], seconds))
    return times


def shown_time(seconds: float) -> str:
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def shown_ratio(slow: float | None, fast: float | None) -> str:
    if slow is None or fast is None:
        return ""
    ratio = slow / fast
    return f"{ratio:,.0f}×" if ratio >= 10 else f"{ratio:.1f}×"


def table(times: Times) -> str:
    tiers = list(dict.fromkeys(tier for by_tier in times.values() for tier in by_tier))
    lines = [["", *tiers, "core : OpenSpiel"], ["---", *["--:" for _ in tiers], "--:"]]
    for row, by_tier in times.items():
        cells = []
        for tier in tiers:
            seconds = by_tier.get(tier)
            cell = "" if seconds is None else shown_time(seconds)
            ratio = "" if tier == "pure Python" else shown_ratio(by_tier.get("pure Python"), seconds)
            cells.append(f"{cell} ({ratio})" if ratio else cell)
        lines.append([row, *cells, shown_ratio(by_tier.get("OpenSpiel"), by_tier.get("core"))])
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def machine(info: dict[str, Any]) -> str:
    cpu = info["cpu"].get("brand_raw", info["machine"])
    return f"{cpu}, {info['system']}, {info['python_implementation']} {info['python_version']}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Print the benchmarks as the table of the README.")
    parser.add_argument("reports", nargs="*", type=Path, help="JSON files of pytest-benchmark; none: run it")
    parser.add_argument("--runs", type=int, default=1, help="how often to run the benchmarks (default: 1)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        files: list[Path] = arguments.reports
        if not files:
            files = [Path(scratch) / f"{run}.json" for run in range(arguments.runs)]
            for file in files:
                run_benchmarks(file)
        reports = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    print(table(best_times(reports)), NOTES, machine(reports[0]["machine_info"]), sep="\n\n")


if __name__ == "__main__":
    main()
