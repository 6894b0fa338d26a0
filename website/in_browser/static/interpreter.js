// A worker of the browser that holds a Python interpreter: the one that answers pages, or the one
// that searches. What is heavy comes in parts, which are kept; how much of it has come is reported.

import { kept, unpacked } from "./kept.js";

const FOLDER = `/kept${new URL(".", location).pathname}`.replace(/\/$/, ""); // the name of what the browser keeps
const MILLISECONDS_BETWEEN_LOOKS = 1000;
const REPORTED_EVERY = 65536; // bytes

let told = 0;

function report(bytes) {
  told += bytes;
  if (told < REPORTED_EVERY) return;
  postMessage({ progress: told });
  told = 0;
}

// An interpreter with everything in it that is ours.
async function started(parts) {
  const [engine, wasm, library, program] = [parts.engine, parts.wasm, parts.library, parts.program]
    .map((file) => kept(file, report).then(unpacked));
  const source = URL.createObjectURL(new Blob([await new Response(await engine).arrayBuffer()], { type: "text/javascript" }));
  const { loadPyodide, createPyodideModule, lock } = await import(source);
  URL.revokeObjectURL(source);
  const network = self.fetch;
  const given = new Map([["pyodide.asm.wasm", [wasm, "application/wasm"]], ["library.zip", [library, "application/zip"]]]);
  self.fetch = async (address, ...rest) => {
    const part = given.get(`${address}`.split("/").pop());
    return part ? new Response(await part[0], { headers: { "Content-Type": part[1] } }) : network(address, ...rest);
  };
  const python = await loadPyodide({
    indexURL: new URL("./", location).href,
    stdLibURL: "library.zip",
    lockFileContents: lock,
    packageBaseUrl: new URL("./", location).href,
    createPyodideModule,
    env: { DOMINOES_RULES_CACHE: "/program/cache", XDG_STATE_HOME: `${FOLDER}/state` },
  });
  self.fetch = network;
  python.FS.writeFile("/program.zst", new Uint8Array(await new Response(await program).arrayBuffer()));
  python.runPython(PROGRAM);
  postMessage({ progress: told });
  return python;
}

// The program is a pack: the length of a list of names and sizes, that list, and then the files.
const PROGRAM = `
import json, os, sys
from compression import zstd
with open("/program.zst", "rb") as stream:
    pack = memoryview(zstd.decompress(stream.read()))
os.unlink("/program.zst")
at = 4 + int.from_bytes(pack[:4], "big")
folders = set()
for name, size in json.loads(bytes(pack[4:at])):
    path = "/program/" + name
    folder = path.rpartition("/")[0]
    if folder not in folders:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        folders.add(folder)
    file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    os.write(file, pack[at:at + size])
    os.close(file)
    at += size
sys.path.insert(0, "/program")
del pack
`;

// ------------------------------------------------------------------ pages

let python;
let pages;
let ready;

function synced(inward) {
  return new Promise((done) => python.FS.syncfs(inward, done));
}

let isBehind = false; // whether the browser's storage lacks what was played

async function keep() {
  if (pages.has_changed() || isBehind) {
    const trouble = await synced(false);
    if (trouble && !isBehind) postMessage({ unkept: `${trouble}` });
    isBehind = Boolean(trouble);
  }
  setTimeout(keep, MILLISECONDS_BETWEEN_LOOKS);
}

// Start an interpreter that searches. `heard` is called with each line that it sends, and with
// nothing at its end.
function open(heard) {
  const hear = heard.copy(); // what Python hands over ends with the call
  const { port1, port2 } = new MessageChannel();
  const lines = {
    send: (line) => port1.postMessage({ line }),
    end() {
      port1.postMessage({ end: true });
      port1.close();
      hear.destroy();
    },
  };
  const started = new Promise((done) => {
    port1.onmessage = ({ data }) => {
      if (data.ready) done(lines);
      else hear(data.line);
    };
  });
  postMessage({ open: true }, [port2]);
  return started;
}

async function startPages({ parts, origin, root }) {
  python = await started(parts);
  python.FS.mkdirTree(FOLDER);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, FOLDER);
  const trouble = await synced(true);
  const { PagesInterpreter } = python.pyimport("dominoes_rules.web.in_browser.pages_interpreter");
  pages = PagesInterpreter(origin, root, FOLDER, { open });
  await pages.open();
  postMessage({ ready: true, unkept: trouble ? `${trouble}` : "" });
  setTimeout(keep, MILLISECONDS_BETWEEN_LOOKS);
}

async function ask({ method, target, headers, body }, port) {
  await ready;
  await pages.ask(method, target, headers, body, port);
}

// ------------------------------------------------------------------ searches

async function startSearches({ parts }, port) {
  python = await started(parts);
  const { answer } = python.pyimport("dominoes_rules.web.in_browser.search_interpreter");
  const send = (line) => port.postMessage({ line });
  port.onmessage = ({ data }) => answer(data.line, send);
  port.postMessage({ ready: true });
}

self.onmessage = ({ data, ports }) => {
  if (data.asks) {
    ports[0].onmessage = (event) => ask(event.data, ports[0]);
    return;
  }
  ready = data.pages ? startPages(data.pages) : startSearches(data.searches, ports[0]);
  ready.catch((error) => postMessage({ failed: `${error?.message ?? error}` }));
};
