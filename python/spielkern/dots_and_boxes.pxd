# Dots and Boxes for Cython; see __init__.pxd. Edges and their numbers: spielkern/games/dots_and_boxes/position.hpp.

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp cimport bool
from libcpp.optional cimport optional
from libcpp.string cimport string
from libcpp.vector cimport vector

from spielkern cimport Control, Outcome, Player, Playouts, Rng

cdef extern from "spielkern/games/dots_and_boxes/dots_and_boxes.hpp" nogil:
    cdef cppclass Rules "spielkern::cython::Rules<spielkern::DotsAndBoxes>":
        Rules() except +ValueError
        Rules(const string& text) except +ValueError

    ctypedef uint64_t Edges "spielkern::DotsAndBoxes::Edges"  # a set: bit i for edge i

    cdef cppclass Position "spielkern::DotsAndBoxes::Position":
        Edges drawn
        Player player
        uint8_t score[2]

    cdef cppclass Move "spielkern::DotsAndBoxes::Move":
        uint8_t edge

    Position start "spielkern::DotsAndBoxes::start"(const Rules& rules)
    Player player "spielkern::DotsAndBoxes::player"(const Rules& rules, const Position& position)
    optional[Outcome] outcome "spielkern::DotsAndBoxes::outcome"(const Rules& rules, const Position& position)
    bool is_legal "spielkern::DotsAndBoxes::is_legal"(const Rules& rules, const Position& position, const Move& move)
    Position play "spielkern::DotsAndBoxes::play"(const Rules& rules, const Position& position, const Move& move)
    uint64_t key "spielkern::DotsAndBoxes::key"(const Rules& rules, const Position& position)
    string format_position "spielkern::DotsAndBoxes::format"(const Rules& rules, const Position& position) except +ValueError
    Position parse_position "spielkern::DotsAndBoxes::parse_position"(const Rules& rules, const string& text) except +ValueError
    string format_move "spielkern::DotsAndBoxes::format_move"(const Rules& rules, const Move& move) except +ValueError
    Move parse_move "spielkern::DotsAndBoxes::parse_move"(const Rules& rules, const string& text) except +ValueError
    uint64_t goal_key "spielkern::DotsAndBoxes::goal_key"(const Rules& rules, const Position& position)
    Position canonical "spielkern::DotsAndBoxes::canonical"(const Rules& rules, Position position)
    uint64_t move_slots "spielkern::DotsAndBoxes::move_slots"(const Rules& rules)
    uint64_t slot_of "spielkern::DotsAndBoxes::slot_of"(const Rules& rules, const Move& move)
    Move move_in_slot "spielkern::DotsAndBoxes::move_in_slot"(const Rules& rules, uint64_t slot)

    uint64_t count_moves "spielkern::count_moves<spielkern::DotsAndBoxes>"(const Rules& rules, const Position& position)
    # Lists the legal moves in `moves`, whose memory is used again.
    void list_moves "spielkern::list_moves<spielkern::DotsAndBoxes>"(
        const Rules& rules, const Position& position, vector[Move]& moves
    ) except +ValueError
    void check_legal "spielkern::check_legal<spielkern::DotsAndBoxes>"(
        const Rules& rules, const Position& position, const Move& move
    ) except +ValueError
    string format_rules "spielkern::format_rules<spielkern::DotsAndBoxes>"(const Rules& rules) except +ValueError

cdef extern from "spielkern/core/perft.hpp" nogil:
    uint64_t perft "spielkern::perft<spielkern::DotsAndBoxes>"(
        const Rules& rules, const Position& position, uint32_t depth, Control& control
    ) except +ValueError

cdef extern from "spielkern/core/playout.hpp" nogil:
    Playouts random_playouts "spielkern::random_playouts<spielkern::DotsAndBoxes>"(
        const Rules& rules, const Position& position, uint64_t games, uint64_t max_plies, Rng& rng, Control& control
    ) except +ValueError
