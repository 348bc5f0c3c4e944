/** Choosing a game, an opponent and the options. */

import { get, post } from "./ask.js";
import { el, warn } from "./dom.js";
import { refusalWords, t } from "./i18n.js";
import { forGood } from "./kept.js";
import { keepToken, newToken } from "./link.js";
import { go } from "./main.js";

const KEPT = "spielkern:last";
const SMALL = { "dots-and-boxes": "▦", nim: "●●●", "mu-torere": "✺", ten: "△", crazy10s: "10" };

export function home(main) {
  document.title = "spielkern";
  const kept = JSON.parse(forGood.get(KEPT) ?? "{}");
  let games = [];
  let refused = null; // the answer that is told
  let starting = false; // a second click makes no second room
  const title = el("h1");
  const lead = el("p", { class: "lead" });
  const form = el("form", { class: "start", onsubmit: start });
  main.append(title, lead, form);
  head();
  get("/api/games").then((answer) => {
    if (!form.isConnected) return;
    if (answer.code) {
      refuse(answer);
      return;
    }
    games = answer;
    show();
  });

  function head() {
    title.textContent = t("home.title");
    lead.textContent = t("home.lead");
  }

  function show() {
    const chosen = games.find(({ name }) => name === kept.game)?.name ?? games[0].name;
    form.replaceChildren(
      el("fieldset", { class: "games" },
        el("legend", {}, t("home.game")),
        games.map(({ name }) =>
          el("label", { class: "card" },
            el("input", { type: "radio", name: "game", value: name, checked: name === chosen, onchange: options }),
            el("span", { class: `sign sign-${name}`, "aria-hidden": "true" }, SMALL[name] ?? "?"),
            el("span", { class: "card-text" }, el("strong", {}, t(`game.${name}`)), el("small", {}, t(`about.${name}`))))),
      ),
      el("fieldset", { class: "choices" },
        el("legend", {}, t("home.opponent")),
        radios("opponent", kept.opponent ?? "computer", [["computer", t("home.computer")], ["friend", t("home.friend")]], levels),
        el("label", { class: "level" },
          el("span", {}, t("home.level")),
          el("input", { type: "range", name: "level", min: "1", max: "10", value: String(kept.level ?? 3), oninput: levels }),
          el("output", {}))),
      el("fieldset", { class: "choices" },
        el("legend", {}, t("home.seat")),
        radios("seat", kept.seat ?? "1", [["1", t("home.first")], ["2", t("home.second")], ["0", t("home.lot")]])),
      el("details", { class: "more" }, el("summary", {}, t("home.options")), el("div", { class: "options" })),
      el("div", { class: "buttons" },
        el("button", { type: "submit", class: "main" }, t("home.start")),
        el("a", { class: "rules-link" }, t("home.rules"))),
    );
    options();
    levels();
  }

  function radios(name, value, choices, onchange) {
    return el("div", { class: "radios" },
      choices.map(([each, words]) =>
        el("label", {}, el("input", { type: "radio", name, value: each, checked: each === value, onchange }), el("span", {}, words))));
  }

  function levels() {
    const computer = form.elements.opponent.value === "computer";
    const level = form.querySelector(".level");
    level.hidden = !computer;
    level.querySelector("output").textContent = t("home.level-n", { level: form.elements.level.value, words: t(`level.${Math.ceil(form.elements.level.value / 2)}`) });
  }

  function options() {
    const game = games.find(({ name }) => name === form.elements.game.value);
    form.querySelector(".rules-link").setAttribute("href", `/rules/${game.name}`);
    form.querySelector(".options").replaceChildren(...game.options.map((option) => field(game.name, option)));
  }

  function field(game, option) {
    const name = `option:${option.name}`;
    const words = el("span", {}, t(`option.${game}.${option.name}`));
    if (option.kind === "bool") return el("label", { class: "check" }, el("input", { type: "checkbox", name, checked: option.default }), words);
    if (option.kind === "choice") {
      const choices = option.choices.map((choice) => el("option", { value: choice, selected: choice === option.default }, t(`choice.${game}.${option.name}.${choice}`)));
      return el("label", {}, words, el("select", { name }, choices));
    }
    if (option.kind === "ints") return el("label", {}, words, el("input", { name, value: option.default.join(","), inputmode: "numeric", pattern: "[0-9, ]+", size: 14 }));
    return el("label", {}, words, el("input", { type: "number", name, min: option.minimum, max: option.maximum, step: "1", value: String(option.default), required: true }));
  }

  function wanted() {
    const fields = form.elements;
    const game = games.find(({ name }) => name === fields.game.value);
    const options = {};
    for (const option of game.options) {
      const input = fields[`option:${option.name}`];
      if (option.kind === "bool") options[option.name] = input.checked;
      else if (option.kind === "choice") options[option.name] = input.value;
      else if (option.kind === "ints") options[option.name] = input.value.split(",").map(Number);
      else options[option.name] = Number(input.value);
    }
    const seat = Number(fields.seat.value);
    const body = { game: game.name, options, token: newToken() };
    if (fields.opponent.value === "computer") body.level = Number(fields.level.value);
    if (seat) body.seat = seat;
    return body;
  }

  async function start(event) {
    event.preventDefault();
    if (starting) return;
    const fields = form.elements;
    const body = wanted();
    forGood.set(KEPT, JSON.stringify({ game: body.game, opponent: fields.opponent.value, level: Number(fields.level.value), seat: fields.seat.value }));
    starting = true;
    const answer = await post("/api/rooms", body);
    starting = false;
    if (!form.isConnected) return; // the person has gone to another page meanwhile
    if (answer.room) {
      keepToken(answer.room, body.token);
      go(`/room/${answer.room}`);
      return;
    }
    refuse(answer);
  }

  function refuse(answer) {
    refused = answer;
    form.querySelector(".trouble")?.remove();
    form.append(trouble(answer));
  }

  function showWithChoices() {
    const chosen = [...new FormData(form)];
    const checks = [...form.querySelectorAll(":checked[type=checkbox]")].map(({ name }) => name);
    const open = form.querySelector("details").open;
    show();
    form.querySelector("details").open = open;
    const set = (pairs) => pairs.forEach(([name, value]) => (form.elements[name].value = value));
    const isOption = ([name]) => name.startsWith("option:") && form.elements[name].type !== "checkbox";
    set(chosen.filter(([name]) => !name.startsWith("option:")));
    options();
    levels();
    set(chosen.filter(isOption));
    for (const check of form.querySelectorAll("[type=checkbox]")) check.checked = checks.includes(check.name);
  }

  return {
    /** In another language, with what is chosen. */
    relabel() {
      head();
      if (games.length) showWithChoices();
      if (refused) refuse(refused);
    },
  };
}

/** Why something went wrong, shown and said. */
export function trouble(answer) {
  const words = refusalWords(answer);
  warn(words);
  return el("p", { class: "trouble" }, words);
}
