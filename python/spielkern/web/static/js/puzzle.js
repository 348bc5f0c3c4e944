/** The puzzle of the day. */

import { get, post } from "./ask.js";
import { Board } from "./board.js";
import { el, say, warn } from "./dom.js";
import { lang, refusalWords, t, whyNot } from "./i18n.js";
import { Tiles } from "./play/tiles.js";

const FIRST_DAY = "2000-01-01";

export function puzzle(main) {
  let data = null; // the puzzle that is shown
  let wished = null; // the day that was asked for last; null: today
  let told = () => ""; // what is said of an answer, in the language of the page
  let asked = 0; // answers may come in another order: only that to the last question counts,
  let tried = 0; // of those about puzzles as of those about a puzzle's plays
  const board = new Board({ activate: (at) => tiles.activate(at), key: (event, at) => tiles.key(event, at) });
  const table = {
    board,
    state: { number: 0, bag: 0 },
    get playWords() {
      return t("puzzle.answer");
    },
    live: true,
    get rack() {
      return data?.rack ?? null;
    },
    judge: (move) => post("/api/puzzle", { date: data.date, move }),
    async play(move) {
      const answer = await lastly(post("/api/puzzle", { date: data.date, move }));
      if (!answer) return undefined;
      if (answer.code || answer.why !== null) return failed(() => whyNot(answer));
      return result(() => t(answer.solved ? "puzzle.solved" : "puzzle.not-best", { n: answer.score }), answer.solved);
    },
  };
  const tiles = new Tiles(table);
  const outcome = el("p", { class: "outcome", hidden: true });
  const date = el("input", { type: "date", name: "date", min: FIRST_DAY, onchange: changed, onblur: showDay });
  const solution = el("button", { type: "button", onclick: showSolution });
  const title = el("h1", { class: "status" });
  const lead = el("p", { class: "help" });
  const dayWord = el("span");
  const bonuses = el("p", { class: "shared" });
  const rules = el("a", { href: "/rules/crazy10s" });
  main.append(
    el("div", { class: "room" },
      el("div", { class: "play" }, title, lead, board.host, tiles.panel),
      el("aside", { class: "side" }, el("label", { class: "date" }, dayWord, date), outcome, el("div", { class: "buttons" }, solution), bonuses, rules)),
  );

  function label() {
    document.title = `${t("puzzle.title")} · spielkern`;
    title.textContent = t("puzzle.title");
    lead.textContent = t("puzzle.lead");
    dayWord.textContent = t("puzzle.date");
    solution.textContent = t("puzzle.solution");
    bonuses.textContent = t("count.bonuses");
    rules.textContent = t("home.rules");
  }

  function tell(words, solved) {
    told = words;
    outcome.textContent = told();
    outcome.hidden = false;
    outcome.classList.toggle("outcome-good", solved);
  }

  function result(words, solved) {
    tell(words, solved);
    say(words());
  }

  function failed(words) {
    tell(words, false);
    warn(words());
  }

  /** Nobody writes between what a person is typing. */
  function showDay() {
    if (document.activeElement !== date) date.value = wished ?? "";
  }

  /** While a year is typed, its digits so far are a year too: 2, 20 and 202 are waited out. */
  function changed() {
    if (date.value >= FIRST_DAY) fetchPuzzle(date.value);
  }

  async function fetchPuzzle(day) {
    wished = day;
    const number = ++asked;
    const query = new URLSearchParams({ lang, ...(day ? { date: day } : {}) });
    const answer = await get(`/api/puzzle?${query}`);
    if (number !== asked || !title.isConnected) return undefined;
    const another = data?.date !== answer.date;
    if (another) tried += 1; // what was asked about the puzzle before is past
    if (answer.code) {
      wished = data?.date ?? null;
      showDay();
      return failed(() => refusalWords(answer));
    }
    data = answer;
    wished = data.date;
    showDay();
    if (another) {
      table.state = { number: table.state.number + 1, bag: 0 };
      outcome.hidden = true;
    }
    board.show(data.board, t("puzzle.title"));
    return tiles.update();
  }

  /** An answer about a play, unless another question came after it, or the person has gone to another page. */
  async function lastly(question) {
    const number = ++tried;
    const answer = await question;
    return number === tried && title.isConnected ? answer : null;
  }

  async function showSolution() {
    const answer = await lastly(data ? get(`/api/puzzle/solution?date=${data.date}`) : { code: "network" });
    if (!answer) return undefined;
    if (answer.code) return failed(() => refusalWords(answer));
    const move = answer.move.replaceAll(",", ", ").replaceAll("*", "★");
    return result(() => t("puzzle.best", { move, n: answer.score }), false);
  }

  label();
  fetchPuzzle(null);
  return {
    /** In another language, with the tiles that are laid. */
    relabel() {
      label();
      outcome.textContent = told();
      fetchPuzzle(wished);
    },
  };
}
