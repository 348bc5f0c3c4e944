# 10 for Cython; see __init__.pxd. Points and their numbers: spielkern/games/ten/geometry.hpp.

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp cimport bool
from libcpp.optional cimport optional
from libcpp.string cimport string
from libcpp.vector cimport vector

from spielkern cimport Control, Outcome, Player, Playouts, Rng

cdef extern from "spielkern/games/ten/ten.hpp" nogil:
    cdef cppclass Rules "spielkern::cython::Rules<spielkern::Ten>":
        Rules() except +ValueError
        Rules(const string& text) except +ValueError
        int stones()

    ctypedef uint32_t Points "spielkern::ten::Points"  # a set: bit i for point i

    cdef cppclass Position "spielkern::Ten::Position":
        Points figures[2]  # of player 1 and 2, of any height
        Points doubles  # of either player
        Points triples
        Player player
        uint8_t phase
        Points occupied()
        int height(int point)

    cdef enum Kind "spielkern::Ten::Kind":
        OPEN "spielkern::Ten::Kind::open"
        ENTER "spielkern::Ten::Kind::enter"
        STEP "spielkern::Ten::Kind::step"
        CAPTURE "spielkern::Ten::Kind::capture"
        TWO_SINGLES "spielkern::Ten::Kind::two_singles"
        THREE_SINGLES "spielkern::Ten::Kind::three_singles"
        DOUBLE_AND_SINGLE "spielkern::Ten::Kind::double_and_single"

    cdef cppclass Move "spielkern::Ten::Move":
        Kind kind
        uint8_t source "from"  # 255: none
        uint8_t to[3]

    Position start "spielkern::Ten::start"(const Rules& rules)
    Player player "spielkern::Ten::player"(const Rules& rules, const Position& position)
    optional[Outcome] outcome "spielkern::Ten::outcome"(const Rules& rules, const Position& position)
    bool is_legal "spielkern::Ten::is_legal"(const Rules& rules, const Position& position, const Move& move)
    Position play "spielkern::Ten::play"(const Rules& rules, const Position& position, const Move& move)
    uint64_t key "spielkern::Ten::key"(const Rules& rules, const Position& position)
    string format_position "spielkern::Ten::format"(const Rules& rules, const Position& position) except +ValueError
    Position parse_position "spielkern::Ten::parse_position"(const Rules& rules, const string& text) except +ValueError
    string format_move "spielkern::Ten::format_move"(const Rules& rules, const Move& move) except +ValueError
    Move parse_move "spielkern::Ten::parse_move"(const Rules& rules, const string& text) except +ValueError
    Position canonical "spielkern::Ten::canonical"(const Rules& rules, const Position& position)
    uint64_t move_slots "spielkern::Ten::move_slots"(const Rules& rules)
    uint64_t slot_of "spielkern::Ten::slot_of"(const Rules& rules, const Move& move)
    Move move_in_slot "spielkern::Ten::move_in_slot"(const Rules& rules, uint64_t slot)

    uint64_t count_moves "spielkern::count_moves<spielkern::Ten>"(const Rules& rules, const Position& position)
    # Lists the legal moves in `moves`, whose memory is used again.
    void list_moves "spielkern::list_moves<spielkern::Ten>"(
        const Rules& rules, const Position& position, vector[Move]& moves
    ) except +ValueError
    void check_legal "spielkern::check_legal<spielkern::Ten>"(
        const Rules& rules, const Position& position, const Move& move
    ) except +ValueError
    string format_rules "spielkern::format_rules<spielkern::Ten>"(const Rules& rules) except +ValueError

cdef extern from "spielkern/core/perft.hpp" nogil:
    uint64_t perft "spielkern::perft<spielkern::Ten>"(
        const Rules& rules, const Position& position, uint32_t depth, Control& control
    ) except +ValueError

cdef extern from "spielkern/core/playout.hpp" nogil:
    Playouts random_playouts "spielkern::random_playouts<spielkern::Ten>"(
        const Rules& rules, const Position& position, uint64_t games, uint64_t max_plies, Rng& rng, Control& control
    ) except +ValueError
