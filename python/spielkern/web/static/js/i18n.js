/** The two languages. A dictionary is one JSON file; both have the same keys. */

import { get } from "./ask.js";
import { forGood } from "./kept.js";

const LANGUAGES = ["en", "de"];
const KEPT = "spielkern:lang";

let words = {};
let patterns = [];
let awaited = null; // the language that was asked for last
export let lang = "en";

/** The language that the person chose here before, else the first of the browser's that there is. */
export function preferred() {
  const kept = forGood.get(KEPT);
  const wished = [kept, ...navigator.languages].map((tag) => String(tag).slice(0, 2));
  return wished.find((tag) => LANGUAGES.includes(tag)) ?? "en";
}

/** Get a dictionary; false if another language was asked for before it came, and an error if it does not come. */
export async function load(wanted) {
  awaited = wanted;
  const dictionary = await get(`/static/lang/${wanted}.json`);
  if (awaited !== wanted) return false;
  if (dictionary.code) throw new Error(dictionary.code);
  lang = wanted;
  words = dictionary.words;
  patterns = dictionary.engine.map(([pattern, text]) => [new RegExp(pattern), text]);
  document.documentElement.lang = wanted;
  return true;
}

export function choose(wanted) {
  forGood.set(KEPT, wanted);
  return load(wanted);
}

/** The words for a key, with {values} filled in. Where `n` is 1 the key with `.one` goes before, if there is one. */
export function t(key, values = {}) {
  const text = (values.n === 1 && words[`${key}.one`]) || words[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Whether there are words for a key. */
export const has = (key) => key in words;

/** What the engine says, in the language of the page; as it is if it is not known. */
export function engineWords(text) {
  for (const [pattern, translation] of patterns) {
    const found = text.match(pattern);
    if (found) return translation.replace(/\$(\d)/g, (_, number) => found[Number(number)] ?? "");
  }
  return text;
}

/** Why the server does not do something. */
export const refusalWords = ({ code, text }) => (has(`refused.${code}`) ? t(`refused.${code}`) : engineWords(text));

/** Why a play is not judged, or not legal. */
export const whyNot = (answer) => (answer.code ? refusalWords(answer) : engineWords(answer.why));

export const languages = LANGUAGES;
