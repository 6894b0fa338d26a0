// What the page of a table sends to it.

import { byId, complain, words } from "./page.js";

let version = 0;
let sending = false;

// What is sent from now on is meant for the table as it was at this version.
export function atVersion(number) {
  version = number;
}

export async function send(path, body) {
  if (sending) return;
  sending = true;
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Table": byId("table").dataset.room },
      body: JSON.stringify({ ...body, version }),
    });
    if (!answer.ok && answer.status !== 409) {
      const found = await answer.json().catch(() => null);
      complain(found?.error?.message ?? words("refused"));
    }
  } catch {
    complain(words("unsent"));
  } finally {
    sending = false;
  }
}
