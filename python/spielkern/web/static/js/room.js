/** A room: the board, who plays, what can be done, and what was played. */

import { Board } from "./board.js";
import { calm, el, keepFocus, mark, say, warn } from "./dom.js";
import { engineWords, lang, refusalWords, t } from "./i18n.js";
import { Link, keepToken, tokenOf } from "./link.js";
import { described, placesOf } from "./moves.js";
import { Figures } from "./play/figures.js";
import { Single } from "./play/single.js";
import { Tiles } from "./play/tiles.js";

const COMPOSERS = { nim: Single, "dots-and-boxes": Single, "mu-torere": Figures, ten: Figures, crazy10s: Tiles };

export function room(main, name) {
  let state = null;
  let presence = null;
  let connection = "connecting";
  let composer = null;
  let told = -1; // how many plies have been said
  let hint = null; // its words, in the language of the page, as those of a trouble
  let troubled = () => "";
  let hinting = []; // the places of a hint
  let sure = false; // whether resigning was asked once

  const board = new Board({ activate: (at) => composer?.activate(at), key: (event, at) => composer?.key(event, at) });
  const status = el("h1", { class: "status", tabindex: "-1" });
  const notice = el("p", { class: "notice", hidden: true });
  const lost = el("p", { class: "notice lost" });
  const players = el("section", { class: "players" });
  const choices = el("div", { class: "composer" });
  const invite = el("section", { class: "invite", hidden: true });
  const actions = el("div", { class: "buttons actions" });
  const history = el("section", { class: "history" });
  main.append(
    el("div", { class: "room" },
      el("div", { class: "play" }, status, notice, board.host, choices),
      el("aside", { class: "side" }, players, invite, actions, history)),
  );
  const link = new Link(name, lang, {
    message: heard,
    connection(now) {
      if (now === connection) return;
      const before = connection;
      connection = now;
      if (now !== "open") warn(t(`status.${now}`));
      else if (before !== "connecting") {
        calm();
        say(t("status.back"));
      }
      show();
    },
    pending: () => show(),
  });

  /** Whether the connection is lost, for a while at least. */
  const away = () => connection === "lost" || connection === "crowded";
  /** Whether there is nothing to show, and never will be. */
  const shut = () => connection === "gone" || connection === "unreadable";

  /** What the composers work with. */
  const table = {
    board,
    canSwap: true,
    canPass: true,
    get state() {
      return state;
    },
    get rack() {
      return state.ending ? null : state.rack;
    },
    get open() {
      return state.seat !== null && !state.ending;
    },
    get live() {
      return connection === "open" && !link.waiting && state.seat === state.player && !state.ending;
    },
    play(move) {
      hint = null;
      link.act("play", state.number, { move });
    },
    judge: (move) => link.preview(move),
  };

  function heard(message) {
    if (message.type === "state") newState(message);
    else if (message.type === "presence") {
      presence = message;
      show();
    } else if (message.type === "hinted") hinted(message);
    else if (message.type === "refused") refused(message);
  }

  /** Whoever is somewhere on this page stays there as far as that can be. */
  const staying = (draw) => keepFocus(main, draw, () => (board.places.size ? board.focus() : status.focus()));

  const newState = (message) => staying(() => take(message));

  function take(message) {
    const before = state;
    state = message;
    // The token is this seat's in the next room too, however that is opened.
    if (state.next && state.seat !== null) keepToken(state.next, tokenOf(state.room));
    if (before?.number !== state.number) {
      hint = null;
      sure = false;
    }
    if (!composer) {
      board.host.classList.add(`board-${state.game}`);
      composer = new COMPOSERS[state.game](table);
      if (composer.panel) choices.append(composer.panel);
    }
    if (before?.board !== state.board) {
      board.show(state.board, t("board.label", { game: t(`game.${state.game}`) }));
    }
    announce(before);
    show();
  }

  function hinted(message) {
    if (message.number !== state.number) return;
    hinting = placesOf(message.move);
    hint = () => t("hint.move", { move: described(state.game, message.move), percent: Math.round(100 * message.win) });
    say(hint());
    show();
  }

  function refused(message) {
    if (message.code === "token") return; // the seat is free, or somebody else's: the state says so
    hint = null;
    trouble(() => refusalWords(message));
    show();
  }

  function trouble(words) {
    troubled = words;
    notice.textContent = words();
    notice.hidden = false;
    warn(words());
    clearTimeout(trouble.timer);
    trouble.timer = setTimeout(() => {
      notice.hidden = true;
    }, 6000);
  }

  // ------------------------------------------------------------------------------------------------- in words

  function who(player) {
    if (state.seat === player) return t("you");
    if (state.computer === player) return t("computer");
    return t("player", { player });
  }

  /** Say what was played since the last time, and whose turn it is. */
  function announce(before) {
    const plies = state.history;
    if (before === null) {
      told = plies.length;
      say(statusWords());
      return;
    }
    const said = [];
    if (plies.length < told) said.push(t("said.undone"));
    for (const ply of plies.slice(Math.min(told, plies.length))) {
      const points = ply.points ? ` ${t("said.points", { n: ply.points })}` : "";
      said.push(t(ply.player === state.seat ? "said.you" : "said.other", { who: who(ply.player), move: described(state.game, ply.move) }) + points);
    }
    told = plies.length;
    const offered = state.offer !== null && state.offer !== before.offer && state.offer !== state.seat;
    if (offered) said.push(t("said.offer", { who: who(state.offer) }));
    if (state.next && !before.next) said.push(t("said.next"));
    const changed = before.number !== state.number || before.taken.join() !== state.taken.join() || before.seat !== state.seat;
    if (changed) said.push(statusWords());
    if (said.length) say(said.join(" "));
  }

  function endWords() {
    const { winner, reason, resigned } = state.ending;
    const result = winner === null ? t("end.draw") : winner === state.seat ? t("end.you") : t("end.other", { who: who(winner) });
    const why = resigned ? t(resigned === state.seat ? "end.you-resigned" : "end.resigned", { who: who(resigned) }) : engineWords(reason);
    return `${result} ${why}`;
  }

  function statusWords() {
    if (shut()) return t(`status.${connection}`);
    if (state === null) return t(away() ? `status.${connection}` : "status.connecting");
    if (state.ending) return endWords();
    if (state.player === state.seat) return t(state.occurrences > 1 ? "status.you-again" : "status.you", { n: state.occurrences });
    if (state.player === state.computer) return t("status.computer");
    return state.taken[state.player - 1] ? t("status.other", { who: who(state.player) }) : t("status.waiting", { who: who(state.player) });
  }

  /** The name of the game, with a mark where one is on turn; without a game what is to say. */
  function titleWords() {
    if (state === null || shut()) return statusWords();
    return `${state.player === state.seat && !state.ending ? "● " : ""}${t(`game.${state.game}`)}`;
  }

  // ----------------------------------------------------------------------------------------------- what is shown

  const show = () => staying(draw);

  function draw() {
    document.title = `${titleWords()} · spielkern`;
    status.textContent = statusWords();
    status.classList.toggle("status-you", Boolean(state && table.live));
    status.classList.toggle("status-end", Boolean(state?.ending));
    main.firstElementChild.classList.toggle("room-lost", away());
    lost.textContent = away() ? t(`status.${connection}`) : "";
    if (away() && state) status.after(lost); // above the board, where everybody sees it
    else lost.remove();
    if (shut()) {
      board.clear();
      for (const part of [players, invite, actions, history, choices]) part.replaceChildren();
      choices.append(el("p", {}, el("a", { href: "/" }, t("nav.play"))));
      return;
    }
    if (state === null) return;
    composer.update();
    if (!hint) hinting = [];
    board.mark({ "is-hint": hinting });
    showPlayers();
    showInvite();
    showActions();
    showHistory();
  }

  function showPlayers() {
    players.setAttribute("aria-label", t("players"));
    players.replaceChildren(...[1, 2].map(playerRow), ...shared());
  }

  function playerRow(player) {
    const onTurn = !state.ending && state.player === player;
    const here = presence?.here[player - 1];
    const free = !state.taken[player - 1];
    const details = [];
    if (state.computer === player) details.push(presence?.thinking ? t("thinking") : t("home.level-n", { level: state.level, words: t(`level.${Math.ceil(state.level / 2)}`) }));
    else if (free) details.push(t("seat.free"));
    else if (state.seat !== player) details.push(here ? t("seat.here") : t("seat.away"));
    const numbers = [];
    if (state.scores) numbers.push(el("strong", {}, t(state.game === "dots-and-boxes" ? "count.boxes" : "count.points", { n: state.scores[player - 1] })));
    if (state.objects) numbers.push(t("count.objects", { n: state.objects[player - 1] }));
    if (state.supplies) numbers.push(t("count.supply", { n: state.supplies[player - 1] }));
    if (state.racks) numbers.push(t("count.rack", { tiles: [...state.racks[player - 1]].join(" ") || "–" }));
    else if (state.rack_sizes && state.seat !== player) numbers.push(t("count.hidden", { n: state.rack_sizes[player - 1] }));
    const name = state.seat === player ? t("you") : state.computer === player ? t("computer") : t("player", { player });
    return el("div", { class: onTurn ? "player player-on" : "player", "data-player": player },
      mark(player),
      el("span", { class: "player-name" }, el("strong", {}, name), el("small", {}, details.join(" "))),
      el("span", { class: "player-numbers" }, numbers.map((number) => el("span", {}, number))),
      onTurn ? el("span", { class: "unseen" }, t("on-turn")) : null);
  }

  function shared() {
    const lines = [];
    if (state.bag !== null && state.bag !== undefined) {
      lines.push(t("count.bag", { n: state.bag }) + (state.scoreless > 1 && !state.ending ? ` · ${t("count.scoreless", { n: state.scoreless })}` : ""));
    }
    if (state.bag !== null && state.bag !== undefined) lines.push(t("count.bonuses"));
    if (presence?.watching > (state.seat === null ? 1 : 0)) lines.push(t("count.watching", { n: presence.watching }));
    return lines.map((line) => el("p", { class: "shared" }, line));
  }

  function showInvite() {
    const free = state.taken.includes(false);
    invite.hidden = !free;
    if (!free) return;
    if (state.seat === null) {
      invite.replaceChildren(el("p", {}, t("invite.watching")),
        el("button", { type: "button", class: "main", "data-key": "sit", onclick: () => link.sit() }, t("invite.sit")));
      return;
    }
    if (invite.querySelector("input")?.lang === lang) return; // somebody may be selecting the link
    const address = el("input", { readonly: true, value: location.href, lang, "aria-label": t("invite.link"), onfocus: (event) => event.target.select() });
    address.value = location.href;
    const copy = async () => {
      address.select();
      try {
        await navigator.clipboard.writeText(location.href);
      } catch {
        document.execCommand("copy"); // without https there is no other way
      }
      say(t("invite.copied"));
      button.textContent = t("invite.copied");
    };
    const button = el("button", { type: "button", "data-key": "copy", onclick: copy }, t("invite.copy"));
    invite.replaceChildren(el("p", {}, t("invite.send")), el("div", { class: "invite-row" }, address, button));
  }

  function showActions() {
    // While an answer is awaited, buttons do nothing but stay: a disabled one loses the focus.
    const button = (key, words, act, { class: style, disabled = false } = {}) =>
      el("button", { type: "button", class: style, "data-key": key, onclick: () => link.waiting || act(), disabled: disabled || connection !== "open" }, words);
    const parts = [];
    const playing = state.seat !== null && !state.ending;
    if (hint) parts.push(el("p", { class: "hint" }, hint()));
    if (playing && state.offer === 3 - state.seat) {
      parts.push(el("p", { class: "hint" }, t("said.offer", { who: who(state.offer) })));
      parts.push(button("draw", t("action.accept"), () => link.act("draw", state.number), { class: "main" }));
    }
    if (playing && state.computer !== null) {
      parts.push(button("hint", t("action.hint"), askHint, { disabled: state.player !== state.seat }));
    }
    if (state.seat !== null && state.computer !== null) {
      parts.push(button("undo", t("action.undo"), () => link.act("undo", state.number), { disabled: !state.can_undo }));
    }
    if (playing && state.computer === null && state.offer === null) parts.push(button("draw", t("action.draw"), () => link.act("draw", state.number)));
    if (playing && state.offer === state.seat) parts.push(el("p", { class: "hint" }, t("offered")));
    if (playing) parts.push(button("resign", t(sure ? "action.resign-sure" : "action.resign"), resign, { class: sure ? "danger" : "" }));
    if (state.next) parts.push(el("a", { class: "button main", "data-key": "next", href: `/room/${state.next}` }, t("action.next")));
    else if (state.seat !== null && state.ending) parts.push(button("again", t("action.again"), again, { class: "main" }));
    if (state.ending || state.game !== "crazy10s") parts.push(el("a", { class: "button", "data-key": "record", href: `/api/rooms/${state.room}/record`, download: "" }, t("action.record")));
    parts.push(el("a", { class: "button", "data-key": "rules", href: `/rules/${state.game}`, target: "_blank" }, t("action.rules")));
    actions.replaceChildren(...parts);
    if (following && state.next) {
      following = false;
      actions.querySelector("[data-key=next]").click();
    }
  }

  let following = false;

  function again() {
    following = true;
    link.again();
  }

  function askHint() {
    hint = () => t("hint.thinking");
    link.hint(state.number);
    show();
  }

  function resign() {
    if (!sure) {
      sure = true;
      say(t("action.resign-sure"));
    } else {
      sure = false;
      link.act("resign", state.number);
    }
    show();
  }

  let listed = null; // so that nobody's place in the list is lost

  function showHistory() {
    const now = JSON.stringify([lang, state.seat, state.history]);
    if (now === listed) return;
    listed = now;
    const item = (ply, index) =>
      el("li", { value: index + 1, class: index === state.history.length - 1 ? "newest" : null },
        mark(ply.player), el("span", { class: "unseen" }, `${who(ply.player)}: `),
        el("span", {}, described(state.game, ply.move)),
        ply.points ? el("span", { class: "gain" }, `+${ply.points}`) : null);
    const list = el("ol", { tabindex: "0", "aria-label": t("history") }, state.history.map(item));
    history.replaceChildren(el("h2", {}, t("history")), state.history.length ? list : el("p", { class: "help" }, t("history.none")));
    list.scrollTop = list.scrollHeight;
  }

  draw();
  return {
    end: () => link.end(),
    relabel() {
      link.setLang(lang);
      invite.replaceChildren();
      notice.textContent = troubled();
      show();
    },
  };
}
