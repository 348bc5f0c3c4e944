/** Which page is shown; the language; links within the site need no loading. */

import { calm, el, warn } from "./dom.js";
import { home } from "./home.js";
import { choose, lang, languages, load, preferred, t } from "./i18n.js";
import { puzzle } from "./puzzle.js";
import { room } from "./room.js";
import { rules } from "./rules.js";

/** So long after a try to get the first words comes the next one, in milliseconds. */
const AGAIN = 2_000;
const main = document.getElementById("main");
let page = null;
let shown = null; // its path

const PAGES = [
  [/^\/$/, home],
  [/^\/room\/([\w-]+)$/, room],
  [/^\/puzzle$/, puzzle],
  [/^\/rules\/([\w-]+)$/, rules],
];

/** Go to an address of this site. */
export function go(address, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  show();
  main.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

function show() {
  page?.end?.();
  calm();
  shown = location.pathname;
  main.replaceChildren();
  const found = PAGES.map(([pattern, make]) => [location.pathname.match(pattern), make]).find(([match]) => match);
  const [match, make] = found ?? [[], home];
  page = make(main, match[1]);
  frame();
}

/** What stands around every page. */
function frame() {
  const link = (address, words) =>
    el("a", { href: address, "aria-current": location.pathname === address ? "page" : null }, words);
  document.querySelector(".skip").textContent = t("skip");
  document.getElementById("nav").replaceChildren(
    link("/", t("nav.play")),
    link("/puzzle", t("nav.puzzle")),
    link("/rules/ten", t("nav.rules")),
  );
  document.getElementById("nav").setAttribute("aria-label", t("nav.label"));
  const group = document.getElementById("languages");
  group.setAttribute("aria-label", t("language"));
  group.replaceChildren(
    ...languages.map((each) =>
      el(
        "button",
        { type: "button", lang: each, "aria-pressed": String(each === lang), "aria-label": { en: "English", de: "Deutsch" }[each], onclick: () => change(each) },
        each.toUpperCase(),
      ),
    ),
  );
}

async function change(wanted) {
  try {
    if (!(await choose(wanted))) return;
  } catch {
    warn(t("refused.network"));
    return;
  }
  if (page?.relabel) {
    page.relabel();
    frame();
  } else {
    show();
  }
  document.querySelector(`#languages [lang=${wanted}]`).focus();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button || link.target || link.hasAttribute("download")) return;
  const address = new URL(link.href);
  if (address.origin !== location.origin || address.hash || address.pathname.startsWith("/api/") || address.pathname.startsWith("/static/")) return;
  event.preventDefault();
  go(address.pathname + address.search);
});
window.addEventListener("popstate", () => {
  if (location.pathname !== shown) show(); // else it was a way within the page
});

/** Without words there is nothing to show; until they come it is told why, in both languages. */
async function firstWords() {
  try {
    await load(preferred());
  } catch {
    const line = (language, words) => el("p", { class: "trouble", role: "alert", lang: language }, words);
    if (!main.firstChild) {
      main.append(line("en", "The server does not answer; trying again …"), line("de", "Der Server antwortet nicht; neuer Versuch …"));
    }
    await new Promise((done) => setTimeout(done, AGAIN));
    await firstWords();
  }
}

await firstWords();
show();
