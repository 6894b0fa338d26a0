// The shell: starts the interpreter and the service worker, and shows the pages in a frame. What
// stands behind # in its address is the path of the page in the frame.

const byId = (id) => document.getElementById(id);
const files = JSON.parse(byId("files").textContent);
const HERE = new URL("./", location);
const ROOT = `${HERE.pathname}app`;
const LOCK = `dominoes-interpreter ${HERE.pathname}`;
const MILLISECONDS_BETWEEN_LOOKS = 400;

let pages; // the worker that answers; only in the one shell that has it
let searches;

// ------------------------------------------------------------------ what is told

const total = Object.values(files.parts).reduce((sum, { bytes }) => sum + bytes, 0);
let loaded = 0;

function progress(bytes) {
  loaded += bytes;
  byId("progress").value = Math.min(1, loaded / total);
  if (loaded >= total * 0.999) byId("doing").textContent = "Starting …";
}

function complain(text) {
  byId("trouble").textContent = text;
  byId("trouble").hidden = false;
}

function fail(text) {
  byId("loading").hidden = true;
  complain(text);
}

function missing() {
  if (location.protocol === "file:") {
    return "This page is opened as a file, and browsers let no file keep anything. Copy its folder to a web server, or run: python3 -m http.server";
  }
  if (!window.isSecureContext) {
    return `Browsers keep programs only for pages that come by https. Open ${HERE.href.replace("http:", "https:")} instead, or, on the machine that serves it, http://localhost.`;
  }
  if (!navigator.serviceWorker) {
    return "This browser has no service workers in this window, which the pages need. If it is a private window, open the page in an ordinary one.";
  }
  if (!navigator.locks || !window.DecompressionStream) {
    return "This browser is too old for the program. Firefox 114, Chrome 80 and Safari 16.4 are the oldest that can run it.";
  }
  return "";
}

// ------------------------------------------------------------------ the interpreters

function interpreter() {
  return new Worker(files.interpreter, { type: "module" });
}

const parts = Object.fromEntries(Object.entries(files.parts).map(([name, { file }]) => [name, new URL(file, HERE).href]));

function startPages() {
  const worker = interpreter();
  return new Promise((done, failed) => {
    worker.onerror = (event) => failed(new Error(event.message ?? "the interpreter could not be started"));
    worker.onmessage = ({ data, ports }) => {
      if (data.progress) progress(data.progress);
      if (data.open) openSearches(ports[0]);
      if (data.unkept) complain("This browser does not keep what you play: " + data.unkept);
      if (data.failed) failed(new Error(data.failed));
      if (data.ready) done();
    };
    worker.postMessage({ pages: { parts, origin: location.origin, root: ROOT } });
    pages = worker;
  }).catch((error) => {
    pages = undefined;
    worker.terminate();
    throw error;
  });
}

// Another interpreter, which searches for the first, by a port: to end a search is to end it.
function openSearches(port) {
  const worker = interpreter();
  const { port1, port2 } = new MessageChannel();
  const end = () => port.postMessage({});
  port1.onmessage = ({ data }) => port.postMessage(data);
  port.onmessage = ({ data }) => {
    if (data.end) worker.terminate();
    else port1.postMessage(data);
  };
  worker.onmessage = ({ data }) => data.failed && end();
  worker.onerror = end;
  worker.postMessage({ searches: { parts } }, [port2]);
}

// ------------------------------------------------------------------ the frame

const frame = byId("pages");

// Dots in a path must not lead out of the application.
function asked() {
  const path = location.hash.startsWith("#/") ? location.hash.slice(1) : "/";
  return new URL(ROOT + path, HERE).pathname.startsWith(`${ROOT}/`) ? path : "/";
}

function show() {
  frame.src = ROOT + asked();
}

let followed; // the page of the frame that was looked at last

// The address of the shell follows that of the frame.
function follow() {
  let inside;
  try {
    inside = frame.contentWindow.location;
  } catch {
    return;
  }
  if (!inside.pathname.startsWith(`${ROOT}/`)) return;
  const path = inside.pathname.slice(ROOT.length) + inside.search + inside.hash;
  if (frame.contentDocument?.title) document.title = frame.contentDocument.title;
  if (path === followed) return; // another address of the shell may be on its way to the frame
  followed = path;
  if (path !== asked()) history.replaceState(null, "", `#${path}`);
}

async function serve() {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (!data.asks || !pages) return;
    ports[0].postMessage("taken");
    pages.postMessage({ asks: true }, [ports[0]]);
  });
  serviceWorker.startMessages();
  await serviceWorker.register("sw.js");
  await serviceWorker.ready;
}

// Only one window of this browser has the interpreter; others show what it answers, and one of them
// takes its place when it is closed.
async function lead() {
  const forever = () => new Promise(() => {}); // as long as the window is open
  const mine = await new Promise((known) => {
    navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      const begun = lock && startPages();
      known({ begun });
      return begun?.then(forever);
    }).catch(() => {}); // the lock is free again, and whoever waits for the start tells why
  });
  if (mine.begun) return mine.begun;
  navigator.locks.request(LOCK, () => startPages().then(forever))
    .catch((error) => complain(`The program did not start: ${error.message}`));
}

async function start() {
  byId("size").textContent = (total / 1e6).toFixed(1);
  const why = missing();
  if (why) {
    fail(why);
    return;
  }
  await Promise.all([serve(), lead()]);
  byId("loading").hidden = true;
  frame.hidden = false;
  document.documentElement.classList.add("running");
  show();
  window.addEventListener("hashchange", show);
  frame.addEventListener("load", follow);
  setInterval(follow, MILLISECONDS_BETWEEN_LOOKS);
  navigator.storage?.persist?.();
}

start().catch((error) => fail(`The program did not start: ${error.message}`));
