# Crazy10s for Cython; see __init__.pxd. Chance deals and draws: the caller brings the random numbers.

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libcpp cimport bool
from libcpp.optional cimport optional
from libcpp.string cimport string
from libcpp.vector cimport vector

from spielkern cimport Control, Outcome, Player, Playouts, Rng

cdef extern from "spielkern/games/crazy10s/crazy10s.hpp" nogil:
    cdef cppclass Rules "spielkern::cython::Rules<spielkern::Crazy10s>":
        Rules() except +ValueError
        Rules(const string& text) except +ValueError
        int size()

    cdef cppclass Position "spielkern::Crazy10s::Position":
        uint8_t in_bag
        bool bag_hidden
        Player player
        uint8_t scoreless
        int32_t scores[2]

    cdef cppclass View "spielkern::Crazy10s::View":
        Position seen
        Player viewer

    cdef enum Kind "spielkern::Crazy10s::Kind":
        PASS "spielkern::Crazy10s::Kind::pass"
        SWAP "spielkern::Crazy10s::Kind::swap"
        PLAY "spielkern::Crazy10s::Kind::play"

    cdef cppclass Move "spielkern::Crazy10s::Move":
        Kind kind
        uint8_t count  # tiles laid

    Position start "spielkern::Crazy10s::start"(const Rules& rules, Rng& rng)
    Player player "spielkern::Crazy10s::player"(const Rules& rules, const Position& position)
    optional[Outcome] outcome "spielkern::Crazy10s::outcome"(const Rules& rules, const Position& position)
    bool is_legal "spielkern::Crazy10s::is_legal"(const Rules& rules, const Position& position, const Move& move)
    # Does this legal move draw anything?
    bool draws "spielkern::Crazy10s::draws"(const Rules& rules, const Position& position, const Move& move)
    Position play "spielkern::Crazy10s::play"(const Rules& rules, const Position& position, const Move& move, Rng& rng)
    uint64_t key "spielkern::Crazy10s::key"(const Rules& rules, const Position& position)
    string format_position "spielkern::Crazy10s::format"(const Rules& rules, const Position& position) except +ValueError
    Position parse_position "spielkern::Crazy10s::parse_position"(const Rules& rules, const string& text) except +ValueError
    string format_move "spielkern::Crazy10s::format_move"(const Rules& rules, const Move& move) except +ValueError
    Move parse_move "spielkern::Crazy10s::parse_move"(const Rules& rules, const string& text) except +ValueError
    int32_t score "spielkern::Crazy10s::score"(const Rules& rules, const Position& position, const Move& move)
    View view "spielkern::Crazy10s::view"(const Rules& rules, const Position& position, Player viewer)
    Position determinize "spielkern::Crazy10s::determinize"(const Rules& rules, const View& view, Rng& rng) except +ValueError
    string format_view "spielkern::Crazy10s::format_view"(const Rules& rules, const View& view) except +ValueError

    uint64_t count_moves "spielkern::count_moves<spielkern::Crazy10s>"(const Rules& rules, const Position& position)
    # Lists the legal moves in `moves`, whose memory is used again.
    void list_moves "spielkern::list_moves<spielkern::Crazy10s>"(
        const Rules& rules, const Position& position, vector[Move]& moves
    ) except +ValueError
    void check_legal "spielkern::check_legal<spielkern::Crazy10s>"(
        const Rules& rules, const Position& position, const Move& move
    ) except +ValueError
    string format_rules "spielkern::format_rules<spielkern::Crazy10s>"(const Rules& rules) except +ValueError

cdef extern from "spielkern/core/perft.hpp" nogil:
    uint64_t perft "spielkern::perft<spielkern::Crazy10s>"(
        const Rules& rules, const Position& position, uint32_t depth, Control& control
    ) except +ValueError

cdef extern from "spielkern/core/playout.hpp" nogil:
    Playouts random_playouts "spielkern::chance_playouts<spielkern::Crazy10s>"(
        const Rules& rules, const optional[Position]& start, uint64_t games, uint64_t max_plies, Rng& rng, Control& control
    ) except +ValueError
