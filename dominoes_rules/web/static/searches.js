// Answers that stream, and the boards among them: for reviews and the analysis board.

import { fitPips } from "./board.js";
import { refusal } from "./lost.js";
import { byId, words } from "./page.js";

export function follow(path, handlers) {
  const events = new EventSource(path);
  const progress = byId("progress");
  let since = performance.now();
  const shown = (text) => {
    if (text !== progress.textContent) since = performance.now();
    progress.textContent = text;
  };
  const waited = setInterval(() => {
    const seconds = Math.round((performance.now() - since) / 1000);
    byId("waited").textContent = progress.textContent && seconds > 1 ? `${seconds} s` : "";
  }, 1000);
  const end = () => {
    events.close();
    clearInterval(waited);
    byId("waited").textContent = "";
  };
  for (const [kind, handle] of Object.entries(handlers)) {
    events.addEventListener(kind, (event) => shown(handle(JSON.parse(event.data)) ?? ""));
  }
  events.addEventListener("done", end);
  events.addEventListener("trouble", (event) => {
    end();
    shown(JSON.parse(event.data).message);
  });
  events.onerror = async () => {
    if (events.readyState !== EventSource.CLOSED) return;
    end();
    shown((await refusal(path)) || words("reload"));
  };
}

// The kind of screen that boards among text are laid for.
export const screenKind = () => (innerWidth > 640 ? "page" : innerWidth < 360 ? "square" : "narrow");

export function fitBoards() {
  for (const cloth of document.querySelectorAll(".cloth")) fitPips(cloth);
}
