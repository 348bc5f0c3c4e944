/** Games in which a place is a move: Nim and Dots and Boxes. */

export class Single {
  /** `table` has board, play(move) and the state. */
  constructor(table) {
    this.table = table;
    this.panel = null;
  }

  update() {
    const { board, state, live } = this.table;
    board.live = live;
    board.mark({ "is-choice": live ? (state.moves ?? []) : [] });
  }

  activate(at) {
    const { state, live } = this.table;
    if (live && state.moves?.includes(at)) this.table.play(at);
  }

  key() {}
}
