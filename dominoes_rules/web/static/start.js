// The start page: who sits where is asked for anew whenever another game is chosen.

import { ROOT, byId, swapFields } from "./page.js";

const form = document.querySelector("form[action$='/tables']");
let asked = 0;

async function fit() {
  const number = ++asked;
  const fields = new URLSearchParams(new FormData(form));
  fields.delete("name");
  const text = await fetch(`${ROOT}?${fields}`).then((answer) => answer.text(), () => "");
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById("seating");
  if (!fresh || number !== asked) return;
  swapFields(byId("seating"), fresh.innerHTML);
  form.elements.level.innerHTML = page.querySelector("[name=level]").innerHTML;
  byId("write").href = page.querySelector("#write").href;
}

form.addEventListener("change", ({ target }) => target.matches("#game, #seats") && fit());
if (form.elements.shown.value !== form.elements.game.value) fit();
