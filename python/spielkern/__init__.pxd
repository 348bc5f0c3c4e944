# What all games share, for Cython programs in C++ mode. The games are modules beside it:
#
#     # distutils: language = c++
#     from spielkern cimport Control, ten
#
#     cdef ten.Rules rules = ten.Rules(b"ten stones=10")    # the text that str() of Python's rules gives
#     cdef Control control
#     ten.perft(rules, ten.start(rules), 6, control)
#
# Compile with C++20 and spielkern.get_include() as include path. Nothing is linked, and no Python object is touched: all
# functions may be called without the GIL. What they refuse is a ValueError with the words that Python has too.
# The headers, spielkern/core/game.hpp above all, say what each function does and which PRECONDITION it has: `play` takes
# legal moves only; `check_legal` refuses others.

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp.string_view cimport string_view

cdef extern from "spielkern/cython.hpp" namespace "spielkern" nogil:
    ctypedef uint8_t Player  # 1 or 2; 0: nobody

    cdef cppclass Outcome:
        Player winner  # 0: a draw
        string_view reason

cdef extern from "spielkern/core/control.hpp" namespace "spielkern" nogil:
    # The caller's hold on long work; one made without arguments lets it run to its end.
    cdef cppclass Control:
        Control()

cdef extern from "spielkern/cython.hpp" nogil:
    # The same numbers for a seed on every platform.
    cdef cppclass Rng "spielkern::cython::Rng":
        Rng()
        Rng(uint64_t seed)
        uint64_t next()
        uint64_t below(uint64_t n)  # 0 .. n - 1; n >= 1

cdef extern from "spielkern/core/playout.hpp" namespace "spielkern" nogil:
    cdef cppclass Playouts:
        uint64_t wins_1
        uint64_t wins_2
        uint64_t draws
        uint64_t plies
