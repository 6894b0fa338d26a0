// The review of a round: decisions as they are found, the costliest mistake first.

import { waiting } from "./lost.js";
import { byId, words } from "./page.js";
import { fitBoards, follow, screenKind } from "./searches.js";

addEventListener("resize", fitBoards);
const asked = new URLSearchParams(location.search);
asked.set("w", screenKind());
follow(`${location.pathname}/events?${asked}`, {
  progress: (found) => {
    const doing = found.waiting ? waiting(found) : (found.text ?? "");
    const which = words("decision", { number: found.done + 1, count: found.count });
    return `${which} ${doing}`.trim();
  },
  decision: ({ html, kind, cost }) => {
    const list = kind ? byId("mistakes") : byId("others").querySelector("div");
    if (!kind) byId("others").hidden = false;
    const holder = document.createElement("div");
    holder.innerHTML = html;
    const card = holder.firstElementChild;
    card.dataset.cost = cost;
    const next = [...list.children].find((one) => Number(one.dataset.cost) < cost);
    list.insertBefore(card, next ?? null);
    fitBoards();
  },
  done: ({ html }) => {
    byId("results").innerHTML = html;
  },
});
document.addEventListener("click", ({ target }) => {
  const choice = target.closest("[data-try]");
  if (!choice) return;
  const card = choice.closest("article");
  for (const one of card.querySelectorAll("[data-try]")) {
    one.setAttribute("aria-pressed", String(one === choice));
  }
  card.querySelector(".yours").textContent = choice.dataset.try;
  card.querySelector("details").open = true;
});
