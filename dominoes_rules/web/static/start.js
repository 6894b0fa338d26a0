// The start page: who sits where is asked for anew whenever another game is chosen.

import { ROOT, byId, swapFields } from "./page.js";

const form = document.querySelector("form[action$='/tables']");
let asked = 0;

async function fit() {
  const number = ++asked;
  const fields = new URLSearchParams(new FormData(form));
  fields.delete("name");
  const page = await fetch(`${ROOT}?${fields}`).then((answer) => answer.text(), () => "");
  const fresh = new DOMParser().parseFromString(page, "text/html").getElementById("seating");
  if (fresh && number === asked) swapFields(byId("seating"), fresh.innerHTML);
}

form.addEventListener("change", ({ target }) => target.matches("#game, #seats") && fit());
if (form.elements.shown.value !== form.elements.game.value) fit();
