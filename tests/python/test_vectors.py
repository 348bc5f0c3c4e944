"""Counts and values computed by programs independent of this project."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import vectors

import spielkern as sk
from spielkern.reference import MuTorere as PlainMuTorere
from spielkern.reference.solve import symmetric_images

RINGS: dict[str, Any] = vectors("mu-torere.json")["rings"]
OPENINGS: list[dict[str, Any]] = vectors("mu-torere.json")["ring_8_opening_plies"]
NIM: list[dict[str, Any]] = vectors("nim.json")["boards"]
RESULTS = {"W": "win", "L": "loss", "D": "draw"}


def counts(expected: dict[str, Any]) -> dict[str, int]:
    return {"win": expected["win"], "loss": expected["lose"], "draw": expected["draw"]}


@pytest.mark.parametrize("entry", ["always", "none"])
@pytest.mark.parametrize("ring", [int(ring) for ring in RINGS])
def test_mu_torere(ring: int, entry: str) -> None:
    expected = RINGS[str(ring)][entry]
    rules = sk.MuTorere(ring, entry)
    solution = sk.solve(rules)
    start = solution.value(rules.start())
    assert (start.result, start.remoteness) == (RESULTS[expected["start"]], expected["start_remoteness"])
    everything, reachable = expected["all"], expected["reachable"]
    assert solution.size == everything["states"]
    assert solution.counts == counts(everything)
    assert solution.max_remoteness == everything["max_remoteness"]
    assert solution.histogram == {int(k): n for k, n in everything["remoteness_histogram"].items()}
    assert solution.histogram.get(0, 0) == everything["terminal"]
    assert solution.reachable_counts == counts(reachable)


@pytest.mark.parametrize("entry", ["always", "none"])
@pytest.mark.parametrize("ring", [int(ring) for ring in RINGS if RINGS[ring]["always"]["symmetry_classes_all"]][:4])
def test_mu_torere_symmetry_classes(ring: int, entry: str) -> None:
    expected = RINGS[str(ring)][entry]["symmetry_classes_all"]
    rules, plain = sk.MuTorere(ring, entry), PlainMuTorere(ring, entry)
    solution = sk.solve(rules)
    found = {"win": 0, "loss": 0, "draw": 0}
    seen: set[str] = set()
    for position in solution.positions():
        if str(position) in seen:
            continue
        seen |= {str(image) for image in symmetric_images(plain.position(str(position)))}
        result = solution.value(position).result
        assert result is not None
        found[result] += 1
    assert found == counts(expected)
    assert sum(found.values()) == expected["orbits"]


@pytest.mark.parametrize("expected", OPENINGS, ids=lambda e: str(e["opening_plies"]))
def test_mu_torere_opening(expected: dict[str, Any]) -> None:
    rules = sk.MuTorere(8, "opening", expected["opening_plies"])
    solution = sk.solve(rules)
    start = solution.value(rules.start())
    assert (start.result, start.remoteness) == (RESULTS[expected["start"]], expected["start_remoteness"])
    assert solution.reachable_counts == counts(expected)
    assert sum(solution.reachable_counts.values()) == expected["reachable"]


@pytest.mark.parametrize("board", NIM, ids=lambda b: f"{b['heaps']}x{b['max']}{' misere' if b['misere'] else ''}")
def test_nim(board: dict[str, Any]) -> None:
    rules = sk.Nim((board["max"],) * board["heaps"], board["misere"])
    solution = sk.solve(rules)
    assert solution.size == board["states"]
    assert solution.counts == {"win": board["N"], "loss": board["P"], "draw": 0}
    assert solution.max_remoteness == board["max_remoteness"]
    value = solution.value(rules.start())
    assert [value.result == "win", value.remoteness] == board["full"]
    by_max = [0] * (board["max"] + 1)
    for position in solution.positions(value="loss"):
        by_max[max(position.heaps)] += 1  # type: ignore[attr-defined]
    assert by_max == board["P_by_max"]


def test_three_four_five_is_won_by_one_move_only() -> None:
    rules = sk.Nim()
    solution = sk.solve(rules)
    assert solution.value(rules.start()).result == sk.Result.WIN
    assert [str(move) for move in solution.best_moves(rules.start())] == ["1:2"]
