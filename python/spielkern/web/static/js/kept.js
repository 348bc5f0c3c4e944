/** What a browser keeps; where it is told to keep nothing, the page remembers for as long as it is open. */

class Kept {
  #memory = new Map();

  constructor(storage) {
    this.storage = storage;
  }

  get(key) {
    try {
      return this.storage().getItem(key);
    } catch {
      return this.#memory.get(key) ?? null;
    }
  }

  set(key, value) {
    try {
      this.storage().setItem(key, value);
    } catch {
      this.#memory.set(key, value);
    }
  }
}

/** For good: seats and the language. */
export const forGood = new Kept(() => localStorage);
/** For as long as the window: moves that are not confirmed. */
export const forNow = new Kept(() => sessionStorage);
