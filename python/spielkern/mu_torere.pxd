# Mu Torere for Cython; see __init__.pxd. Points and their numbers: spielkern/games/mu_torere/position.hpp.

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp cimport bool
from libcpp.optional cimport optional
from libcpp.string cimport string
from libcpp.vector cimport vector

from spielkern cimport Control, Outcome, Player, Playouts, Rng

cdef extern from "spielkern/games/mu_torere/mu_torere.hpp" nogil:
    cdef cppclass Rules "spielkern::cython::Rules<spielkern::MuTorere>":
        Rules() except +ValueError
        Rules(const string& text) except +ValueError
        int ring()

    cdef cppclass Position "spielkern::MuTorere::Position":
        uint64_t ones  # bit i: player 1's piece on point i; the centre is the last one
        uint8_t empty
        Player player
        uint8_t plies

    cdef cppclass Move "spielkern::MuTorere::Move":
        uint8_t source "from"
        uint8_t to

    Position start "spielkern::MuTorere::start"(const Rules& rules)
    Player player "spielkern::MuTorere::player"(const Rules& rules, const Position& position)
    optional[Outcome] outcome "spielkern::MuTorere::outcome"(const Rules& rules, const Position& position)
    bool is_legal "spielkern::MuTorere::is_legal"(const Rules& rules, const Position& position, const Move& move)
    Position play "spielkern::MuTorere::play"(const Rules& rules, const Position& position, const Move& move)
    uint64_t key "spielkern::MuTorere::key"(const Rules& rules, const Position& position)
    string format_position "spielkern::MuTorere::format"(const Rules& rules, const Position& position) except +ValueError
    Position parse_position "spielkern::MuTorere::parse_position"(const Rules& rules, const string& text) except +ValueError
    string format_move "spielkern::MuTorere::format_move"(const Rules& rules, const Move& move) except +ValueError
    Move parse_move "spielkern::MuTorere::parse_move"(const Rules& rules, const string& text) except +ValueError
    Position canonical "spielkern::MuTorere::canonical"(const Rules& rules, const Position& position)
    uint64_t move_slots "spielkern::MuTorere::move_slots"(const Rules& rules)
    uint64_t slot_of "spielkern::MuTorere::slot_of"(const Rules& rules, const Move& move)
    Move move_in_slot "spielkern::MuTorere::move_in_slot"(const Rules& rules, uint64_t slot)

    uint64_t count_moves "spielkern::count_moves<spielkern::MuTorere>"(const Rules& rules, const Position& position)
    # Lists the legal moves in `moves`, whose memory is used again.
    void list_moves "spielkern::list_moves<spielkern::MuTorere>"(
        const Rules& rules, const Position& position, vector[Move]& moves
    ) except +ValueError
    void check_legal "spielkern::check_legal<spielkern::MuTorere>"(
        const Rules& rules, const Position& position, const Move& move
    ) except +ValueError
    string format_rules "spielkern::format_rules<spielkern::MuTorere>"(const Rules& rules) except +ValueError

cdef extern from "spielkern/core/perft.hpp" nogil:
    uint64_t perft "spielkern::perft<spielkern::MuTorere>"(
        const Rules& rules, const Position& position, uint32_t depth, Control& control
    ) except +ValueError

cdef extern from "spielkern/core/playout.hpp" nogil:
    Playouts random_playouts "spielkern::random_playouts<spielkern::MuTorere>"(
        const Rules& rules, const Position& position, uint64_t games, uint64_t max_plies, Rng& rng, Control& control
    ) except +ValueError
