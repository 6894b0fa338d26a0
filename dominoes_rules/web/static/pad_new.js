// A new score pad: its players are asked for anew whenever another game is chosen.

import { ROOT, byId, swapFields } from "./page.js";

const form = document.querySelector("form[action$='/pad']");
let asked = 0;

async function fit() {
  const number = ++asked;
  const page = await fetch(`${ROOT}pad?${new URLSearchParams(new FormData(form))}`).then((answer) => answer.text(), () => "");
  const fresh = new DOMParser().parseFromString(page, "text/html");
  if (!fresh.getElementById("players") || number !== asked) return;
  swapFields(byId("players"), fresh.getElementById("players").innerHTML);
  byId("print").href = fresh.getElementById("print").href;
}

form.addEventListener("change", ({ target }) => target.matches("#game, #seats") && fit());
if (form.elements.shown.value !== form.elements.game.value) fit();

byId("choose").hidden = false;
byId("choose").addEventListener("change", async ({ target }) => {
  byId("saved").elements.file.value = await target.files[0].text();
});
