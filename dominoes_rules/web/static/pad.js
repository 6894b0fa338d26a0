// A score pad: answers are sent as they are given, and everybody's sheet follows.

import { goOn } from "./lost.js";
import { ROOT, byId, complain, swap, words, writtenOut } from "./page.js";

const pad = byId("pad");
const round = byId("round");
const palette = byId("palette");
const HERE = `${ROOT}pad/${pad.dataset.pad}/`;

// What was typed or picked since it was sent, by the keys of its fields.
function unsent(sent) {
  const fields = [...round.querySelectorAll("input[data-key]")];
  const picks = fields.filter((field) => field.type === "radio" && field.checked && !field.defaultChecked);
  const texts = fields.filter((field) => field.type !== "radio" && field.value !== field.defaultValue);
  return [...picks, ...texts].filter((field) => sent.get(field.name) !== field.value);
}

// What is unfolded stays so in the fresh parts of the page.
const openedInRound = () => [...round.querySelectorAll("details[open]")].map((details) => details.className);
const openInRound = (names) => {
  for (const name of names) round.querySelectorAll(`details.${name}`).forEach((details) => (details.open = true));
};

// Put a fresh form in place of the one that was sent; what is being typed stays.
function renew(parts, sent) {
  const newer = unsent(sent);
  const opened = openedInRound();
  for (const [name, html] of Object.entries(parts)) if (byId(name)) swap(byId(name), html);
  for (const field of newer) {
    const again = round.querySelector(`[data-key="${CSS.escape(field.dataset.key)}"]`);
    if (again) again[field.type === "radio" ? "checked" : "value"] = field.type === "radio" || field.value;
  }
  openInRound(opened);
  offer();
}

const offer = () => round.querySelectorAll("[data-palette]").forEach((button) => (button.hidden = false));

// One after the other: each answer is sent with what the page knows by then.
let sending = Promise.resolve();
function send(form, submitter) {
  const fields = new URLSearchParams(new FormData(form, submitter));
  sending = sending.then(async () => {
    try {
      const answer = await fetch(form.action, { method: "POST", body: fields, headers: { "X-Pad": "1", Accept: "application/json" } });
      const parts = await answer.json();
      complain(answer.ok ? "" : parts.error.message);
      if (answer.ok) renew(parts, fields);
    } catch {
      complain(words("unsent"));
    }
  });
}

if ("writes" in pad.dataset) {
  round.addEventListener("submit", (event) => {
    event.preventDefault();
    send(event.target, event.submitter);
  });
  round.addEventListener("change", ({ target }) => target.form?.id === "answers" && send(target.form));
  offer();
}

// ---- tiles that are tapped in place of a sum

let box = null;
const chosen = () => [...palette.querySelectorAll("[aria-pressed=true]")].map((button) => button.dataset.tile);
const tell = () =>
  (palette.querySelector("output").value = chosen().length ? words("chosen", { count: chosen().length }) : words("tap"));

round.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-palette]");
  if (!button) return;
  box = round.querySelector(`input[data-key="${CSS.escape(button.dataset.palette)}"]`);
  const before = box.value.includes(".") ? box.value.split(".") : [];
  palette.querySelectorAll("[data-tile]").forEach((tile) => (tile.ariaPressed = `${before.includes(tile.dataset.tile)}`));
  tell();
  palette.showModal();
});
palette.addEventListener("click", ({ target }) => {
  const tile = target.closest("[data-tile]");
  if (tile) tile.ariaPressed = `${tile.ariaPressed !== "true"}`;
  tell();
  if (!target.closest("[data-done]")) return;
  palette.close();
  box.value = chosen().length ? `${chosen().join(".")}.` : "";
  send(box.form);
});

function listen() {
  const views = new EventSource(`${HERE}events?round=${pad.dataset.number}`);
  views.addEventListener("view", (event) => {
    const parts = JSON.parse(event.data);
    const opened = openedInRound();
    for (const [name, html] of Object.entries(parts)) if (byId(name).innerHTML !== writtenOut(html)) swap(byId(name), html);
    openInRound(opened);
    complain("");
  });
  goOn(views, complain, listen);
}

listen();
