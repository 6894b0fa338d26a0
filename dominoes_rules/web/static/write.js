// The page on which a game is written: what is wrong with it, what it is like, and its link.

import { packed, unpacked } from "./packed_text.js";
import { ROOT, byId, swap, swapFields, words } from "./page.js";
import { textBox, toggledComments } from "./rules_box.js";
import { fitBoards, screenKind } from "./searches.js";

const MILLISECONDS_AFTER_A_KEY = 300;
const MILLISECONDS_TO_WAIT = 1000;
const BUSY = new Set([429, 503]);
const LINK = "#rules=";
const page = byId("write");
const largest = Number(page.dataset.largest);
const form = page.querySelector("form");
let editor = textBox(byId("rules"), { changed, moved });
let version = 0; // of the text: answers about an older one are dropped
let findings = [];
let isFine = false;
let seed = 1;
let step = 0;
let steps = 0;
let moving = 0;

// ---------------------------------------------------------------- questions

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// The answer about the text as it is now; nothing once nobody wants it any more.
async function ask(path, more = {}, isWanted = wantedForNow()) {
  const isStale = () => !isWanted();
  const text = editor.text();
  for (;;) {
    let answer;
    try {
      const body = JSON.stringify({ text, ...more });
      const headers = { "Content-Type": "application/json", Accept: "application/json" };
      answer = await fetch(`${ROOT}write/${path}`, { method: "POST", headers, body });
    } catch {
      return isStale() ? null : { trouble: words("kept") };
    }
    if (isStale()) return null;
    if (answer.ok) {
      const found = await answer.json().catch(() => null);
      return isStale() ? null : found;
    }
    if (!BUSY.has(answer.status)) {
      const found = await answer.json().catch(() => null);
      return { trouble: found?.error?.message ?? words("refused") };
    }
    await sleep(MILLISECONDS_TO_WAIT);
    if (isStale()) return null;
  }
}

// Whether the text is still what it is now.
function wantedForNow() {
  const now = version;
  return () => now === version;
}

// Calls of a function are made one at a time; of those that come meanwhile the last is made.
function oneAtATime(call) {
  let [isCalled, again] = [false, false];
  return async () => {
    again = isCalled;
    if (isCalled) return;
    isCalled = true;
    try {
      do {
        again = false;
        await call();
      } while (again);
    } finally {
      isCalled = false;
    }
  };
}

const seats = () => Object.fromEntries([...new FormData(form)].filter(([name]) => name.startsWith("seat")));

// ---------------------------------------------------------------- findings and rules

const check = oneAtATime(async () => {
  const found = await ask("check", seats());
  if (!found) return;
  if (found.trouble) {
    state(found.trouble);
    return;
  }
  ({ findings, is_fine: isFine } = found);
  editor.show(findings);
  for (const [name, html] of Object.entries(found.parts)) {
    if (name === "seating") swapFields(byId(name), html);
    else swap(byId(name), html);
  }
  page.classList.toggle("broken", !isFine);
  state(found.state);
  showOpened();
});

function state(text) {
  byId("state").textContent = text;
}

function say(text) {
  byId("said").textContent = text;
}

// ---------------------------------------------------------------- a round, figures

const showRound = oneAtATime(async () => {
  const [asked, askedSeed, isNow] = [step, seed, wantedForNow()];
  const isWanted = () => isNow() && asked === step && askedSeed === seed;
  const found = await ask("round", { ...seats(), seed, steps: step, screen: screenKind() }, isWanted);
  if (!found) return;
  if (found.html) {
    swap(byId("round"), found.html);
    fitBoards();
    ({ step, steps } = found);
  } else {
    byId("round").textContent = found.trouble;
  }
  byId("before").disabled = step === 0;
  byId("after").disabled = step >= steps;
});

function go(to) {
  step = Math.max(0, to);
  showRound();
}

const showFigures = oneAtATime(async () => {
  if (!byId("figures").firstElementChild) byId("figures").textContent = words("playing");
  const found = await ask("figures", { ...seats(), seed: 1 });
  if (found?.html) byId("figures").innerHTML = found.html;
  else if (found) byId("figures").textContent = found.trouble;
});

const showWord = oneAtATime(async () => {
  const [at] = editor.selection();
  const found = await ask("word", { at }, () => at === editor.selection()[0]);
  if (found) byId("word").innerHTML = found.html ?? "";
});

// The cursor is elsewhere.
function moved() {
  clearTimeout(moving);
  moving = setTimeout(() => byId("word").closest("details").open && showWord(), MILLISECONDS_AFTER_A_KEY);
}

// What is open is shown of the rules as they are now.
const shown = { round: -1, figures: -1 };

function showOpened() {
  if (!isFine) return;
  for (const [name, show] of [["round", showRound], ["figures", showFigures]]) {
    if (byId(name).closest("details").open && shown[name] !== version) {
      shown[name] = version;
      show();
    }
  }
}

// ---------------------------------------------------------------- the text and its link

let timer = 0;

function changed() {
  version += 1;
  say("");
  clearTimeout(timer);
  timer = setTimeout(settled, MILLISECONDS_AFTER_A_KEY);
}

// That of this page with a text, without the game with which it may have begun.
const addressOf = (code) => location.pathname + LINK + code;

function settled() {
  check();
  writeAddress("replaceState");
}

// way: of the browser's history.
async function writeAddress(way) {
  const now = version;
  const code = await packed(editor.text()).catch(() => "");
  if (now === version && code && code.length <= largest) history[way](null, "", addressOf(code));
}

// A text that takes the place of another; the browser's button leads back to that.
async function begin(text) {
  await writeAddress("replaceState");
  editor.put(text);
  version += 1;
  step = 0;
  clearTimeout(timer);
  check();
  await writeAddress("pushState");
}

// The text of the address; false where there is none.
async function readLink() {
  if (!location.hash.startsWith(LINK)) return false;
  try {
    editor.put(await unpacked(location.hash.slice(LINK.length), largest));
  } catch {
    say(words("damaged"));
    return false;
  }
  version += 1;
  step = 0;
  check();
  return true;
}

async function copyLink() {
  const code = await packed(editor.text()).catch(() => "");
  if (!code || code.length > largest) {
    say(words(code ? "too-long" : "unable"));
    return;
  }
  const link = `${page.dataset.base}/write${LINK}${code}`;
  try {
    await navigator.clipboard.writeText(link);
    say(words("copied"));
  } catch {
    history.replaceState(null, "", addressOf(code));
    say(words("address"));
  }
}

function download() {
  const title = /^variant[ \t]+"([^"\n]*)"/m.exec(editor.text())?.[1] ?? "";
  const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([editor.text()], { type: "text/plain" }));
  link.download = `${name || "game"}.rules`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

async function openFile({ target }) {
  const file = target.files[0];
  target.value = "";
  if (!file) return;
  const text = file.size > 4 * largest ? "" : await file.text().catch(() => "");
  if (!text || text.length > largest) {
    say(words("no-rules", { name: file.name }));
    return;
  }
  await begin(text);
  say(words("opened", { name: file.name }));
}

async function putFirst() {
  const query = new URLSearchParams({ kind: byId("first-kind").value, game: byId("first-game").value });
  const answer = await fetch(`${ROOT}write/first?${query}`).catch(() => null);
  if (!answer?.ok) {
    say(words("unchanged"));
    return;
  }
  await begin(await answer.text());
  byId("begin").open = false;
  byId("begin").querySelector("summary").focus();
  say(words("begun"));
}

async function applyAll() {
  const found = await ask("mend");
  if (!found) return;
  if (found.trouble) state(found.trouble);
  else {
    editor.put(found.text);
    changed();
  }
}

// ---------------------------------------------------------------- the page

for (const part of page.querySelectorAll("[data-script]")) part.hidden = false;

byId("findings").addEventListener("click", (event) => {
  const { at, fix, which } = event.target.dataset;
  if (at !== undefined) {
    event.preventDefault();
    editor.goTo(findings[at].from, findings[at].to);
  } else if (fix !== undefined) {
    editor.change(findings[fix].fixes[which].edits);
  } else if ("mend" in event.target.dataset) {
    applyAll();
  }
});
for (const details of page.querySelectorAll("#answers > details")) details.addEventListener("toggle", showOpened);
byId("word").closest("details").addEventListener("toggle", moved);
byId("before").addEventListener("click", () => go(step - 1));
byId("after").addEventListener("click", () => go(step + 1));
byId("another").addEventListener("click", () => ((seed += 1), go(0)));
byId("download").addEventListener("click", download);
byId("copy").addEventListener("click", copyLink);
byId("file").addEventListener("change", openFile);
byId("first").addEventListener("click", putFirst);
byId("toggle").addEventListener("click", () => editor.change(toggledComments(editor.text(), ...editor.selection())));
byId("seating").addEventListener("change", ({ target }) => target.matches("#seats") && ((shown.round = shown.figures = -1), check()));
// Another language is chosen without leaving the page, whose address holds the text.
document.querySelector(".languages")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new URLSearchParams({ language: event.submitter.value });
  await writeAddress("replaceState");
  await fetch(event.target.action, { method: "POST", body, redirect: "manual" }).catch(() => null);
  location.reload();
});
form.addEventListener("submit", () => (byId("rules").value = editor.text()));
addEventListener("hashchange", readLink);
addEventListener("popstate", readLink);
addEventListener("resize", fitBoards);

if (page.dataset.editor) {
  try {
    const { codeEditor } = await import(page.dataset.editor);
    const offers = (at) => ask("offers", { at }, () => true); // the editor knows what is old
    const colours = JSON.parse(page.dataset.colours);
    editor = codeEditor(byId("editor"), editor.text(), colours, { changed, moved, offers });
    byId("editor").hidden = false;
    byId("rules").hidden = true;
    page.querySelector("label[for=rules]").addEventListener("click", () => editor.goTo(0, 0));
  } catch {
    // The text box stays.
  }
}
if (!(await readLink())) check();
