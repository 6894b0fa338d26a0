// The start page: who sits where is asked for anew whenever another game is chosen.

import { ROOT, byId, swap } from "./page.js";

const form = document.querySelector("form[action$='/tables']");
let asked = 0;

async function fit() {
  const number = ++asked;
  const fields = new URLSearchParams(new FormData(form));
  fields.delete("name");
  const page = await fetch(`${ROOT}?${fields}`).then((answer) => answer.text(), () => "");
  const fresh = new DOMParser().parseFromString(page, "text/html").getElementById("seating");
  if (!fresh || number !== asked) return;
  // What was ticked while the answer was on its way stays ticked.
  const ticks = new Map(boxes().map((box) => [box.name, box.checked]));
  swap(byId("seating"), fresh.innerHTML);
  for (const box of boxes()) box.checked = ticks.get(box.name) ?? box.checked;
}

const boxes = () => [...byId("seating").querySelectorAll("[type=checkbox]")];

form.addEventListener("change", ({ target }) => target.matches("#game, #seats") && fit());
if (form.elements.shown.value !== form.elements.game.value) fit();
