/** Moves in words, for the list of moves and for those who listen. */

import { t } from "./i18n.js";
import { parsed } from "./play/figures.js";

/** A point as people call it. */
export const placeName = (at) => (at === "c" ? t("place.centre") : at);

export function described(game, move) {
  if (game === "nim") {
    const [heap, n] = move.split(":").map(Number);
    return t("move.take", { heap, n });
  }
  if (game === "dots-and-boxes") {
    const [, a, b] = move.match(/^([a-z]+\d+)([a-z]+\d+)$/);
    return t("move.edge", { a, b });
  }
  if (game === "crazy10s") {
    if (move === "pass") return t("move.pass");
    const swap = move.match(/^swap (\?(\d+)|.+)$/);
    if (swap?.[2]) return t("move.swap", { n: Number(swap[2]) });
    if (swap) return t("move.swap-of", { tiles: [...swap[1].replace("*", "★")].join(" ") });
    return t("move.tiles", { tiles: move.replaceAll(",", ", ").replaceAll("*", "★") });
  }
  const { kind, steps } = parsed(move);
  const [from, ...to] = steps.map(placeName);
  if (kind === "go") return t(move.includes("x") ? "move.capture" : "move.go", { from, to: to[0] });
  if (kind === "enter") return t("move.enter", { a: from, b: to[0] });
  if (kind === "open") return t("move.open", { to: from });
  return t(kind === "split" ? "move.split" : "move.unequal", { from, to: to.join(", "), first: to[0], second: to[1] });
}

/** The places on the board that a move names. */
export const placesOf = (move) => move.match(/\d+:\d+|[a-z]\d+[a-z]\d+|[a-wyz]\d+|\d+|c/g) ?? [];
