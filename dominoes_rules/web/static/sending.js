// What the page of a table sends to it.

import { byId, complain } from "./page.js";

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
      complain(found?.error?.message ?? "The server did not accept that.");
    }
  } catch {
    complain("The connection is lost. Nothing was sent.");
  } finally {
    sending = false;
  }
}
