"""Cython functions that play one game each by chance, using all that its .pxd declares, and tell what they see."""

from __future__ import annotations

HEAD = """
from libcpp.optional cimport optional
from spielkern cimport Outcome
"""

WALK = """
def walk_{game}(bytes text, int plies):
    cdef {game}.Rules rules = {game}.Rules(text)
    cdef Rng rng = Rng(1)
    cdef Rng drawing = Rng(1)
    cdef {game}.Position position = {game}.start(rules{drawing})
    cdef {game}.Move chosen
    cdef vector[{game}.Move] moves
    cdef Control control
    cdef optional[Outcome] outcome  # kept, for value() points into it
    cdef bytes shown, move
    assert {game}.format_rules(rules) == text
    told = []
    while len(told) < plies:
        {game}.list_moves(rules, position, moves)
        shown = {game}.format_position(rules, position)
        position = {game}.parse_position(rules, shown)
        reason = None
        outcome = {game}.outcome(rules, position)
        if outcome.has_value():
            reason = outcome.value().reason.data().decode()
        try:
            {game}.parse_move(rules, b"no move")
        except ValueError as error:
            refused = str(error)
        move = None
        if moves.size() > 0:
            chosen = moves[rng.below(moves.size())]
            move = {game}.format_move(rules, chosen)
            chosen = {game}.parse_move(rules, move)
            assert {game}.is_legal(rules, position, chosen)
            {game}.check_legal(rules, position, chosen)
{checks}
        told.append((
            shown.decode(), {game}.player(rules, position), {game}.key(rules, position),
            [{game}.format_move(rules, moves[i]).decode() for i in range(min(moves.size(), 100))],
            {game}.count_moves(rules, position), reason, None if move is None else move.decode(), refused,
        ))
        if move is None:
            break
        drawing = Rng(1)
        position = {game}.play(rules, position, chosen{drawing})
    rng = Rng(3)
    games = {game}.random_playouts(rules, {start}, 10, 8, rng, control)
    return told, (games.wins_1, games.wins_2, games.draws, games.plies)
"""

# What one game alone has: the fields say what the text of the position says.
CHECKS = {
    "ten": """
        assert position.figures[0] & position.figures[1] == 0
        assert position.figures[0] | position.figures[1] == position.occupied()
        assert (position.doubles | position.triples) & ~position.occupied() == 0
        assert [shown.count(b"Ss"[i]) for i in range(2)] == [
            (position.figures[i] & ~position.doubles & ~position.triples).bit_count() for i in range(2)
        ]
        assert str(position.phase) == shown.decode()[-1] and rules.stones() > 0
        assert move is None or (b"x" in move) == (chosen.kind == ten.CAPTURE)
        assert move is None or chosen.kind == ten.OPEN or chosen.kind == ten.ENTER or chosen.source < 19
        assert move is None or chosen.to[0] < 19
        assert ten.outcome(rules, ten.canonical(rules, position)).has_value() == (move is None)
        assert ten.slot_of(rules, ten.move_in_slot(rules, ten.move_slots(rules) - 1)) == ten.move_slots(rules) - 1
""",
    "dots_and_boxes": """
        assert position.drawn.bit_count() == shown[:-6].count(b"-") + shown.count(b"|")
        assert shown.endswith(f" {position.player} {position.score[0]}-{position.score[1]}".encode())
        assert dots_and_boxes.canonical(rules, position).drawn.bit_count() == position.drawn.bit_count()
        assert dots_and_boxes.goal_key(rules, position) != dots_and_boxes.key(rules, position)
        assert move is None or dots_and_boxes.slot_of(rules, chosen) == chosen.edge
        assert dots_and_boxes.move_in_slot(rules, dots_and_boxes.move_slots(rules) - 1).edge > 0
""",
    "nim": """
        heaps = ",".join(str(rules.heap(position, i)) for i in range(rules.heaps()))
        assert shown == f"{heaps} {position.player}".encode()
        assert rules.misere() and rules.size(0) == 5
        assert move is None or move == f"{chosen.heap + 1}:{chosen.count}".encode()
        assert nim.slot_of(rules, nim.move_in_slot(rules, nim.move_slots(rules) - 1)) == nim.move_slots(rules) - 1
""",
    "mu_torere": """
        ring = "".join("." if i == position.empty else "21"[position.ones >> i & 1] for i in range(rules.ring()))
        assert shown.startswith(ring.encode()) and shown.endswith(f" {position.player} {position.plies}".encode())
        assert move is None or chosen.to == position.empty and chosen.source != chosen.to
        assert mu_torere.canonical(rules, position).plies == position.plies
        assert mu_torere.slot_of(rules, mu_torere.move_in_slot(rules, 7)) == 7 < mu_torere.move_slots(rules)
""",
    "crazy10s": """
        assert f" {position.player} {position.scores[0]}:{position.scores[1]} {position.scoreless}".encode() in shown
        assert rules.size() in (11, 13) and position.in_bag > 0 and not position.bag_hidden
        assert move is None or crazy10s.draws(rules, position, chosen) == (chosen.kind == crazy10s.SWAP)
        assert move is None or chosen.kind != crazy10s.PLAY or move.count(b"=") == chosen.count
        assert move is None or (crazy10s.score(rules, position, chosen) > 0) == (chosen.kind == crazy10s.PLAY)
        assert b"?" in <bytes>crazy10s.format_view(rules, crazy10s.view(rules, position, 2))
        assert crazy10s.view(rules, position, 2).viewer == 2
        assert crazy10s.determinize(rules, crazy10s.view(rules, position, 2), rng).in_bag == position.in_bag
""",
}


def walk_of(game: str) -> str:
    """The function `walk_GAME(text of the rules, plies)` for a module as `dots_and_boxes`."""
    drawing, start = ("", "position") if game != "crazy10s" else (", drawing", "optional[crazy10s.Position](position)")
    return WALK.format(game=game, drawing=drawing, start=start, checks=CHECKS[game])
