/** The puzzle of the day. */

import { Board } from "./board.js";
import { el, say, warn } from "./dom.js";
import { engineWords, lang, t } from "./i18n.js";
import { post } from "./home.js";
import { Tiles } from "./play/tiles.js";

export function puzzle(main) {
  document.title = `${t("puzzle.title")} · spielkern`;
  let data = null;
  let best = null; // the best score that the person has found
  const board = new Board({ activate: (at) => tiles.activate(at), key: (event, at) => tiles.key(event, at) });
  const table = {
    board,
    state: { number: 0, bag: 0 },
    playWords: t("puzzle.answer"),
    live: true,
    get rack() {
      return data?.rack ?? null;
    },
    async judge(move) {
      const answer = await post("/api/puzzle", { date: data.date, move });
      return answer.code ? { score: null, why: answer.text } : answer;
    },
    async play(move) {
      const answer = await post("/api/puzzle", { date: data.date, move });
      if (answer.code || answer.why !== null) return warn(engineWords(answer.why ?? answer.text));
      best = Math.max(best ?? 0, answer.score);
      return result(answer.solved ? t("puzzle.solved", { n: answer.score }) : t("puzzle.not-best", { n: answer.score }), answer.solved);
    },
  };
  const tiles = new Tiles(table);
  const outcome = el("p", { class: "outcome", hidden: true });
  const date = el("input", { type: "date", name: "date", min: "2000-01-01", onchange: () => date.value && fetchPuzzle(date.value) });
  const solution = el("button", { type: "button", onclick: showSolution }, t("puzzle.solution"));
  main.append(
    el("div", { class: "room" },
      el("div", { class: "play" }, el("h1", { class: "status" }, t("puzzle.title")), el("p", { class: "help" }, t("puzzle.lead")), board.host, tiles.panel),
      el("aside", { class: "side" },
        el("label", { class: "date" }, el("span", {}, t("puzzle.date")), date), outcome, el("div", { class: "buttons" }, solution))),
  );

  function result(words, solved) {
    outcome.textContent = words;
    outcome.hidden = false;
    outcome.classList.toggle("outcome-good", solved);
    say(words);
  }

  async function fetchPuzzle(day) {
    const query = new URLSearchParams({ lang, ...(day ? { date: day } : {}) });
    const answer = await (await fetch(`/api/puzzle?${query}`)).json();
    if (answer.code) return warn(engineWords(answer.text));
    const another = data?.date !== answer.date;
    data = answer;
    date.value = data.date;
    if (!date.max) date.max = data.date;
    if (another) {
      table.state = { number: table.state.number + 1, bag: 0 };
      outcome.hidden = true;
    }
    board.show(data.board, t("puzzle.title"));
    return tiles.update();
  }

  async function showSolution() {
    const answer = await (await fetch(`/api/puzzle/solution?date=${data.date}`)).json();
    result(t("puzzle.best", { move: answer.move.replaceAll(",", ", ").replaceAll("*", "★"), n: answer.score }), false);
  }

  fetchPuzzle(null);
  return {};
}
