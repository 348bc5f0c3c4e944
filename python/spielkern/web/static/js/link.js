/**
 * The connection to a room. It comes back by itself, and what was asked for but not yet confirmed is asked again: what
 * changes the match under the same id, and the server does it once.
 */

import { forGood, forNow } from "./kept.js";

const SHORTEST = 250;
const LONGEST = 5000;
/** So often the server is asked whether it is there, in milliseconds, and so long it may take to say a word. */
const ASK_EVERY = 10_000;
const SILENCE = 15_000;
/** So long a move may wait for its answer, and a new connection for its first word. */
const LONGEST_ANSWER = 6_000;
/** Codes with which the server ends a connection for good: no such room, a room that cannot be read. */
const FINAL = new Set([4004, 4010]);
/** And with which it ends one of too many. */
const CROWDED = 4009;

const random = (bytes) => {
  const raw = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...raw))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
};

/** A secret for a seat. It is drawn here, so that it is known even if the answer of the server is lost. */
export const newToken = () => random(32);

const keyOf = (room) => `spielkern:seat:${room}`;
export const tokenOf = (room) => forGood.get(keyOf(room));
export const keepToken = (room, token) => forGood.set(keyOf(room), token);

/** Without an id nobody knows what was refused; that a token stands for no seat was not asked for. */
const refusal = ({ type, id, code }) => type === "refused" && !id && code !== "token";

export class Link {
  #socket = null;
  #timer = null;
  #delay = SHORTEST;
  #ended = false;
  #pending;
  #asked = new Map(); // what was asked for without an id, by its type: {message, answers, done}
  #previews = 0;
  #number = 0; // of the newest state
  #pingedAt = null; // since when the server is asked whether it is there and says nothing
  #answered = false; // whether this connection has said anything
  #caughtUp = false; // whether it has brought a state

  /** `handlers`: message(object), connection("open" | "lost" | "crowded" | "gone" | "unreadable"), pending(). */
  constructor(room, lang, handlers) {
    this.room = room;
    this.lang = lang;
    this.handlers = handlers;
    // A page that is loaded anew goes on with what was not confirmed.
    this.#pending = new Map(JSON.parse(forNow.get(`spielkern:pending:${room}`) ?? "[]"));
    this.watch = setInterval(() => this.#listen(), ASK_EVERY);
    // Timers of a page that is not seen may sleep for a minute.
    this.wake = () => this.#retry(0);
    window.addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.#connect();
  }

  /** Whether the next state depends on something that was asked for: a newer one answers it as well as the answer. */
  get waiting() {
    return [...this.#pending.values()].some((asked) => asked.number >= this.#number);
  }

  /** Ask for something that changes the match. */
  act(type, number, more = {}) {
    const message = { type, id: random(12), number, ...more };
    this.#pending.set(message.id, message);
    this.#keep();
    this.#send(message);
    setTimeout(() => this.#pending.has(message.id) && this.#drop(), LONGEST_ANSWER);
    this.handlers.pending();
  }

  sit() {
    if (tokenOf(this.room) === null) keepToken(this.room, newToken());
    this.#ask({ type: "sit", token: tokenOf(this.room) }, (said) => said.type === "seated" || refusal(said));
  }

  /** Ask for a good move in the state of that number. */
  hint(number) {
    const past = (said) => said.type === "state" && said.number !== number;
    this.#ask({ type: "hint", number }, (said) => said.type === "hinted" || past(said) || refusal(said));
  }

  /** Ask for another match. */
  again() {
    this.#ask({ type: "again" }, (said) => Boolean(said.next) || refusal(said));
  }

  setLang(lang) {
    this.lang = lang;
    this.#send({ type: "lang", lang });
  }

  /** What a play would score: a promise of {score, why}; it stays open if the next one is asked before the answer. */
  preview(move) {
    this.#previews += 1;
    const ask = this.#previews;
    return this.#ask({ type: "preview", ask, move }, (said) => said.type === "previewed" && said.ask === ask);
  }

  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearInterval(this.watch);
    window.removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.#socket?.close();
  }

  /**
   * A connection can die without a word: ask, and give it up if nothing comes. That nothing was heard for long says
   * little by itself: perhaps nobody has asked, because the page slept.
   */
  #listen() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (this.#pingedAt !== null && performance.now() - this.#pingedAt > SILENCE) {
      this.#drop();
    } else {
      this.#pingedAt ??= performance.now();
      this.#send({ type: "ping" });
    }
  }

  /** Give up an open connection that does not answer; one that is still to open has a time of its own. */
  #drop() {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#giveUp();
  }

  /** Not wait until a connection that does not answer ends, and begin another one. */
  #giveUp() {
    this.#socket.close();
    this.#lost();
  }

  #lost(how = "lost") {
    this.#socket = null;
    this.handlers.connection(how);
    this.#retry(this.#delay * (0.75 + Math.random() / 2));
    this.#delay = Math.min(2 * this.#delay, LONGEST);
  }

  #keep() {
    forNow.set(`spielkern:pending:${this.room}`, JSON.stringify([...this.#pending]));
  }

  /**
   * Ask for something that does not change the match, until a message `answers` it: a promise of that. Of each type the
   * last one counts; on a new connection it waits for the first state, which may be answer enough.
   */
  #ask(message, answers) {
    if (this.#caughtUp) this.#send(message);
    return new Promise((done) => this.#asked.set(message.type, { message, answers, done }));
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.room}`);
    this.#socket = socket;
    this.#answered = false;
    this.#caughtUp = false;
    this.#pingedAt = null;
    setTimeout(() => socket === this.#socket && !this.#answered && !this.#ended && this.#giveUp(), LONGEST_ANSWER);
    socket.addEventListener("open", () => {
      this.#send({ type: "hello", token: tokenOf(this.room), lang: this.lang });
      for (const message of this.#pending.values()) this.#send(message);
    });
    socket.addEventListener("message", (event) => {
      for (const message of JSON.parse(event.data)) {
        if (socket === this.#socket && !this.#ended) this.#heard(message);
      }
    });
    socket.addEventListener("close", (event) => {
      if (socket !== this.#socket || this.#ended) return;
      if (FINAL.has(event.code)) this.handlers.connection(event.code === 4004 ? "gone" : "unreadable");
      else this.#lost(event.code === CROWDED ? "crowded" : "lost");
    });
  }

  #retry(wait) {
    clearTimeout(this.#timer);
    if (this.#ended || this.#socket?.readyState <= WebSocket.OPEN) return;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #heard(message) {
    this.#pingedAt = null;
    if (!this.#answered) {
      // Only now: a connection that is open can still be refused.
      this.#answered = true;
      this.#delay = SHORTEST;
      this.handlers.connection("open");
    }
    for (const [type, { answers, done }] of this.#asked) {
      if (answers(message) && this.#asked.delete(type)) done(message);
    }
    if (message.type === "state") {
      this.#number = message.number;
      if (!this.#caughtUp) for (const asked of this.#asked.values()) this.#send(asked.message);
      this.#caughtUp = true;
    }
    if (message.id && this.#pending.delete(message.id)) {
      this.#keep();
      this.handlers.pending();
    }
    this.handlers.message(message);
  }
}
