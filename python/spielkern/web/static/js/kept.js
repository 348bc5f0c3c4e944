/** What a browser keeps; what it cannot or must not keep, the page remembers for as long as it is open. */

class Kept {
  #memory = new Map(); // newer than what the browser has

  constructor(storage) {
    this.storage = storage;
  }

  get(key) {
    if (this.#memory.has(key)) return this.#memory.get(key);
    try {
      return this.storage().getItem(key);
    } catch {
      return null;
    }
  }

  set(key, value) {
    try {
      this.storage().setItem(key, value);
      this.#memory.delete(key);
    } catch {
      this.#memory.set(key, value);
    }
  }
}

/** For good: seats and the language. */
export const forGood = new Kept(() => localStorage);
/** For as long as the window: moves that are not confirmed. */
export const forNow = new Kept(() => sessionStorage);
