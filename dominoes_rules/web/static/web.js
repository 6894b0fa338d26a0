// The page of a table: it swaps in what the server has made, and sends moves. It has no rules.
"use strict";

const table = document.getElementById("table");
const byId = (id) => document.getElementById(id);
const KEPT = "dominoes-figures";

function remember(value) {
  try {
    localStorage.setItem(KEPT, value);
  } catch {
    // Nothing is kept in a private window.
  }
}

function remembered() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

// ---------------------------------------------------------------- the start page

function startPage() {
  const game = byId("game");
  const seats = byId("seats");
  if (!game || !seats) return;
  const fit = () => {
    const allowed = game.selectedOptions[0].dataset.seats.split(" ");
    for (const option of seats.options) {
      option.hidden = option.disabled = option.value !== "" && !allowed.includes(option.value);
    }
    if (seats.selectedOptions[0].disabled) seats.value = "";
  };
  game.addEventListener("change", fit);
  fit();
}

// ---------------------------------------------------------------- the table

const FRAGMENTS = ["board", "hand", "seats", "score", "log"];
let version = 0;
let chosen = "";
let deadline = null;
let source = null;
let sending = false;

function swap(element, html) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset?.key;
  element.innerHTML = html;
  if (!focused) return;
  const again = key ? element.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  if (again && !again.closest("[hidden]") && isShown(again)) again.focus();
  else firstOfHand()?.focus();
}

const isShown = (element) => element.getClientRects().length > 0;
const handTiles = () => [...byId("hand").querySelectorAll("button")].filter(isShown);
const firstOfHand = () =>
  handTiles().find((one) => one.getAttribute("aria-disabled") !== "true") ?? byId("status");

function show(view) {
  const mineBefore = table.classList.contains("mine");
  version = view.version;
  for (const name of FRAGMENTS) swap(byId(name), view[name]);
  byId("status-text").textContent = view.status;
  table.classList.toggle("mine", view.mine);
  for (const button of table.querySelectorAll("#acts [data-act], #menu [data-act]")) {
    button.hidden = !view.acts.includes(button.dataset.act);
  }
  deadline = view.clock === null ? null : performance.now() + 1000 * view.clock;
  tick();
  if (view.say) byId("say").textContent = view.say;
  if (byId("links-panel")) swap(byId("links-panel"), view.links);
  if (!/allow_back|yield_seat/.test(view.acts.join())) byId("ask").hidden = true;
  if (view.turn !== "") byId("over").hidden = true;
  const kept = view.mine ? chosen : "";
  chosen = "";
  if (kept) choose(kept, false);
  if (view.mine && !mineBefore && document.activeElement === document.body) {
    firstOfHand()?.focus({ preventScroll: true });
  }
  followLine();
  complain("");
}

function followLine() {
  const board = byId("board");
  const last = board.querySelector("svg > g > rect[stroke-width='.12']");
  if (!last || board.scrollHeight <= board.clientHeight) return;
  const box = last.getBoundingClientRect();
  const frame = board.getBoundingClientRect();
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (box.top < frame.top || box.bottom > frame.bottom) {
    const middle = (box.top + box.bottom - frame.top - frame.bottom) / 2;
    board.scrollBy({ top: middle, behavior: calm ? "auto" : "smooth" });
  }
}

function tick() {
  const clock = byId("clock");
  if (deadline === null) {
    clock.textContent = "";
    return;
  }
  clock.textContent = `(${Math.max(0, Math.round((deadline - performance.now()) / 1000))} s)`;
}

function panel(id, html) {
  const element = byId(id);
  const hadFocus = element.contains(document.activeElement);
  element.innerHTML = html;
  const opened = element.hidden;
  element.hidden = false;
  if (opened || hadFocus) element.querySelector("button, a")?.focus({ preventScroll: !opened });
}

function listen() {
  source?.close();
  const width = matchMedia("(max-width: 40rem)").matches ? "narrow" : "wide";
  source = new EventSource(`events?w=${width}`);
  source.addEventListener("view", (event) => show(JSON.parse(event.data)));
  source.addEventListener("over", (event) => panel("over", JSON.parse(event.data).html));
  source.addEventListener("ask", (event) => panel("ask", JSON.parse(event.data).html));
  source.addEventListener("bye", () => {
    source.close();
    complain("This table is closed.");
  });
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) {
      complain("The connection is lost.");
      setTimeout(listen, 3000);
    } else {
      complain("The connection is lost. The page tries again.");
    }
  };
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
      complain(found?.error?.message ?? "The server did not take that.");
    }
  } catch {
    complain("The connection is lost. Nothing was sent.");
  } finally {
    sending = false;
  }
}

// ---------------------------------------------------------------- choosing

const tileOf = (key) => byId("hand").querySelector(`[data-key="${CSS.escape(key)}"]`);

function letGo() {
  const tile = chosen ? tileOf(chosen) : null;
  tile?.setAttribute("aria-pressed", "false");
  const ends = tile?.parentElement.querySelector(".ends");
  if (ends) ends.hidden = true;
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
  ends.hidden = false;
  const lit = [...byId("board").querySelectorAll(".place")].filter((place) =>
    moves.includes(place.dataset.move),
  );
  for (const place of lit) place.classList.add("lit");
  if (focusing) (innerWidth > 640 && lit.length ? lit[0] : ends.querySelector("button")).focus();
}

function activate(target) {
  for (const id of ["menu", "links"]) {
    if (byId(id) && !target.closest(`#${id}`)) byId(id).open = false;
  }
  const act = target.closest("[data-act]");
  if (act) return send("do", { act: act.dataset.act, seat: act.dataset.seat ?? "" });
  const move = target.closest("[data-move]");
  if (move) return send("move", { move: move.dataset.move });
  const tile = target.closest(".tile-button");
  if (!tile || tile.getAttribute("aria-disabled") === "true") return letGo();
  const moves = tile.dataset.moves.split(" ").filter(Boolean);
  if (moves.length === 1) return send("move", { move: moves[0] });
  if (chosen === tile.dataset.key) return letGo();
  return choose(tile.dataset.key, true);
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || byId("help").open) return;
  const inHand = byId("hand").contains(document.activeElement);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step && inHand) {
    const tiles = handTiles();
    const at = tiles.indexOf(document.activeElement);
    tiles[(at + step + tiles.length) % tiles.length].focus();
    event.preventDefault();
  } else if (event.key === "Escape") {
    for (const one of document.querySelectorAll("header details")) one.open = false;
    letGo()?.focus();
  } else if (event.key === "?") {
    byId("help").showModal();
  } else if ((event.key === "Enter" || event.key === " ") && event.target.closest?.(".place")) {
    activate(event.target);
    event.preventDefault();
  }
}

function figures(on) {
  document.documentElement.classList.toggle("figures", on);
  byId("figures").setAttribute("aria-pressed", String(on));
}

function tablePage() {
  version = Number(table.dataset.version);
  const kept = remembered();
  figures(kept === null ? document.documentElement.classList.contains("figures") : kept === "1");
  byId("figures").addEventListener("click", () => {
    const on = !document.documentElement.classList.contains("figures");
    figures(on);
    remember(on ? "1" : "0");
  });
  byId("help-button").addEventListener("click", () => byId("help").showModal());
  document.addEventListener("click", (event) => activate(event.target));
  document.addEventListener("keydown", onKey);
  matchMedia("(max-width: 40rem)").addEventListener("change", listen);
  setInterval(tick, 500);
  listen();
  followLine();
}

if (table) tablePage();
else startPage();
