/** The rules of a game, as the guide of the package has them. */

import { get } from "./ask.js";
import { el } from "./dom.js";
import { trouble } from "./home.js";
import { lang, t } from "./i18n.js";

const GAMES = ["ten", "dots-and-boxes", "nim", "mu-torere", "crazy10s"];

/** Letters of code that always fit a line of a phone; most positions are longer and may break. */
const SHORT = 24;

/** A text in which moves and positions stand in backquotes. */
const inline = (text) => text.split("`").map((part, index) => (index % 2 ? code(part) : part));

const code = (part) => el("code", { class: part.length <= SHORT ? "short" : null }, part);

function section({ title, paragraphs }) {
  return [el("h2", {}, title), ...paragraphs.flatMap(paragraph)];
}

function paragraph({ ask, text, pictures }) {
  const parts = [ask ? el("h3", {}, inline(ask)) : null, el("p", {}, inline(text))];
  if (pictures.length) {
    const figure = el("figure", {});
    figure.innerHTML = pictures.join('<span class="then" aria-hidden="true">→</span>');
    parts.push(figure);
  }
  return parts.filter(Boolean);
}

export function rules(main, game) {
  document.title = `${t("nav.rules")}${GAMES.includes(game) ? `: ${t(`game.${game}`)}` : ""} · spielkern`;
  const article = el("article", { class: "guide" });
  main.append(
    el("nav", { class: "tabs", "aria-label": t("nav.rules") },
      GAMES.map((each) => el("a", { href: `/rules/${each}`, "aria-current": each === game ? "page" : null }, t(`game.${each}`)))),
    article,
  );
  get(`/api/rules/${game}?lang=${lang}`).then((page) => {
    if (!article.isConnected) return;
    if (page.code) article.append(trouble(page));
    else article.append(el("h1", {}, t(`game.${game}`)), ...page.sections.flatMap(section));
  });
  return {};
}
