"""Rules, positions, solutions, tables and batches in many threads and processes at once, with the answers of one alone.

SPIELKERN_STRESS_SECONDS says for how long; a moment without it.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import pickle
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import spielkern as sk

SECONDS = float(os.environ.get("SPIELKERN_STRESS_SECONDS", "1"))
THREADS = 8

Work = Callable[[], Any]

RULES: list[sk.Rules] = [sk.Nim(), sk.MuTorere(), sk.DotsAndBoxes(3, 3), sk.Ten(4), sk.Crazy10s(7)]


def start_of(rules: Any) -> Any:
    return rules.start(seed=5) if rules.chance else rules.start()


def walk(rules: Any) -> str:
    """All that is asked of a game on a walk through it, as one number."""
    digest = hashlib.sha256()
    position = start_of(rules)
    for ply in range(12):
        moves = position.moves()
        if not moves:
            break
        move = moves[ply * 7919 % len(moves)]
        digest.update(f"{position} {len(moves)} {move} {position.key} {position.returns}".encode())
        digest.update(position.observation().tobytes())
        if not rules.chance:
            digest.update(position.action_mask().tobytes())
            digest.update(str(rules.perft(position, 2)).encode())
        assert rules.position(str(position)) == position
        assert pickle.loads(pickle.dumps(position)) == position
        position = position.play(move)
    return digest.hexdigest()


def values(solution: Any, positions: list[Any]) -> list[Any]:
    return [(solution.value(position), solution.best_moves(position)) for position in positions]


def batch_steps(rules: Any) -> bytes:
    batch = rules.batch(8, seed=2, threads=2)
    for _ in range(5):
        batch.step(batch.random_actions())
    return batch.observations.tobytes() + batch.masks.tobytes()


@pytest.fixture(scope="module")
def works(tmp_path_factory: pytest.TempPathFactory) -> list[Work]:
    path = tmp_path_factory.mktemp("shared") / "torere.table"
    solution = sk.solve(sk.MuTorere())
    solution.save(path)
    mapped = sk.open_table(path)
    nets = sk.solve(sk.DotsAndBoxes(2, 2))
    positions = list(solution.positions("loss", 2))[:20]
    boxes = [sk.DotsAndBoxes(2, 2).start().play(move) for move in sk.DotsAndBoxes(2, 2).start().moves()]
    match = sk.Match(sk.MuTorere())
    works: list[Work] = []
    for rules in RULES:
        works += [lambda rules=rules: walk(rules), lambda rules=rules: batch_steps(rules)]
    works += [
        lambda: values(solution, positions),
        lambda: values(mapped, positions),
        lambda: values(nets, boxes),
        lambda: sk.DotsAndBoxes(3, 3).playouts(200, seed=3),
        lambda: sk.analyse(sk.Ten().position("S/../.S./..../..S.S/dd.. 1 2")).value,
        match.to_json,
    ]
    return works


def test_threads_get_the_answers_of_one_alone(works: list[Work]) -> None:
    alone = [work() for work in works]
    until = time.monotonic() + SECONDS
    wrong: list[Any] = []
    done = [0] * THREADS

    def run(first: int) -> None:
        i = first
        while time.monotonic() < until or done[first] < len(works):
            which = i % len(works)
            answer = works[which]()
            if answer != alone[which]:
                wrong.append((which, answer))
            done[first] += 1
            i += 1

    threads = [threading.Thread(target=run, args=(first,)) for first in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert min(done) >= len(works)


def test_threads_take_turns_with_one_batch() -> None:
    rules = sk.MuTorere()
    batch = rules.batch(500, seed=4)
    steps = 200
    refused = []

    def run() -> None:
        for _ in range(steps // 4):
            try:
                batch.step(batch.random_actions().copy())
            except sk.IllegalMove:  # another thread played between the question and the answer
                refused.append(1)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) < steps
    for i in range(500):
        assert str(rules.position(str(batch.position(i)))) == str(batch.position(i))


def in_a_process(position: Any, path: str) -> tuple[str, Any, Any]:
    solution: Any = sk.open_table(path)
    return walk(position.rules), position.moves(), solution.value(sk.MuTorere().start())


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_get_the_answers_of_one_alone(method: str, tmp_path: Path) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"there is no {method} here")
    path = tmp_path / "torere.table"
    solution = sk.solve(sk.MuTorere(), threads=2)
    solution.save(path)
    alone = [(walk(rules), start_of(rules).moves(), solution.value(sk.MuTorere().start())) for rules in RULES]
    until = time.monotonic() + SECONDS
    rounds = 0
    with ProcessPoolExecutor(4, multiprocessing.get_context(method)) as processes:
        while rounds == 0 or time.monotonic() < until:
            asked = [processes.submit(in_a_process, start_of(rules), str(path)) for rules in RULES * 2]
            assert [answer.result(timeout=120) for answer in asked] == alone * 2
            rounds += 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_goes_on_with_everything() -> None:
    solution: Any = sk.solve(sk.MuTorere(), threads=2)
    batch = sk.DotsAndBoxes(3, 3).batch(5000, seed=1, threads=4)
    batch.step(batch.random_actions())
    child = os.fork()
    if child == 0:
        try:
            batch.step(batch.random_actions())
            good = str(solution.value(sk.MuTorere().start())) == "draw"
            good = good and sk.DotsAndBoxes(3, 3).playouts(100, seed=1).plies == 2400
            os._exit(0 if good else 1)
        finally:
            os._exit(2)
    batch.step(batch.random_actions())
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
