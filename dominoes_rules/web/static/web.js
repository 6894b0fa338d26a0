// The page of a table: it swaps in what the server has made, and sends moves. It has no rules.

import { drawBoard, fitPips, windowOf } from "./board.js";
import { goOn } from "./lost.js";
import { remember, remembered } from "./remembered.js";
import { ROOT, analysisPage, reviewPage } from "./searches.js";
import { play, soundButton } from "./sound.js";

const table = document.getElementById("table");
const byId = (id) => document.getElementById(id);

// ---------------------------------------------------------------- the start page

function startPage() {
  const form = document.querySelector("form[action$='/tables']");
  if (!form) return;
  let asked = 0;
  const fit = async () => {
    const number = ++asked;
    const fields = new URLSearchParams(new FormData(form));
    fields.delete("name");
    const page = await fetch(`${ROOT}?${fields}`).then((answer) => answer.text(), () => "");
    const fresh = new DOMParser().parseFromString(page, "text/html").getElementById("seating");
    if (fresh && number === asked) swap(byId("seating"), fresh.innerHTML);
  };
  form.addEventListener("change", ({ target }) => target.matches("#game, #seats") && fit());
  if (form.elements.shown.value !== form.elements.game.value) fit();
}

// ---------------------------------------------------------------- the table

const FRAGMENTS = ["ends", "hand", "seats", "score", "log"];
let version = 0;
let chosen = "";
let chosenEnd = "";
let shape = "";
let deadline = null;
let source = null;
let sending = false;
let hinted = null;
let linked = null;
let starting = false;

function swap(element, html) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset?.key;
  element.innerHTML = html;
  if (!focused) return;
  const again = key ? element.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  if (again && !again.closest("[hidden]") && isShown(again)) again.focus();
  else if (table) firstOfHand().focus();
}

const isShown = (element) => element.getClientRects().length > 0;
const handTiles = () => [...byId("hand").querySelectorAll("button")].filter(isShown);
const firstOfHand = () =>
  handTiles().find((one) => one.getAttribute("aria-disabled") !== "true") ?? byId("status");

function show(view) {
  const mineBefore = table.classList.contains("mine");
  version = view.version;
  for (const name of FRAGMENTS) swap(byId(name), view[name]);
  drawBoard(byId("board"), view.board, byId("seats"), swap);
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
    swap(byId("hint"), hinted);
    byId("hint").hidden = !hinted;
    if (hinted) byId("say").textContent = byId("hint").querySelector(".verdict").textContent;
  }
  if (byId("links")) {
    if (view.links !== linked) swap(byId("links"), view.links);
    linked = view.links;
    if (!view.acts.includes("start") && starting) openLinks(false);
    starting = view.acts.includes("start");
  }
  if (!/allow_back|yield_seat/.test(view.acts.join())) byId("ask").hidden = true;
  if (view.turn !== "") byId("over").hidden = true;
  const end = chosenEnd;
  choose(view.mine ? chosen : "", false);
  if (view.mine) chooseEnd(end);
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
    else complain(JSON.parse(event.data).why ?? "This table is closed.");
  });
  goOn(source, complain, listen);
}

function complain(text) {
  byId("trouble").textContent = text;
  byId("trouble").hidden = !text;
}

async function send(path, body) {
  if (sending) return;
  sending = true;
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Table": table.dataset.room },
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

// ---------------------------------------------------------------- choosing

const tileOf = (key) => byId("hand").querySelector(`[data-key="${CSS.escape(key)}"]`);

const playsAt = (end) => end.dataset.plays.split(" ").filter(Boolean);
// A play as it lays the tile at just this end: of ends that are alike, tiles name one.
const moveAt = (end, play) => end.dataset.moves.split(" ")[playsAt(end).indexOf(play)];
const endButtons = () => [...byId("ends").querySelectorAll(".end")];

function letGo() {
  const tile = chosen ? tileOf(chosen) : null;
  for (const end of endButtons()) {
    end.classList.remove("lit");
    end.removeAttribute("aria-pressed");
  }
  for (const other of byId("hand").querySelectorAll(".fits-not")) other.classList.remove("fits-not");
  chosenEnd = "";
  tile?.setAttribute("aria-pressed", "false");
  tile?.parentElement.querySelector(".ends")?.setAttribute("hidden", "");
  for (const place of byId("board").querySelectorAll(".place.lit")) place.classList.remove("lit");
  chosen = "";
  return tile;
}

function choose(key, focusing) {
  letGo();
  const tile = tileOf(key);
  const moves = tile?.dataset.moves.split(" ") ?? [];
  if (moves.length < 2) return;
  chosen = key;
  tile.setAttribute("aria-pressed", "true");
  const ends = tile.parentElement.querySelector(".ends");
  if (ends) {
    ends.hidden = false;
    const middle = tile.offsetLeft + (tile.offsetWidth - ends.offsetWidth) / 2;
    const most = byId("hand").clientWidth - ends.offsetWidth;
    ends.style.left = `${Math.max(0, Math.min(middle, most))}px`;
  }
  const fitting = endButtons().filter((end) => playsAt(end).some((move) => moves.includes(move)));
  for (const end of fitting) end.classList.add("lit");
  const places = [...byId("board").querySelectorAll(".place")];
  const lit = places.filter((place) => moves.includes(place.dataset.play));
  for (const place of lit) place.classList.add("lit");
  if (!focusing) return;
  (innerWidth > 640 && lit.length ? lit[0] : (fitting[0] ?? ends?.querySelector("button")))?.focus();
}

// An end may be chosen first: then only tiles that fit there are bright.
function chooseEnd(key) {
  const end = key ? byId("ends").querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  if (!end || end.getAttribute("aria-disabled") === "true") return;
  letGo();
  chosenEnd = key;
  end.setAttribute("aria-pressed", "true");
  for (const tile of byId("hand").querySelectorAll(".tile-button")) {
    tile.classList.toggle("fits-not", !tile.dataset.moves.split(" ").some((move) => playsAt(end).includes(move)));
  }
}

function tapEnd(end) {
  if (end.getAttribute("aria-disabled") === "true") return;
  const tile = chosen ? tileOf(chosen) : null;
  const moves = tile?.dataset.moves.split(" ").filter((move) => playsAt(end).includes(move)) ?? [];
  if (moves.length === 1) return send("move", { move: moveAt(end, moves[0]) });
  if (moves.length) return tile.parentElement.querySelector(".ends button")?.focus();
  if (chosenEnd === end.dataset.key) return letGo();
  chooseEnd(end.dataset.key);
}

async function copyLink(button) {
  const link = button.closest("li").querySelector("a");
  getSelection().selectAllChildren(link);
  // Without HTTPS there is no clipboard; where the older way is gone too, the link stays selected.
  const copied = await navigator.clipboard?.writeText(link.href).then(() => true, () => false);
  const done = copied || document.execCommand("copy");
  button.textContent = byId("say").textContent = done ? "Copied" : "Link selected";
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
  const moves = tile.dataset.moves.split(" ").filter(Boolean);
  const wanted = endButtons().find((one) => one.dataset.key === chosenEnd);
  const there = wanted ? moves.filter((move) => playsAt(wanted).includes(move)) : moves;
  if (there.length === 1) return send("move", { move: wanted ? moveAt(wanted, there[0]) : there[0] });
  if (chosen === tile.dataset.key) return letGo();
  return choose(tile.dataset.key, true);
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

function tablePage() {
  starting = byId("links")?.hidden === false;
  version = Number(table.dataset.version);
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
}

// ---------------------------------------------------------------- a club evening

function eveningPage() {
  const shown = {};
  const views = new EventSource(`${ROOT}evening/events`);
  views.addEventListener("view", (event) => {
    for (const [name, html] of Object.entries(JSON.parse(event.data))) {
      if (html !== shown[name] && byId(name)) swap(byId(name), html);
      shown[name] = html;
    }
    complain("");
  });
  goOn(views, complain, eveningPage);
}

if (table) tablePage();
else if (byId("analyse")) analysisPage();
else if (byId("review")) reviewPage();
else if (byId("evening")) eveningPage();
else startPage();
