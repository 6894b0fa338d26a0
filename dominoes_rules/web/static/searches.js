// Pages whose answers stream: reviews and the analysis board.

import { fitPips } from "./board.js";
import { refusal, waiting } from "./lost.js";

export const ROOT = new URL("..", import.meta.url).pathname; // that of all pages: this file is in static/
const byId = (id) => document.getElementById(id);

function follow(path, handlers) {
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
    shown((await refusal(path)) || "The connection is lost. Reload this page.");
  };
}

// The kind of screen that boards among text are laid for.
const screenKind = () => (innerWidth > 640 ? "page" : innerWidth < 360 ? "square" : "narrow");

// A board that was laid for a screen of another kind is asked for once more.
async function fitScreen() {
  const cloth = document.querySelector(".cloth");
  const kind = screenKind();
  if (!cloth || cloth.dataset.screen === kind) return;
  cloth.dataset.screen = kind;
  const page = await fetch(`${location.pathname}${location.search}&w=${kind}`).then((answer) => answer.text(), () => "");
  const fresh = new DOMParser().parseFromString(page, "text/html").querySelector(".cloth");
  if (fresh?.dataset.screen !== screenKind()) return;
  cloth.innerHTML = fresh.innerHTML;
  fitPips(cloth);
}

function fitBoards() {
  for (const cloth of document.querySelectorAll(".cloth")) fitPips(cloth);
}

export function reviewPage() {
  addEventListener("resize", fitBoards);
  const asked = new URLSearchParams(location.search);
  asked.set("w", screenKind());
  follow(`${location.pathname}/events?${asked}`, {
    progress: (found) => {
      const doing = found.waiting ? waiting(found) : (found.text ?? "");
      return `Decision ${found.done + 1} of ${found.count} … ${doing}`.trim();
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
}

export function analysisPage() {
  addEventListener("resize", () => (fitBoards(), fitScreen()));
  fitBoards();
  fitScreen();
  const solved = byId("solved");
  if (solved?.dataset.asked) {
    follow(`${ROOT}api/solve?${solved.dataset.asked}`, {
      progress: (found) => (found.waiting ? waiting(found) : found.text),
      done: ({ html }) => {
        solved.innerHTML = html;
      },
    });
  }
  const choose = ({ target }) => {
    const place = target.closest?.("g.place"); // a link leads to the tiles that may be laid there
    const link = place && document.querySelector(`a[data-for="${CSS.escape(place.dataset.play)}"]`);
    if (link) {
      const after = new URL(link.href);
      after.searchParams.set("play", place.dataset.move);
      location.assign(after);
    }
    return place;
  };
  document.addEventListener("click", choose);
  document.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && choose(event)) event.preventDefault();
  });
}
