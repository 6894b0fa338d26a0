// Streams that end or wait: why, and when to try again.

import { words } from "./page.js";

const MILLISECONDS = 3000;

// What the server says of a stream that it refuses, which an EventSource does not show.
export async function refusal(address) {
  const asked = new AbortController();
  const headers = { Accept: "application/json" };
  try {
    const answer = await fetch(address, { headers, signal: asked.signal });
    return answer.ok ? "" : (await answer.json()).error.message;
  } catch {
    return "";
  } finally {
    asked.abort();
  }
}

// Tell why a stream brings nothing any more, and open another one where the browser does not.
export function goOn(source, tell, open) {
  source.onerror = async () => {
    if (source.readyState !== EventSource.CLOSED) return tell(words("lost"));
    tell((await refusal(source.url)) || words("lost"));
    setTimeout(open, MILLISECONDS);
  };
}

// What is shown of a search that waits for others.
export function waiting({ place }) {
  return words("queue", { place });
}
