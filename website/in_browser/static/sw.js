// The service worker: files are kept, and what a page of the application asks for is handed to the
// shell, whose interpreter answers.

import { CACHE } from "./kept.js";

const LARGE = __LARGE__; // the parts of this version
const SMALL = __SMALL__; // what the shell needs before it can load those
const VERSION = __VERSION__;
const SCOPE = new URL("./", location).pathname;
const SHELLS = `dominoes-shell ${SCOPE} `;
const SHELL = SHELLS + VERSION;
const PAGES = `${SCOPE}app/`;
const MILLISECONDS_TO_TAKE = 1000;
const MOST_TRIES = 60;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== location.origin || !pathname.startsWith(SCOPE)) return;
  event.respondWith(pathname.startsWith(PAGES) ? page(event) : file(event.request));
});

// The files of the version before are kept while a window is open that may still need them: this
// version waits until all are closed.
async function install() {
  const shell = await caches.open(SHELL);
  await shell.addAll(["./", ...SMALL].map((name) => new Request(name, { cache: "no-cache" })));
}

async function activate() {
  const files = await caches.open(CACHE);
  const own = new Set(LARGE.map((name) => new URL(name, location).href));
  for (const { url } of await files.keys()) if (!own.has(url)) await files.delete(url);
  for (const name of await caches.keys()) {
    if (name.startsWith(SHELLS) && name !== SHELL) await caches.delete(name);
  }
  await self.clients.claim();
}

async function file(request) {
  const { pathname, href } = new URL(request.url);
  const address = pathname === `${SCOPE}index.html` ? SCOPE : href.split(/[?#]/)[0];
  const shell = await caches.open(SHELL);
  return (await shell.match(address)) ?? (await caches.match(request)) ?? fetch(request);
}

async function page(event) {
  const { request } = event;
  const { pathname, search, hash } = new URL(request.url);
  const path = pathname.slice(PAGES.length - 1);
  if (request.mode === "navigate" && request.destination === "document") {
    return Response.redirect(`${SCOPE}#${path}${search}${hash}`);
  }
  const asked = {
    method: request.method,
    target: pathname + search,
    // Not every browser lets a service worker see which languages its pages are asked for in.
    headers: [["accept-language", navigator.languages.join(",")], ...request.headers],
    body: ["GET", "HEAD"].includes(request.method) ? null : new Uint8Array(await request.arrayBuffer()),
  };
  const port = await taken(asked);
  if (!port) return new Response("The page that answers is closed.", { status: 503 });
  return answered(port, event);
}

// The port of whoever takes a request: the one shell that has the interpreter, perhaps after a
// moment in which another one takes its place. Null if there is none.
async function taken(request) {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const shells = (await self.clients.matchAll({ type: "window", includeUncontrolled: true }))
      .filter(({ url }) => !new URL(url).pathname.startsWith(PAGES) && new URL(url).pathname.startsWith(SCOPE));
    if (!shells.length) return null;
    const ports = [];
    const first = await Promise.race([
      new Promise((wait) => setTimeout(wait, MILLISECONDS_TO_TAKE)),
      ...shells.map((shell) => new Promise((take) => {
        const { port1, port2 } = new MessageChannel();
        ports.push(port1);
        port1.onmessage = () => take(port1);
        shell.postMessage({ asks: true }, [port2]);
      })),
    ]);
    for (const port of ports) if (port !== first) port.close();
    if (first) {
      first.postMessage(request); // not before it is taken, so that none is answered twice
      return first;
    }
  }
  return null;
}

// The answer whose parts come by a port.
function answered(port, event) {
  return new Promise((answer) => {
    let flow;
    let finish;
    const finished = new Promise((done) => { finish = done; });
    const body = new ReadableStream({
      start(controller) { flow = controller; },
      cancel() {
        port.postMessage("gone");
        finish();
      },
    });
    let begun = false;
    port.onmessage = ({ data }) => {
      if (data === "end") {
        try { flow.close(); } catch { /* nobody reads it any more */ }
        finish();
      } else if (begun) {
        try { flow.enqueue(data); } catch { port.postMessage("gone"); }
      } else {
        begun = true;
        const [status, headers] = data;
        answer(new Response([204, 205, 304].includes(status) ? null : body, { status, headers }));
      }
    };
    event.waitUntil(finished); // otherwise the browser may end this worker while a stream flows
  });
}
