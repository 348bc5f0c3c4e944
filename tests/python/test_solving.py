"""What a Solution answers: values, best moves, lines, positions, counts, packed values; how solving can be steered."""

from __future__ import annotations

import copy
import gc
import itertools
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from typing import Any

import pytest
from conftest import SOLVABLE, named

import spielkern as sk
from spielkern import reference
from spielkern.reference.solve import all_nim_positions, listed, reachable_positions
from spielkern.solving import to_bytes

Options = tuple[str, dict[str, Any]]

#: A second or two of work on one thread.
LONG = sk.MuTorere(26)


@pytest.fixture(scope="module", params=SOLVABLE, ids=named)
def solution(request: pytest.FixtureRequest) -> Any:
    game, options = request.param
    return sk.solve(sk.rules(game, **options))


def spread(items: Any, most: int = 2000) -> list[Any]:
    """No more than about `most` of the items, from first to last."""
    items = list(items)
    return items[:: max(1, len(items) // most)]


# ----------------------------------------------------------------------------------------------------------
# Values, best moves, lines


def after(solution: Any, position: Any, move: Any) -> tuple[str, int | None]:
    """What a move leads to, from the side of who makes it."""
    child = position.play(move)
    value = solution.value(child)
    if child.player == position.player:
        return value.result, value.remoteness
    return {"win": "loss", "loss": "win", "draw": "draw"}[value.result], value.remoteness


def test_best_moves_keep_the_value(solution: Any) -> None:
    for position in spread(solution.positions()):
        value = solution.value(position)
        best = solution.best_moves(position)
        assert value.proven
        if position.outcome is not None:
            assert best == ()
            assert value.remoteness == (None if position.outcome.winner is None else 0)  # a draw has none
            assert value.result == {position.player: "win", None: "draw"}.get(position.outcome.winner, "loss")
            continue
        wanted = (value.result, None if value.remoteness is None else value.remoteness - 1)
        assert best == tuple(move for move in position.moves() if after(solution, position, move) == wanted)
        assert best
        for move in position.moves():  # and nothing is better
            result, plies = after(solution, position, move)
            assert ["loss", "draw", "win"].index(result) <= ["loss", "draw", "win"].index(value.result)
            if result == value.result == "win":
                assert plies >= wanted[1]
            if result == value.result == "loss":
                assert plies <= wanted[1]


def test_lines_lead_to_what_was_promised(solution: Any) -> None:
    for position in spread(solution.positions(), 300):
        remoteness = solution.value(position).remoteness
        line = solution.line(position, max_plies=1000)
        met = [position]
        for move in line:
            assert move == solution.best_moves(met[-1])[0]
            met.append(met[-1].play(move))
        assert len(set(met)) == len(met)
        if remoteness is not None:
            assert len(line) == remoteness
            assert met[-1].outcome is not None
        assert solution.line(position, max_plies=2) == line[:2]
        assert solution.line(position, max_plies=0) == ()
    assert solution.line() == solution.line(solution.rules.start())


def test_values_are_few_objects() -> None:
    solution = sk.solve(sk.Nim())
    values = [solution.value(position) for position in solution.positions()]
    assert len({id(value) for value in values}) == len(set(values))


def test_positions_of_other_rules_are_refused() -> None:
    solution = sk.solve(sk.MuTorere())
    other = sk.MuTorere(10).start()
    for ask in (solution.value, solution.best_moves, solution.line):
        with pytest.raises(ValueError, match="ring=10"):
            ask(other)
    for nonsense in (sk.Nim().start(), "11112222/. 1", None, reference.MuTorere().start()):
        with pytest.raises(TypeError):
            solution.value(nonsense)
        with pytest.raises(TypeError):
            solution.best_moves(nonsense)
    for plies in (-1, 65537, 10**30):
        with pytest.raises(ValueError, match="max_plies"):
            solution.line(max_plies=plies)
    for plies in (1.0, "1", True):
        with pytest.raises(TypeError):
            solution.line(max_plies=plies)


# ----------------------------------------------------------------------------------------------------------
# All positions


def test_positions_by_value_and_remoteness(solution: Any) -> None:
    every = list(solution.positions())
    assert len(every) == len(set(every)) == solution.size
    values = {position: solution.value(position) for position in every}
    for result in sk.Result:
        found = list(solution.positions(result))
        assert found == [p for p in every if values[p].result == result]
        assert found == list(solution.positions(value=str(result)))
        assert len(found) == solution.counts[result]
    for plies in {0, 1, 2, 5, solution.max_remoteness or 0, 10**6}:
        found = list(solution.positions(remoteness=plies))
        assert found == [p for p in every if values[p].remoteness == plies]
        assert len(found) == solution.histogram.get(plies, 0)
        won = list(solution.positions("win", plies))
        assert won == [p for p in found if values[p].result == "win"]
        assert list(solution.positions("draw", plies)) == []


def test_reduced_positions_are_the_stored_ones(solution: Any) -> None:
    reduced = list(solution.positions(reduced=True))
    assert len(reduced) == len(set(reduced)) == solution.cells <= solution.size
    assert set(reduced) <= set(solution.positions())
    kinds = {(value.result, value.remoteness) for value in map(solution.value, reduced)}
    assert kinds == {(value.result, value.remoteness) for value in map(solution.value, solution.positions())}
    assert set(solution.positions("loss", 2, reduced=True)) == {
        p for p in reduced if (solution.value(p).result, solution.value(p).remoteness) == ("loss", 2)
    }


def test_counts_histogram_and_longest_wins_belong_together(solution: Any) -> None:
    counts, histogram = solution.counts, solution.histogram
    values = Counter(solution.value(position).result for position in solution.positions())
    assert counts == {"win": values["win"], "loss": values["loss"], "draw": values["draw"]}
    assert list(histogram) == sorted(histogram)
    assert sum(histogram.values()) == counts["win"] + counts["loss"]
    assert solution.max_remoteness == max(histogram, default=None)
    one_ending = (
        solution.rules.name != "dots-and-boxes"
    )  # the same result for the player on turn in every last position
    if not one_ending:
        assert solution.finished is None
    elif histogram:
        assert solution.finished == ("win" if solution.rules.options.get("misere") else "loss")
        assert counts[solution.finished] == sum(number for plies, number in histogram.items() if plies % 2 == 0)
    else:
        assert counts["draw"] == solution.size  # no position is finished
    wins = {solution.value(position).remoteness for position in solution.positions("win")}
    longest = list(solution.longest_wins())
    assert longest == (list(solution.positions("win", max(wins))) if wins else [])
    assert bool(longest) == bool(list(solution.longest_wins(reduced=True))) == bool(counts["win"])
    counts["win"] = histogram[0] = -1  # what was given away is the caller's own
    assert solution.counts["win"] == values["win"]
    assert solution.histogram.get(0) != -1


def test_reachable_counts(solution: Any) -> None:
    rules = solution.rules
    if solution.size > 10_000:
        pytest.skip("the reference is slow")
    reachable = reachable_positions(reference.rules(rules.name, **rules.options))
    values = Counter(solution.value(rules.position(str(position))).result for position in reachable)
    assert solution.reachable_counts == {result: values[result] for result in ("win", "loss", "draw")}
    assert solution.count_reachable() == solution.reachable_counts


def test_wrong_filters_are_refused_at_once() -> None:
    solution = sk.solve(sk.Nim())
    for value in ("", "WIN", "won", "win "):
        with pytest.raises(ValueError, match="'win', 'loss' or 'draw'"):
            solution.positions(value)
    for remoteness in (-1, 2**32, 10**30):
        with pytest.raises(ValueError, match="remoteness"):
            solution.positions(remoteness=remoteness)
    for arguments in ((1,), (b"win",), ("win", 1.0), ("win", "1"), ("win", True), ("win", 1, "yes")):
        with pytest.raises(TypeError):
            solution.positions(*arguments)


def test_positions_are_found_while_iterating() -> None:
    solution = sk.solve(sk.MuTorere(20))  # 7,759,752 positions
    assert len(list(itertools.islice(solution.positions(), 1000))) == 1000
    assert next(solution.longest_wins(reduced=True)).player in (1, 2)


def test_counts_are_not_part_of_solving() -> None:
    phases: list[str] = []
    solution = sk.solve(LONG, progress=lambda progress: phases.append(progress.phase), threads=1)
    assert phases
    assert not any("result" in phase or "reach" in phase for phase in phases)
    assert solution.size == 561_632_400
    assert "561632400 positions" in repr(solution)
    assert solution.value(LONG.start()).result == "draw"


def test_many_threads_may_ask_at_once() -> None:
    solution = sk.solve(sk.Nim((9, 9, 9)))
    every = list(solution.positions())
    answers: list[Any] = []

    def ask() -> None:
        values = [str(solution.value(position)) for position in every]
        answers.append((values, [solution.grundy(position) for position in every], list(solution.positions())))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 8
    assert all(answer == answers[0] for answer in answers)
    assert answers[0][2] == every


# ----------------------------------------------------------------------------------------------------------
# Packed values


def decoded(solution: Any, code: int) -> tuple[str, int | None]:
    """A stored number as the documentation of `packed` has it."""
    if code == 0:
        return "draw", None
    if solution.finished is None:
        return ("win" if (code - 1) % 2 else "loss"), (code - 1) // 2
    other = {"win": "loss", "loss": "win"}[solution.finished]
    return (other if (code - 1) % 2 else solution.finished), code - 1


def test_packed_values_are_the_values(solution: Any) -> None:
    packed = solution.packed
    assert packed.shape == (solution.cells,)
    assert packed.dtype in ("uint8", "uint16", "uint32")
    for code, position in zip(packed.tolist(), solution.positions(reduced=True), strict=True):
        value = solution.value(position)
        assert (value.result, value.remoteness) == decoded(solution, code)


def test_packed_values_are_no_copy_and_cannot_be_written() -> None:
    np = pytest.importorskip("numpy")
    solution = sk.solve(sk.MuTorere(20))
    packed = solution.packed
    assert np.shares_memory(packed, solution.packed)
    assert not packed.flags.writeable
    assert not packed.flags.owndata
    with pytest.raises(ValueError, match="read-only"):
        packed[0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        packed.flags.writeable = True
    before = packed.tobytes()
    del solution
    gc.collect()
    sk.solve(sk.MuTorere(20, "none"))  # would take the memory if it were free
    assert packed.tobytes() == before


def test_wide_values() -> None:
    solution = sk.solve(sk.Nim((300, 300)))
    assert solution.packed.dtype == "uint16"
    assert solution.max_remoteness == 600
    assert solution.verify() == 301 * 301


@pytest.mark.parametrize(
    "rules",
    [
        sk.MuTorere(18),
        sk.MuTorere(20, "none"),
        sk.MuTorere(12, "opening", 9),
        sk.Nim((60, 60, 60)),
        sk.Nim((200, 200), misere=True),
    ],
    ids=str,
)
def test_the_result_does_not_depend_on_the_threads(rules: sk.Rules) -> None:
    one = sk.solve(rules, threads=1).packed.tobytes()
    for threads in range(2, 9):
        assert sk.solve(rules, threads=threads).packed.tobytes() == one
    assert sk.solve(rules).packed.tobytes() == one


# ----------------------------------------------------------------------------------------------------------
# Grundy values


def misere_grundy(rules: Any) -> dict[Any, int]:
    """Like the reference's, but a finished position counts 1."""
    values: dict[Any, int] = {}
    for position in all_nim_positions(rules):
        taken = {values[listed(position.after(move))] for move in position.moves()}
        values[position] = next(n for n in itertools.count() if n not in taken) if taken else 1
    return values


@pytest.mark.parametrize("heaps", [(1,), (9,), (3, 4, 5), (2, 2, 2, 2), (1, 7, 2), (12, 9)], ids=str)
def test_grundy_values(heaps: tuple[int, ...]) -> None:
    solution = sk.solve(sk.Nim(heaps))
    expected = reference.solve.grundy_values(reference.Nim(heaps))
    for position in solution.positions():
        grundy = solution.grundy(position)
        assert grundy == expected[listed(reference.Nim(heaps).position(str(position)))]
        assert (grundy == 0) == (solution.value(position).result == "loss")
        nim_sum = 0
        for size in position.heaps:
            nim_sum ^= size
        assert grundy == nim_sum


@pytest.mark.parametrize("heaps", [(1,), (9,), (3, 4, 5), (2, 2, 2, 2), (1, 7, 2)], ids=str)
def test_misere_grundy_values(heaps: tuple[int, ...]) -> None:
    solution = sk.solve(sk.Nim(heaps, misere=True))
    rules = reference.Nim(heaps, misere=True)
    expected = misere_grundy(rules)
    for position in solution.positions():
        assert solution.grundy(position) == expected[listed(rules.position(str(position)))]
        assert (solution.grundy(position) == 0) == (solution.value(position).result == "loss")


def test_no_grundy_values_where_there_are_none() -> None:
    solution = sk.solve(sk.MuTorere())
    with pytest.raises(sk.RulesError, match="Grundy"):
        solution.grundy(solution.rules.start())
    tight = sk.solve(sk.Nim((50, 50)), memory="4K")
    with pytest.raises(sk.MemoryLimitError, match="Grundy"):
        tight.grundy(tight.rules.start())


# ----------------------------------------------------------------------------------------------------------
# Verification


def test_verify_counts_every_stored_value(solution: Any) -> None:
    assert solution.verify() == solution.cells
    assert solution.verify(threads=3) == solution.cells


def test_verify_can_be_watched_and_stopped() -> None:
    solution = sk.solve(LONG)
    seen: list[sk.Progress] = []
    assert solution.verify(threads=1, progress=seen.append) == solution.cells
    assert {progress.phase for progress in seen} == {"verifying"}
    assert all(progress.total == solution.cells for progress in seen)
    with pytest.raises(ZeroDivisionError):
        solution.verify(progress=lambda progress: 1 // 0)
    for threads in (0, -1, 1025, True, "2", 1.0):
        with pytest.raises(ValueError, match="threads"):
            solution.verify(threads=threads)


# ----------------------------------------------------------------------------------------------------------
# Memory, threads and other arguments


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (0, 0),
        (12345, 12345),
        (2**63 - 1, 2**63 - 1),
        ("0", 0),
        ("1000", 1000),
        ("1K", 1024),
        ("1k", 1024),
        ("2KB", 2048),
        ("2 KiB", 2048),
        ("512M", 512 * 2**20),
        ("4G", 4 * 2**30),
        ("1.5G", 3 * 2**29),
        (" 4g ", 4 * 2**30),
        ("1T", 2**40),
        ("999999999999999T", 2**63 - 1),
    ],
    ids=str,
)
def test_memory_as_text(text: int | str, number: int) -> None:
    assert to_bytes(text) == number


@pytest.mark.parametrize(
    "memory",
    ["", "G", "much", "4 X", "4GG", "-1", "1e9", "0x10", "1,5G", "٤G", "4G\0", -1, 2**63, 1.5, True, b"4G", [4]],
    ids=repr,
)
def test_wrong_memory(memory: Any) -> None:
    with pytest.raises(sk.RulesError, match="memory must be"):
        sk.solve(sk.Nim(), memory=memory)


def test_too_little_memory_is_refused_before_any_work() -> None:
    for rules in (sk.MuTorere(36), sk.Nim((2**20, 2**20, 2**20)), sk.Nim((2**62,))):
        with pytest.raises(sk.MemoryLimitError, match=r"solving [\d,]+ positions needs .* of memory, allowed are"):
            sk.solve(rules, memory="1G")
    with pytest.raises(MemoryError):
        sk.solve(sk.Nim(), memory=0)
    assert sk.solve(sk.Nim(), memory="1M").size == 120
    solution = sk.solve(sk.MuTorere(24), memory="8M")  # enough for that, but not for a bit a position of the full board
    with pytest.raises(sk.MemoryLimitError, match="reachable"):
        _ = solution.reachable_counts


def test_values_that_turn_out_wide_keep_the_limit() -> None:
    with pytest.raises(sk.MemoryLimitError):
        sk.solve(sk.Nim((1000, 1000)), memory="1M")  # 1,002,001 values of 2 bytes


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit of the address space")
def test_more_threads_than_the_system_gives() -> None:
    code = """
import resource
import spielkern as sk
resource.setrlimit(resource.RLIMIT_AS, (2 * 2**30, 2 * 2**30))
for _ in range(2):
    try:
        assert sk.solve(sk.MuTorere(22), threads=1024, memory="1G").cells == 737498
    except (OSError, MemoryError, RuntimeError):
        pass
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_wrong_arguments() -> None:
    for rules in (None, "nim", sk.Nim, reference.Nim(), sk.Nim().start()):
        with pytest.raises(TypeError, match="rules must be"):
            sk.solve(rules)  # type: ignore[arg-type]
    for threads in (0, -1, 1025, True, "2", 1.0):
        with pytest.raises(ValueError, match="threads"):
            sk.solve(sk.Nim(), threads=threads)  # type: ignore[arg-type]
    for seconds in (-1, 1e10, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="checkpoint_seconds"):
            sk.solve(sk.Nim(), checkpoint_seconds=seconds)
    for nonsense in ("1", None, True):
        with pytest.raises(TypeError, match="checkpoint_seconds"):
            sk.solve(sk.Nim(), checkpoint_seconds=nonsense)  # type: ignore[arg-type]
    for progress in (1, "yes", 0.5):
        with pytest.raises(TypeError, match="progress must be"):
            sk.solve(sk.Nim(), progress=progress)  # type: ignore[arg-type]
    for work in (5, 1.0, ["folder"]):
        with pytest.raises(TypeError):
            sk.solve(sk.Nim(), work=work)  # type: ignore[call-overload, arg-type]
    for work in ("", "a\0b", "\ud800"):
        with pytest.raises(sk.TableError, match="no name of a file"):
            sk.solve(sk.Nim(), work=work)


def test_solutions_are_not_pickled() -> None:
    solution = sk.solve(sk.Nim())
    for take in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError, match="cannot pickle"):
            take(solution)
    assert copy.copy(solution).value(sk.Nim().start()) == solution.value(sk.Nim().start())


# ----------------------------------------------------------------------------------------------------------
# Progress and stopping


def check_reports(seen: list[sk.Progress]) -> None:
    assert seen
    for before, now in itertools.pairwise(seen):
        assert now.seconds > before.seconds
        if now.phase == before.phase:
            assert now.done >= before.done
            assert now.layer >= before.layer
            assert now.total == before.total
    for progress in seen:
        assert 0 <= progress.phase_seconds <= progress.seconds
        assert 0 <= progress.done <= progress.total
        assert isinstance(progress.phase, str)
        if progress.done and progress.phase_seconds:
            assert progress.rate is not None
            assert progress.rate > 0
            assert progress.seconds_left is not None
            assert progress.seconds_left >= 0


@pytest.mark.parametrize("threads", [1, 2])
def test_progress(threads: int) -> None:
    seen: list[sk.Progress] = []
    begin = time.perf_counter()
    sk.solve(LONG, progress=seen.append, threads=threads)
    seconds = time.perf_counter() - begin
    check_reports(seen)
    assert len(seen) <= seconds / 0.016 + 2, "at most fifty times a second"
    assert len({progress.phase for progress in seen}) >= 2
    assert seen[-1].layer > 1
    assert seen[-1].seconds <= seconds


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt, sk.Cancelled, SystemExit])
@pytest.mark.parametrize("threads", [1, 4])
def test_what_progress_raises_comes_out(error: type[BaseException], threads: int) -> None:
    raised = error("enough")

    def stop(progress: sk.Progress) -> None:
        if progress.layer > 0:
            raise raised

    with pytest.raises(error) as caught:
        sk.solve(LONG, progress=stop, threads=threads)
    assert caught.value is raised


def test_other_python_threads_go_on_meanwhile() -> None:
    ended = threading.Event()

    def work() -> None:
        sk.solve(LONG, threads=1)
        ended.set()

    worker = threading.Thread(target=work)
    worker.start()
    ticks = 0
    while not ended.wait(0.005):
        ticks += 1
    worker.join()
    assert ticks > 3, "the lock of the interpreter is let go"


SOLVE_UNTIL_CTRL_C = """
import sys
import spielkern as sk
rules = sk.MuTorere(30)
print("begin", flush=True)
try:
    sk.solve(rules, threads=int(sys.argv[1]), memory="1G")
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(("threads", "delay"), [("1", 0.2), ("2", 0.8), ("1", 1.6)])
def test_ctrl_c_ends_a_long_solve(threads: str, delay: float) -> None:
    arguments = [sys.executable, "-c", SOLVE_UNTIL_CTRL_C, threads]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        while running.stdout.readline() != "begin\n":  # an editable install may have things to say first
            assert running.poll() is None
        time.sleep(delay)
        running.send_signal(signal.SIGINT)
        answer = running.stdout.read()
    assert running.returncode == 0
    assert answer == "interrupted\n"
