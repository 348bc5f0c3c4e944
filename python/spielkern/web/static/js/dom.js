/** Elements and the two places that screen readers listen to. */

/** Make an element: properties, `on…` listeners and attributes in `given`, then children. */
export function el(name, given = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && typeof value !== "string") element[key] = value;
    else element.setAttribute(key === "className" ? "class" : key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Say something to those who listen, after what is being said. */
export function say(text) {
  const log = document.getElementById("polite");
  log.append(el("p", {}, text));
  while (log.childElementCount > 5) log.firstElementChild.remove();
}

/** Say at once that something went wrong. */
export function warn(text) {
  const alert = document.getElementById("urgent");
  alert.textContent = "";
  alert.append(el("p", {}, text));
}

/** What went wrong is right again, or past. */
export function calm() {
  document.getElementById("urgent").replaceChildren();
}

/**
 * Draw `part` anew without losing the focus that is in it: what has the same key gets it, and if nothing can have it
 * then, `otherwise` says where it goes.
 */
export function keepFocus(part, draw, otherwise) {
  const had = part.contains(document.activeElement) ? document.activeElement : null;
  draw();
  const now = document.activeElement;
  if (!had || (part.contains(now) && !now.disabled)) return;
  const same = had.dataset.key && part.querySelector(`[data-key="${had.dataset.key}"]:not(:disabled)`);
  if (same) same.focus();
  else otherwise();
}

/** The mark of a player, of the same shape and colour as the stones. */
export function mark(player) {
  return el("span", { class: `mark mark-${player}`, "aria-hidden": "true" });
}
