// The page of a table: it swaps in what the server has made, and sends moves. It has no rules.

import { drawBoard, fitPips, windowOf } from "./board.js";
import { chooseAgain, firstOfHand, handTiles, letGo, tapEnd, tapTile } from "./choosing.js";
import { goOn } from "./lost.js";
import { ROOT, byId, complain, swap, words } from "./page.js";
import { remember, remembered } from "./remembered.js";
import { atVersion, send } from "./sending.js";
import { play, soundButton } from "./sound.js";

const FRAGMENTS = ["ends", "hand", "seats", "score", "log"];
const table = byId("table");
let shape = "";
let deadline = null;
let source = null;
let hinted = null;
let linked = null;
let starting = false;

const swapIn = (element, html) => swap(element, html, () => firstOfHand().focus());

function show(view) {
  const mineBefore = table.classList.contains("mine");
  atVersion(view.version);
  for (const name of FRAGMENTS) swapIn(byId(name), view[name]);
  drawBoard(byId("board"), view.board, byId("seats"), swapIn);
  byId("status-text").textContent = view.status;
  table.classList.toggle("mine", view.mine);
  for (const button of table.querySelectorAll("#acts [data-act], #menu [data-act]")) {
    button.hidden = !view.acts.includes(button.dataset.act);
  }
  deadline = view.clock === null ? null : performance.now() + 1000 * view.clock;
  tick();
  if (view.say) byId("say").textContent = view.say;
  play(view.sounds);
  if (view.hint !== hinted) {
    hinted = view.hint;
    swapIn(byId("hint"), hinted);
    byId("hint").hidden = !hinted;
    if (hinted) byId("say").textContent = byId("hint").querySelector(".verdict").textContent;
  }
  const lesson = view.lesson ?? "";
  // Its outcome is read out, and how far it is every second is not.
  if (lesson && lesson !== byId("lesson").textContent && !lesson.includes("…")) {
    byId("say").textContent = lesson;
  }
  byId("lesson").textContent = lesson;
  byId("lesson").hidden = !lesson;
  if (byId("links")) {
    if (view.links !== linked) swapIn(byId("links"), view.links);
    linked = view.links;
    if (!view.acts.includes("start") && starting) openLinks(false);
    starting = view.acts.includes("start");
  }
  if (!/allow_back|yield_seat/.test(view.acts.join())) byId("ask").hidden = true;
  if (view.turn !== "") byId("over").hidden = true;
  chooseAgain(view.mine);
  if (view.mine && !mineBefore && document.activeElement === document.body) {
    firstOfHand()?.focus({ preventScroll: true });
  }
  complain("");
}

function fitWindow() {
  fitPips(byId("board"));
  if (windowOf(byId("board")) !== shape) listen();
}

function tick() {
  const left = Math.max(0, Math.round((deadline - performance.now()) / 1000));
  byId("clock").textContent = deadline === null ? "" : `(${left} s)`;
}

function panel(id, html) {
  const element = byId(id);
  const hadFocus = element.contains(document.activeElement);
  const opened = element.hidden;
  const folded = !opened && element.querySelector("details:not([open])");
  element.innerHTML = html;
  if (folded) element.querySelector("details").open = false;
  element.hidden = false;
  if (opened || hadFocus) element.querySelector("button, a")?.focus({ preventScroll: !opened });
}

function listen() {
  source?.close();
  shape = windowOf(byId("board"));
  source = new EventSource(`events?w=${shape}`);
  source.addEventListener("view", (event) => show(JSON.parse(event.data)));
  source.addEventListener("over", (event) => panel("over", JSON.parse(event.data).html));
  source.addEventListener("ask", (event) => panel("ask", JSON.parse(event.data).html));
  source.addEventListener("bye", (event) => {
    source.close();
    if ("evening" in table.dataset) location.assign(`${ROOT}evening`);
    else complain(JSON.parse(event.data).why ?? words("closed"));
  });
  goOn(source, complain, listen);
}

async function copyLink(button) {
  const link = button.closest("li").querySelector("a");
  getSelection().selectAllChildren(link);
  // Without HTTPS there is no clipboard; where the older way is gone too, the link stays selected.
  const copied = await navigator.clipboard?.writeText(link.href).then(() => true, () => false);
  const done = copied || document.execCommand("copy");
  button.textContent = byId("say").textContent = words(done ? "copied" : "selected");
}

function openLinks(open) {
  byId("links").hidden = !open;
  for (const button of document.querySelectorAll("[aria-controls=links]")) {
    button.setAttribute("aria-expanded", String(open));
  }
}

// Where the window is small, the whole log takes the place of the board while it is read.
function openLog(open) {
  byId("log").classList.toggle("whole", open);
  byId("log").scrollTop = 0;
  document.querySelector("[aria-controls=log]").setAttribute("aria-expanded", String(open));
}

function activate(target) {
  if (!target.closest("#menu")) byId("menu").open = false;
  const isWhole = byId("log").classList.contains("whole");
  if (target.closest("#log, [aria-controls=log]")) {
    byId("menu").open = false;
    openLog(!isWhole);
    return byId("log").focus({ preventScroll: true });
  }
  if (isWhole) openLog(false);
  if (target.closest("[aria-controls=links]")) {
    byId("menu").open = false;
    return openLinks(byId("links").hidden);
  }
  if (target.closest("[data-close]")) {
    byId("hint").hidden = true;
    return firstOfHand()?.focus();
  }
  if (target.closest("[data-copy]")) return copyLink(target);
  const act = target.closest("[data-act]");
  if (act) return send("do", { act: act.dataset.act, seat: act.dataset.seat ?? "" });
  const move = target.closest("[data-move]");
  if (move) return send("move", { move: move.dataset.move });
  const end = target.closest(".end");
  if (end) return tapEnd(end);
  const tile = target.closest(".tile-button");
  if (!tile || tile.getAttribute("aria-disabled") === "true") return letGo();
  return tapTile(tile);
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || byId("help").open) return;
  if (event.target.matches?.("input, select")) return;
  const inHand = byId("hand").contains(document.activeElement);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step && inHand) {
    const tiles = handTiles();
    const at = tiles.indexOf(document.activeElement);
    tiles[(at + step + tiles.length) % tiles.length]?.focus();
    event.preventDefault();
  } else if (event.key === "Escape") {
    byId("menu").open = false;
    if (byId("links") && !starting) openLinks(false);
    openLog(false);
    byId("hint").hidden = true;
    letGo()?.focus();
  } else if (event.key === "h" && !byId("acts").querySelector("[data-act=hint]").hidden) {
    send("do", { act: "hint" });
  } else if (event.key === "?") {
    byId("help").showModal();
  } else if ((event.key === "Enter" || event.key === " ") && event.target.closest?.(".place, #log")) {
    activate(event.target);
    event.preventDefault();
  }
}

function figures(on) {
  document.documentElement.classList.toggle("figures", on);
  byId("figures").setAttribute("aria-pressed", String(on));
}

starting = byId("links")?.hidden === false;
atVersion(Number(table.dataset.version));
const kept = remembered("figures");
figures(kept === null ? document.documentElement.classList.contains("figures") : kept === "1");
byId("figures").addEventListener("click", () => {
  const on = !document.documentElement.classList.contains("figures");
  figures(on);
  remember("figures", on ? "1" : "0");
});
soundButton(byId("sound"));
byId("help-button").addEventListener("click", () => byId("help").showModal());
document.addEventListener("click", (event) => activate(event.target));
document.addEventListener("keydown", onKey);
document.addEventListener("submit", (event) => {
  if (!event.target.dataset.form) return;
  event.preventDefault();
  send("do", { act: event.target.dataset.form, ...Object.fromEntries(new FormData(event.target)) });
});
addEventListener("resize", fitWindow);
setInterval(tick, 500);
listen();
