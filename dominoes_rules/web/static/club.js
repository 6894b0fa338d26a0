// An evening with real tiles: the clock of the round runs here, too.

import "./evening.js";
import { byId } from "./page.js";

let ends = 0; // by the clock of this page
let written = "";

// The server says how many seconds are left whenever it draws the wall.
function tick() {
  const clock = byId("wall").querySelector(".clock");
  if (!clock) return;
  if (clock.textContent !== written) ends = performance.now() + 1000 * clock.dataset.seconds;
  const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
  const minutes = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  written = left ? `${minutes} left` : "Last round";
  clock.classList.toggle("up", !left);
  clock.textContent = written;
}

setInterval(tick, 500);
tick();
