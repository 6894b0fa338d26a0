// Choosing a tile of the hand, or an end first, and then where the tile is laid.

import { byId, isShown } from "./page.js";
import { send } from "./sending.js";

let chosen = "";
let chosenEnd = "";

export const handTiles = () => [...byId("hand").querySelectorAll("button")].filter(isShown);
export const firstOfHand = () =>
  handTiles().find((one) => one.getAttribute("aria-disabled") !== "true") ?? byId("status");

const tileOf = (key) => byId("hand").querySelector(`[data-key="${CSS.escape(key)}"]`);
const endButtons = () => [...byId("ends").querySelectorAll(".end")];
const playsAt = (end) => end.dataset.plays.split(" ").filter(Boolean);
// A play as it lays the tile at just this end: of ends that are alike, tiles name one.
const moveAt = (end, play) => end.dataset.moves.split(" ")[playsAt(end).indexOf(play)];

export function letGo() {
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

// After the page has been swapped: while one is still to move, what was chosen is chosen.
export function chooseAgain(mine) {
  const end = chosenEnd;
  choose(mine ? chosen : "", false);
  if (mine) chooseEnd(end);
}

export function tapEnd(end) {
  if (end.getAttribute("aria-disabled") === "true") return;
  const tile = chosen ? tileOf(chosen) : null;
  const moves = tile?.dataset.moves.split(" ").filter((move) => playsAt(end).includes(move)) ?? [];
  if (moves.length === 1) return send("move", { move: moveAt(end, moves[0]) });
  if (moves.length) return tile.parentElement.querySelector(".ends button")?.focus();
  if (chosenEnd === end.dataset.key) return letGo();
  chooseEnd(end.dataset.key);
}

export function tapTile(tile) {
  const moves = tile.dataset.moves.split(" ").filter(Boolean);
  const wanted = endButtons().find((one) => one.dataset.key === chosenEnd);
  const there = wanted ? moves.filter((move) => playsAt(wanted).includes(move)) : moves;
  if (there.length === 1) return send("move", { move: wanted ? moveAt(wanted, there[0]) : there[0] });
  if (chosen === tile.dataset.key) return letGo();
  return choose(tile.dataset.key, true);
}
