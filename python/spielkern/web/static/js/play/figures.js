/**
 * Games in which figures go from point to point: Mū Tōrere and 10. A move is put together from the places that a person
 * chooses; what can be chosen next always follows from the list of legal moves.
 */

import { el, keepFocus, say } from "../dom.js";
import { t } from "../i18n.js";
import { placeName } from "../moves.js";

/** What a move does, and its points in order: `c1`, `a1+b1`, `b1-m1`, `b1xm1`, `m4/b2,c2`, `m4/b2=2,c2`. */
export function parsed(move) {
  const [, from, sign, rest] = move.match(/^([a-wyz]?\d*)(?:([-x/+])(.*))?$/);
  if (!sign) return { kind: "open", steps: [from], move };
  if (sign === "+") return { kind: "enter", steps: [from, rest], move };
  if (sign !== "/") return { kind: "go", steps: [from, rest], move };
  const targets = rest.split(",").map((target) => target.split("=")[0]);
  return { kind: rest.includes("=") ? "unequal" : "split", steps: [from, ...targets], move };
}

/** Whether the points chosen so far can become this move; of equal figures the order does not matter. */
function fits(known, kind, chosen) {
  if (known.kind !== kind) return false;
  if (kind === "enter") return chosen.every((at) => known.steps.includes(at));
  if (kind !== "split") return chosen.every((at, number) => known.steps[number] === at);
  return chosen[0] === known.steps[0] && chosen.slice(1).every((at) => known.steps.slice(1).includes(at));
}

export class Figures {
  constructor(table) {
    this.table = table;
    this.panel = el("div", { class: "chooser" });
    this.panel.addEventListener("keydown", (event) => this.key(event));
    this.number = -1;
    this.#clear();
  }

  update() {
    if (this.number !== this.table.state.number || !this.table.live) this.#clear();
    this.number = this.table.state.number;
    this.moves = (this.table.state.moves ?? []).map(parsed);
    this.table.board.live = this.table.live;
    this.#show();
  }

  activate(at) {
    if (!this.table.live) return;
    if (this.chosen.includes(at)) {
      // Once more: back.
      this.chosen = at === this.chosen[0] ? [] : this.chosen.filter((each) => each !== at);
      if (this.chosen.length === 0) this.kind = null;
    } else if (this.#next().has(at)) {
      this.#choose(at);
    } else if (this.#begins(at)) {
      this.#clear();
      this.#choose(at);
    } else {
      say(t("choose.not", { place: placeName(at) }));
    }
    this.#show();
  }

  key(event) {
    if (event.key === "Escape" && this.chosen.length) this.#back();
  }

  #back() {
    const at = this.chosen[0];
    this.#clear();
    this.#show();
    this.table.board.focus(at);
    say(t("choose.cleared"));
  }

  #clear() {
    this.chosen = [];
    this.kind = null;
  }

  #begins(at) {
    return this.moves.some((known) => known.steps[0] === at || (known.kind === "enter" && known.steps.includes(at)));
  }

  #choose(at) {
    if (!this.chosen.length) this.kind = this.#kinds(at)[0];
    this.chosen.push(at);
    const known = this.moves.filter((each) => fits(each, this.kind, this.chosen));
    const complete = known.find((each) => each.steps.length === this.chosen.length);
    if (complete) {
      this.#clear();
      this.table.play(complete.move);
    } else if (this.chosen.length === 1) {
      say(t(`choose.${this.kind}`, { place: placeName(at), n: this.#next().size }));
    } else {
      say(t("choose.more", { place: placeName(at) }));
    }
  }

  /** The kinds of moves that begin with a point. */
  #kinds(at) {
    const order = ["open", "go", "enter", "split", "unequal"];
    return order.filter((kind) => this.moves.some((known) => fits(known, kind, [at])));
  }

  /** The points that can be chosen next. */
  #next() {
    const found = new Set();
    for (const known of this.moves) {
      if (!this.chosen.length) {
        const begins = known.kind === "enter" ? known.steps : known.steps.slice(0, 1);
        begins.forEach((at) => found.add(at));
      } else if (fits(known, this.kind, this.chosen)) {
        const inOrder = known.kind === "go" || known.kind === "unequal";
        const rest = inOrder ? known.steps.slice(this.chosen.length, this.chosen.length + 1) : known.steps;
        rest.filter((at) => !this.chosen.includes(at)).forEach((at) => found.add(at));
      }
    }
    return found;
  }

  #show() {
    const { board, live } = this.table;
    const next = live ? [...this.#next()] : [];
    board.mark({ "is-chosen": this.chosen, "is-choice": next, "is-aim": this.chosen.length ? next : [] });
    keepFocus(this.panel, () => this.#showPanel(live), () => board.focus());
  }

  #showPanel(live) {
    const { board } = this.table;
    this.panel.replaceChildren();
    if (!live) return;
    const kinds = this.chosen.length ? this.#kinds(this.chosen[0]) : [];
    this.panel.append(el("p", { class: "help" }, this.chosen.length ? t(`step.${this.kind}.${this.chosen.length}`) : t(`step.${this.#firstStep()}`)));
    if (kinds.length > 1) {
      for (const kind of kinds) {
        const change = () => {
          this.chosen = this.chosen.slice(0, 1);
          this.kind = kind;
          this.#show();
          board.focus(this.chosen[0]);
          say(t(`choose.${kind}`, { place: placeName(this.chosen[0]), n: this.#next().size }));
        };
        this.panel.append(
          el("button", { type: "button", class: "kind", "data-key": kind, "data-kind": kind, "aria-pressed": String(kind === this.kind), onclick: change }, t(`kind.${kind}`)),
        );
      }
    }
    if (this.chosen.length) {
      this.panel.append(el("button", { type: "button", class: "quiet", "data-key": "back", onclick: () => this.#back() }, t("choose.back")));
    }
  }

  /** What a person is told who has chosen nothing yet. */
  #firstStep() {
    if (this.moves.some((known) => known.kind === "open")) return "open";
    return this.table.state.game === "ten" ? "ten" : "go";
  }
}
