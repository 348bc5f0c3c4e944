/** The rules of a game, as the guide of the package has them. */

import { el } from "./dom.js";
import { lang, t } from "./i18n.js";

const GAMES = ["ten", "dots-and-boxes", "nim", "mu-torere", "crazy10s"];

export function rules(main, game) {
  document.title = `${t("nav.rules")}: ${t(`game.${game}`)} · spielkern`;
  const article = el("article", { class: "guide" });
  main.append(
    el("nav", { class: "tabs", "aria-label": t("nav.rules") },
      GAMES.map((each) => el("a", { href: `/rules/${each}`, "aria-current": each === game ? "page" : null }, t(`game.${each}`)))),
    article,
  );
  fetch(`/api/rules/${game}?lang=${lang}`).then(async (answer) => {
    if (answer.ok) article.innerHTML = await answer.text();
    else article.append(el("p", {}, t("trouble.network")));
  });
  return {};
}
