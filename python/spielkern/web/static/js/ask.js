/** Questions to the server that need no connection. */

/** So long an answer may take, in milliseconds: a connection can swallow all that goes over it. */
const LONGEST = 15_000;

/** Ask for JSON; that there is no answer is an answer too. */
export async function get(address, how = {}) {
  try {
    return await (await fetch(address, { signal: AbortSignal.timeout(LONGEST), ...how })).json();
  } catch {
    return { code: "network" };
  }
}

/** Send JSON and return the JSON of the answer. */
export const post = (address, body) =>
  get(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
