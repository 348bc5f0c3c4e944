# Nim for Cython; see __init__.pxd. The heaps are packed: spielkern/games/nim/position.hpp.

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp cimport bool
from libcpp.optional cimport optional
from libcpp.string cimport string
from libcpp.vector cimport vector

from spielkern cimport Control, Outcome, Player, Playouts, Rng

cdef extern from "spielkern/games/nim/nim.hpp" nogil:
    cdef cppclass Rules "spielkern::cython::Rules<spielkern::Nim>":
        Rules() except +ValueError
        Rules(const string& text) except +ValueError
        size_t heaps()
        uint64_t size(size_t heap)  # at the start
        bool misere()
        uint64_t heap(const Position& position, size_t heap)

    cdef cppclass Position "spielkern::Nim::Position":
        Player player

    cdef cppclass Move "spielkern::Nim::Move":
        uint8_t heap  # from 0
        uint64_t count

    Position start "spielkern::Nim::start"(const Rules& rules)
    Player player "spielkern::Nim::player"(const Rules& rules, const Position& position)
    optional[Outcome] outcome "spielkern::Nim::outcome"(const Rules& rules, const Position& position)
    bool is_legal "spielkern::Nim::is_legal"(const Rules& rules, const Position& position, const Move& move)
    Position play "spielkern::Nim::play"(const Rules& rules, const Position& position, const Move& move)
    uint64_t key "spielkern::Nim::key"(const Rules& rules, const Position& position)
    string format_position "spielkern::Nim::format"(const Rules& rules, const Position& position) except +ValueError
    Position parse_position "spielkern::Nim::parse_position"(const Rules& rules, const string& text) except +ValueError
    string format_move "spielkern::Nim::format_move"(const Rules& rules, const Move& move) except +ValueError
    Move parse_move "spielkern::Nim::parse_move"(const Rules& rules, const string& text) except +ValueError
    uint64_t move_slots "spielkern::Nim::move_slots"(const Rules& rules)
    uint64_t slot_of "spielkern::Nim::slot_of"(const Rules& rules, const Move& move)
    Move move_in_slot "spielkern::Nim::move_in_slot"(const Rules& rules, uint64_t slot)

    uint64_t count_moves "spielkern::count_moves<spielkern::Nim>"(const Rules& rules, const Position& position)
    # Lists the legal moves in `moves`, whose memory is used again.
    void list_moves "spielkern::list_moves<spielkern::Nim>"(
        const Rules& rules, const Position& position, vector[Move]& moves
    ) except +ValueError
    void check_legal "spielkern::check_legal<spielkern::Nim>"(
        const Rules& rules, const Position& position, const Move& move
    ) except +ValueError
    string format_rules "spielkern::format_rules<spielkern::Nim>"(const Rules& rules) except +ValueError

cdef extern from "spielkern/core/perft.hpp" nogil:
    uint64_t perft "spielkern::perft<spielkern::Nim>"(
        const Rules& rules, const Position& position, uint32_t depth, Control& control
    ) except +ValueError

cdef extern from "spielkern/core/playout.hpp" nogil:
    Playouts random_playouts "spielkern::random_playouts<spielkern::Nim>"(
        const Rules& rules, const Position& position, uint64_t games, uint64_t max_plies, Rng& rng, Control& control
    ) except +ValueError
