// The page of what the browser keeps: one file goes out, or comes in.

import { ROOT, byId } from "./page.js";

const FILE = `${ROOT}saved/file`;

byId("export").addEventListener("click", async () => {
  const answer = await fetch(FILE).catch(() => null);
  if (!answer?.ok) {
    byId("taken").textContent = "The file could not be made.";
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = `dominoes-${new Date().toISOString().slice(0, 10)}.zip`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
});

byId("import").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  if (file.size > Number(target.dataset.largest)) {
    byId("taken").textContent = "This file is larger than saved games can be.";
    return;
  }
  const headers = { "Content-Type": "application/zip", Accept: "application/json" };
  const answer = await fetch(FILE, { method: "POST", headers, body: file }).catch(() => null);
  const taken = await answer?.json().catch(() => null);
  byId("taken").textContent = answer?.ok ? told(taken) : taken?.error?.message ?? "The file could not be read.";
  byId("again").hidden = !answer?.ok || !taken.added;
  target.value = "";
});

const told = ({ added, here }) => `${files(added)} imported; ${files(here)} already here.`;
const files = (number) => (number === 1 ? "1 file" : `${number} files`);

// What was imported is read when the program starts, which is in the window around this one.
byId("again").addEventListener("click", () => window.parent.location.reload());
