/** The board: the drawing that the server sends, with clicks and keys on its places. */

/** The arrow keys lead to what is seen in their direction, the page keys through all places in order. */
const PAGES = { PageUp: -1, PageDown: 1 };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** So wide a drawing becomes at the most, and not much wider than it is drawn. */
const WIDEST = 680;

export class Board {
  /** `handlers`: activate(at), key(event, at). */
  constructor(handlers) {
    this.handlers = handlers;
    this.host = document.createElement("div");
    this.host.className = "board";
    this.current = null;
    this.places = new Map();
    this.shut = new Set(); // places where nothing can ever be done, as edges that are drawn
    this.host.addEventListener("click", (event) => {
      const place = event.target.closest("[data-at]");
      if (place) this.#activate(place);
    });
    this.host.addEventListener("keydown", (event) => this.#key(event));
    this.host.addEventListener("focusin", (event) => {
      const place = event.target.closest("[data-at]");
      if (place) this.#become(place);
    });
  }

  /** Show a drawing; whoever was on a place stays there. */
  show(svg, label) {
    const had = this.host.contains(document.activeElement);
    this.host.innerHTML = svg;
    const drawing = this.host.querySelector("svg");
    drawing.setAttribute("aria-label", label);
    drawing.style.maxWidth = `${Math.min(1.6 * Number(drawing.getAttribute("width")), WIDEST)}px`;
    this.places = new Map([...this.host.querySelectorAll("[data-at]")].map((place) => [place.dataset.at, place]));
    this.shut = new Set([...this.places.values()].filter((place) => place.getAttribute("aria-disabled") === "true"));
    // One stop for the Tab key; within the board the arrow keys lead on.
    for (const place of this.places.values()) place.setAttribute("tabindex", "-1");
    // The places say their names themselves.
    if (this.places.size) for (const text of drawing.querySelectorAll("text")) text.setAttribute("aria-hidden", "true");
    const place = this.places.get(this.current) ?? this.places.values().next().value;
    if (place) {
      this.#become(place);
      if (had) place.focus({ preventScroll: true });
    }
  }

  /** Show nothing. */
  clear() {
    this.host.replaceChildren();
    this.places.clear();
  }

  /** Whether something can be done on the board now. */
  set live(live) {
    this.host.classList.toggle("board-still", !live);
    for (const place of this.places.values()) {
      if (live && !this.shut.has(place)) place.removeAttribute("aria-disabled");
      else place.setAttribute("aria-disabled", "true");
    }
  }

  /** Mark places: `marks` has for each class the places that get it. */
  mark(marks) {
    for (const [name, places] of Object.entries(marks)) {
      const wanted = new Set(places);
      for (const [at, place] of this.places) place.classList.toggle(name, wanted.has(at));
    }
    if (!("is-chosen" in marks)) return;
    for (const [at, place] of this.places) {
      if (marks["is-chosen"].includes(at)) place.setAttribute("aria-pressed", "true");
      else place.removeAttribute("aria-pressed");
    }
  }

  focus(at = this.current) {
    this.places.get(at)?.focus({ preventScroll: true });
  }

  #become(place) {
    this.places.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = place.dataset.at;
    place.setAttribute("tabindex", "0");
  }

  #activate(place) {
    this.#become(place);
    this.handlers.activate(place.dataset.at);
  }

  #key(event) {
    const place = event.target.closest("[data-at]");
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) {
      event.preventDefault();
      this.#neighbour(place, ARROWS[event.key])?.focus();
    } else if (event.key in PAGES) {
      event.preventDefault();
      const all = [...this.places.values()];
      all[(all.indexOf(place) + PAGES[event.key] + all.length) % all.length].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#activate(place);
    } else {
      this.handlers.key?.(event, place.dataset.at);
    }
  }

  /** The nearest place in a direction; what lies aside counts as farther away. */
  #neighbour(from, [right, down]) {
    const here = middle(from);
    let best = null;
    let least = Infinity;
    for (const place of this.places.values()) {
      const there = middle(place);
      const ahead = (there.x - here.x) * right + (there.y - here.y) * down;
      const aside = Math.abs((there.x - here.x) * down) + Math.abs((there.y - here.y) * right);
      if (ahead < 2 || aside > 2.2 * ahead) continue;
      const far = Math.hypot(ahead, aside) ** 3 / ahead ** 2; // the distance by the squared cosine
      if (far < least) [best, least] = [place, far];
    }
    return best;
  }
}

/** Where a place is; what marks its room is the same for all of a board. */
function middle(place) {
  const box = (place.querySelector(".sk-hit") ?? place).getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
