# cython: language_level=3
"""Counts sequences of plies in all five games at the speed of C++: no Python object is touched on the way."""

from libc.stdint cimport uint32_t, uint64_t
from libcpp.vector cimport vector

from spielkern cimport Control, Rng, crazy10s, dots_and_boxes, mu_torere, nim, ten


def perft(rules, uint32_t depth):
    """The number of sequences of exactly `depth` plies from the start under `rules`, any of spielkern's."""
    return COUNTERS[rules.name](str(rules).encode(), depth)  # the text of rules is the same in Python, C++ and C


# A recursion of one's own: list the moves, play each.

def perft_ten(bytes text, uint32_t depth):
    cdef ten.Rules rules = ten.Rules(text)
    cdef uint64_t count
    with nogil:
        count = count_ten(rules, ten.start(rules), depth)
    return count


cdef uint64_t count_ten(const ten.Rules& rules, const ten.Position& position, uint32_t depth) except? -1 nogil:
    cdef vector[ten.Move] moves
    cdef uint64_t count = 0
    cdef size_t i
    if depth == 0:
        return 1
    ten.list_moves(rules, position, moves)
    for i in range(moves.size()):
        count += count_ten(rules, ten.play(rules, position, moves[i]), depth - 1)
    return count


def perft_mu_torere(bytes text, uint32_t depth):
    cdef mu_torere.Rules rules = mu_torere.Rules(text)
    cdef uint64_t count
    with nogil:
        count = count_mu_torere(rules, mu_torere.start(rules), depth)
    return count


cdef uint64_t count_mu_torere(
    const mu_torere.Rules& rules, const mu_torere.Position& position, uint32_t depth
) except? -1 nogil:
    cdef vector[mu_torere.Move] moves
    cdef uint64_t count = 0
    cdef size_t i
    if depth == 0:
        return 1
    mu_torere.list_moves(rules, position, moves)
    for i in range(moves.size()):
        count += count_mu_torere(rules, mu_torere.play(rules, position, moves[i]), depth - 1)
    return count


# Moves can be made by hand too, where one knows which are legal.

def perft_nim(bytes text, uint32_t depth):
    cdef nim.Rules rules = nim.Rules(text)
    cdef uint64_t count
    with nogil:
        count = count_nim(rules, nim.start(rules), depth)
    return count


cdef uint64_t count_nim(const nim.Rules& rules, const nim.Position& position, uint32_t depth) noexcept nogil:
    cdef nim.Move move
    cdef uint64_t count = 0
    cdef uint64_t taken
    cdef size_t heap
    if depth == 0:
        return 1
    for heap in range(rules.heaps()):
        move.heap = heap
        for taken in range(1, rules.heap(position, heap) + 1):
            move.count = taken
            count += count_nim(rules, nim.play(rules, position, move), depth - 1)
    return count


# Or the core counts, which asks a Control whether to go on.

def perft_dots_and_boxes(bytes text, uint32_t depth):
    cdef dots_and_boxes.Rules rules = dots_and_boxes.Rules(text)
    cdef Control control
    cdef uint64_t count
    with nogil:
        count = dots_and_boxes.perft(rules, dots_and_boxes.start(rules), depth, control)
    return count


# Chance deals, so that a generator of random numbers is wanted; and what follows a ply cannot be counted.

def perft_crazy10s(bytes text, uint32_t depth):
    cdef crazy10s.Rules rules = crazy10s.Rules(text)
    cdef Rng rng = Rng(1)
    cdef Control control
    cdef uint64_t count
    with nogil:
        count = crazy10s.perft(rules, crazy10s.start(rules, rng), depth, control)
    return count


COUNTERS = {
    "ten": perft_ten,
    "mu-torere": perft_mu_torere,
    "nim": perft_nim,
    "dots-and-boxes": perft_dots_and_boxes,
    "crazy10s": perft_crazy10s,
}
