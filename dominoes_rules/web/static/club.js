// An evening with real tiles: the clock of the round, and on a wall one screen after the other.

import "./evening.js";
import { byId, words } from "./page.js";

let ends = 0; // by the clock of this page
let written = "";

// The server says how many seconds are left whenever it draws the wall.
function tick() {
  const clock = byId("wall").querySelector(".clock");
  if (!clock) return;
  if (clock.textContent !== written) ends = performance.now() + 1000 * clock.dataset.seconds;
  const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  written = words(left ? "clock" : "last-round", { time });
  clock.classList.toggle("up", !left);
  clock.textContent = written;
}

setInterval(tick, 500);
tick();

const SECONDS_OF_A_SCREEN = 12;
const SECONDS_FOR_A_READER = 60;
let resting = 0; // until when nothing moves by itself, by the clock of this page

// A wall has nobody who scrolls. Whoever does has a minute to read.
function nextScreen() {
  if (byId("desk") || innerWidth < 1024 || performance.now() < resting) return;
  const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 4;
  scrollTo({ top: atEnd ? 0 : scrollY + 0.9 * innerHeight });
}

for (const kind of ["wheel", "touchstart", "keydown", "pointerdown"]) {
  addEventListener(kind, () => (resting = performance.now() + 1000 * SECONDS_FOR_A_READER), { passive: true });
}
setInterval(nextScreen, 1000 * SECONDS_OF_A_SCREEN);
