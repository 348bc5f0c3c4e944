/** Crazy10s: tiles go from the rack to squares; the server says what a play scores or why it cannot be. */

import { el, keepFocus, say } from "../dom.js";
import { t, whyNot } from "../i18n.js";

const SVG = "http://www.w3.org/2000/svg";
const WAIT = 150;

/** A play's text: by row, then column, as the notation wants it. */
function written(placed) {
  const where = (at) => [Number(at.slice(1)), at.charCodeAt(0)];
  const order = ([a], [b]) => where(a)[0] - where(b)[0] || where(a)[1] - where(b)[1];
  return [...placed].sort(order).map(([at, { tile, digit }]) => `${at}=${tile === "*" ? `*${digit}` : tile}`).join(",");
}

export class Tiles {
  /**
   * `table` has board, rack (a text), live (whether a play can be made now), judge(move) -> promise of {score, why},
   * play(move), and canSwap, canPass.
   */
  constructor(table) {
    this.table = table;
    this.placed = new Map(); // square -> {tile, digit, index}
    this.held = null; // index of the tile that is to be laid next
    this.swapping = null; // the tiles to swap, while some are chosen
    this.asking = null; // the square whose joker has no digit yet
    this.order = []; // the tiles as the person has arranged them
    this.number = -1;
    this.asked = 0;
    this.named = new Map(); // squares whose names tell what is laid on them -> their own names
    this.panel = el("section", { class: "tiles" });
    this.panel.addEventListener("keydown", (event) => this.#panelKey(event));
  }

  update() {
    const { board, rack } = this.table;
    if (this.number !== this.table.state.number || this.rack !== rack) {
      const mine = rack !== this.rack;
      this.rack = rack; // null: there is none, or it is not ours
      if (mine) this.order = [...(rack ?? "")];
      this.#keepWhatFits(mine);
      this.swapping = null;
    }
    this.number = this.table.state.number;
    board.live = rack !== null && this.table.open !== false;
    this.#show();
  }

  activate(at) {
    if (this.table.open === false || !this.table.board.places.has(at)) return;
    if (this.placed.has(at)) {
      this.#takeBack(at);
    } else if (this.#occupied(at)) {
      say(t("tiles.occupied", { place: at }));
    } else if (this.held !== null) {
      this.#lay(at, this.held);
    } else {
      say(t("tiles.first", { place: at }));
    }
  }

  key(event, at) {
    if (this.table.open === false) return;
    if (/^[0-9*]$/.test(event.key)) {
      event.preventDefault();
      if (this.asking !== null && event.key !== "*") return this.#digit(event.key);
      if (this.#occupied(at)) return say(t("tiles.occupied", { place: at }));
      if (this.placed.has(at)) this.#takeBack(at, true);
      const index = this.order.findIndex((tile, number) => tile === event.key && !this.#used(number));
      if (index < 0) return say(t("tiles.none", { tile: event.key === "*" ? t("tiles.joker") : event.key }));
      this.#lay(at, index);
    } else if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      if (this.placed.has(at)) this.#takeBack(at);
    } else if (event.key === "Escape") {
      this.#takeAllBack();
    }
    return undefined;
  }

  #panelKey(event) {
    if (this.asking !== null && /^[0-9]$/.test(event.key)) {
      event.preventDefault();
      this.#digit(event.key);
    } else if (event.key === "Escape") {
      const at = this.asking;
      if (this.swapping !== null) this.#endSwap();
      else if (at === null) this.#takeAllBack();
      else this.#takeBack(at);
      if (at !== null) this.table.board.focus(at);
    }
  }

  // ------------------------------------------------------------------------------------------------ what is laid

  #used(index) {
    return [...this.placed.values()].some((each) => each.index === index);
  }

  #occupied(at) {
    const place = this.table.board.places.get(at);
    return place !== undefined && place.querySelector(".sk-tile") !== null && !this.placed.has(at);
  }

  #lay(at, index) {
    const tile = this.order[index];
    this.placed.set(at, { tile, digit: tile === "*" ? null : tile, index });
    this.held = null;
    if (tile === "*") {
      this.asking = at;
      say(t("tiles.which", { place: at }));
    } else {
      say(t("tiles.laid", { tile, place: at }));
    }
    this.#changed();
    if (tile === "*") this.panel.querySelector("[data-digit]")?.focus();
  }

  #digit(digit) {
    const at = this.asking;
    this.placed.get(at).digit = digit;
    this.asking = null;
    say(t("tiles.laid", { tile: tileName("*", digit), place: at }));
    this.#changed();
    this.table.board.focus(at);
  }

  #takeBack(at, quietly = false) {
    this.placed.delete(at);
    if (this.asking === at) this.asking = null;
    if (!quietly) say(t("tiles.back", { place: at }));
    this.#changed();
  }

  #takeAllBack() {
    if (!this.placed.size && this.held === null) return;
    this.placed.clear();
    this.asking = null;
    this.held = null;
    say(t("tiles.all-back"));
    this.#changed();
  }

  /** After somebody's move: what was tried out stays as far as its squares are free and its tiles are there. */
  #keepWhatFits(rackIsNew) {
    this.held = null;
    if (rackIsNew) this.placed.clear();
    for (const at of [...this.placed.keys()]) {
      const place = this.table.board.places.get(at);
      if (!place || place.querySelector(".sk-tile")) this.placed.delete(at);
    }
    if (this.asking !== null && !this.placed.has(this.asking)) this.asking = null;
    this.#judge();
  }

  #changed() {
    this.#judge();
    this.#show();
  }

  #judge() {
    this.verdict = null;
    clearTimeout(this.timer);
    if (!this.placed.size || this.asking !== null) return;
    const asked = ++this.asked;
    const move = written(this.placed);
    this.timer = setTimeout(async () => {
      const verdict = await this.table.judge(move);
      if (asked !== this.asked || !this.panel.isConnected) return;
      this.verdict = verdict;
      this.#showVerdict(true);
    }, WAIT);
  }

  // ------------------------------------------------------------------------------------------------ what is shown

  #show() {
    const { board } = this.table;
    for (const drawn of board.host.querySelectorAll(".laid")) drawn.remove();
    for (const [place, name] of this.named) place.setAttribute("aria-label", name);
    this.named.clear();
    for (const [at, { tile, digit }] of this.placed) {
      const place = board.places.get(at);
      if (!place) continue;
      place.append(drawing(place, tile, digit));
      this.named.set(place, place.getAttribute("aria-label"));
      place.setAttribute("aria-label", t("tiles.laid", { tile: tileName(tile, digit), place: at }));
    }
    board.mark({ "is-chosen": [...this.placed.keys()] });
    const draw = () => {
      this.panel.setAttribute("aria-label", t("tiles.title"));
      this.panel.replaceChildren(...this.#content());
      this.#showVerdict(false);
    };
    keepFocus(this.panel, draw, () => board.focus());
  }

  #content() {
    if (this.rack === null) return [];
    const parts = [];
    const tiles = this.order.map((tile, index) => this.#tile(tile, index));
    parts.push(el("div", { class: "rack", role: "group", "aria-label": t("tiles.rack") }, tiles));
    if (this.asking !== null) {
      const digits = [..."0123456789"].map((digit) =>
        el("button", { type: "button", class: "tile", "data-digit": digit, "data-key": `digit-${digit}`, onclick: () => this.#digit(digit) }, digit),
      );
      parts.push(el("p", { class: "help" }, t("tiles.which", { place: this.asking })));
      parts.push(el("div", { class: "rack", role: "group", "aria-label": t("tiles.which", { place: this.asking }) }, digits));
      return parts;
    }
    parts.push(el("p", { class: "verdict" }));
    if (this.swapping !== null) {
      const n = this.swapping.size;
      const swap = () => this.#swap();
      parts.push(
        el("div", { class: "buttons" },
          el("button", { type: "button", class: "main", "data-key": "swap-now", disabled: !n || n > this.table.state.bag || !this.table.live, onclick: swap }, t("tiles.swap-n", { n })),
          el("button", { type: "button", "data-key": "swap-not", onclick: () => this.#endSwap() }, t("cancel"))),
      );
      return parts;
    }
    const buttons = [
      el("button", { type: "button", class: "main", "data-key": "play", onclick: () => this.#play() }, this.table.playWords ?? t("tiles.play")),
      el("button", { type: "button", "data-key": "back", disabled: !this.placed.size, onclick: () => this.#takeAllBack() }, t("tiles.take-back")),
      el("button", { type: "button", "data-key": "shuffle", onclick: () => this.#shuffle() }, t("tiles.shuffle")),
    ];
    if (this.table.canSwap) buttons.push(el("button", { type: "button", "data-key": "swap", disabled: !this.table.live || this.table.state.bag < 1, onclick: () => this.#beginSwap() }, t("tiles.swap")));
    if (this.table.canPass) buttons.push(el("button", { type: "button", "data-key": "pass", disabled: !this.table.live, onclick: () => this.table.play("pass") }, t("tiles.pass")));
    parts.push(el("div", { class: "buttons" }, buttons));
    return parts;
  }

  #tile(tile, index) {
    const name = tile === "*" ? t("tiles.joker") : tile;
    const used = this.#used(index);
    const chosen = this.swapping?.has(index) || this.held === index;
    const choose = () => {
      if (this.swapping !== null) {
        if (!this.swapping.delete(index)) this.swapping.add(index);
      } else {
        this.held = this.held === index ? null : index;
        if (this.held !== null) say(t("tiles.held", { tile: name }));
      }
      this.#show();
    };
    return el("button", {
      type: "button", class: used ? "tile tile-used" : "tile", "data-tile": tile, "data-key": `tile-${index}`, disabled: used,
      "aria-pressed": String(Boolean(chosen)), "aria-label": name, onclick: choose,
    }, tile === "*" ? "★" : tile);
  }

  #showVerdict(aloud) {
    const line = this.panel.querySelector(".verdict");
    const play = this.panel.querySelector("[data-key=play]");
    if (!line) return;
    let words = "";
    let legal = false;
    let unjudged = false; // the server has not said what it is worth: then it can be tried
    if (this.swapping !== null) {
      words = t("tiles.swap-which");
    } else if (!this.placed.size) {
      words = this.held === null ? t("tiles.how") : t("tiles.where");
    } else if (this.verdict) {
      legal = this.verdict.why === null;
      unjudged = this.verdict.code !== undefined;
      words = legal ? t("tiles.scores", { n: this.verdict.score }) : whyNot(this.verdict);
      if (aloud) say(words);
    }
    line.textContent = words;
    line.classList.toggle("verdict-good", legal);
    if (play) play.disabled = !(legal || unjudged) || !this.table.live;
  }

  // --------------------------------------------------------------------------------------------- what can be done

  #play() {
    this.table.play(written(this.placed));
    if (this.verdict?.code) this.#judge(); // as there may be an answer now
  }

  #shuffle() {
    this.#takeAllBack();
    for (let last = this.order.length - 1; last > 0; last -= 1) {
      const other = Math.floor(Math.random() * (last + 1));
      [this.order[last], this.order[other]] = [this.order[other], this.order[last]];
    }
    this.#show();
  }

  #beginSwap() {
    this.#takeAllBack();
    this.swapping = new Set();
    say(t("tiles.swap-which"));
    this.#show();
    this.panel.querySelector("[data-tile]")?.focus();
  }

  #endSwap() {
    this.swapping = null;
    this.#show();
    this.panel.querySelector("[data-key=swap]:not(:disabled)")?.focus();
  }

  #swap() {
    const sorted = [...this.swapping].map((index) => this.order[index]).sort((a, b) => "0123456789*".indexOf(a) - "0123456789*".indexOf(b));
    this.table.play(`swap ${sorted.join("")}`);
    this.#endSwap();
  }
}

/** A tile in words. */
function tileName(tile, digit) {
  if (tile !== "*") return tile;
  return digit === null ? t("tiles.joker") : t("tiles.joker-as", { digit });
}

/** A tile that is laid but not played: as those on the board, with a dashed rim. */
function drawing(place, tile, digit) {
  const hit = place.querySelector(".sk-hit");
  const [x, y, wide] = ["x", "y", "width"].map((name) => Number(hit.getAttribute(name)));
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "laid");
  const face = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x: x + 1, y: y + 1, width: wide - 2, height: wide - 2, rx: 5, class: "laid-face" })) {
    face.setAttribute(name, value);
  }
  const text = document.createElementNS(SVG, "text");
  for (const [name, value] of Object.entries({ x: x + wide / 2, y: y + wide / 2 + 6.5, class: "laid-digit" })) text.setAttribute(name, value);
  text.textContent = digit ?? "?";
  group.append(face, text);
  if (tile === "*") {
    const star = document.createElementNS(SVG, "text");
    for (const [name, value] of Object.entries({ x: x + wide - 7, y: y + 11, class: "laid-star" })) star.setAttribute(name, value);
    star.textContent = "★";
    group.append(star);
  }
  return group;
}
